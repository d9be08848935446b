import { runInThisContext } from 'node:vm'

/** The names that an expression may use. A missing name is undefined, as in WXML. */
export type Scope = { readonly [name: string]: unknown }

/** Returns the value of a part of WXML in a scope. */
export type Evaluate = (scope: Scope) => unknown

const MUSTACHE = /\{\{([\s\S]*?)\}\}/g
const STRING = /'[^']*'|"[^"]*"/g
const NAME = /(?<![\w$.])[A-Za-z_$][\w$]*/g
const RESERVED = new Set(['true', 'false', 'null', 'undefined', 'typeof', 'instanceof', 'in', 'new', 'void'])

const known = new Map<string, Evaluate>()

/**
 * Parses a text with `{{ }}` in it. A single expression keeps its type, anything else becomes a string.
 *
 * @param isObject whether the text is the inside of an object, as `data` of a template is
 */
function evaluatorOf(text: string, isObject = false): Evaluate {
  const key = `${isObject}${text}`
  const evaluate = known.get(key) ?? understand(text, isObject)
  known.set(key, evaluate)
  return evaluate
}

function understand(text: string, isObject: boolean): Evaluate {
  const pieces: Evaluate[] = []
  let end = 0
  for (const match of text.matchAll(MUSTACHE)) {
    const before = text.slice(end, match.index)
    if (before !== '') pieces.push(() => before)
    pieces.push(compile(match[1] ?? '', isObject))
    end = match.index + match[0].length
  }
  const rest = text.slice(end)
  if (rest !== '') pieces.push(() => rest)
  const [only, ...others] = pieces
  if (!only) return () => ''
  if (others.length === 0) return only
  return (scope) => pieces.map((piece) => String(piece(scope) ?? '')).join('')
}

function compile(expression: string, isObject: boolean): Evaluate {
  const names = new Set(
    expression
      .replace(STRING, '')
      .match(NAME)
      ?.filter((name) => !RESERVED.has(name)),
  )
  const value = isObject ? `{${expression}}` : expression
  return runInThisContext(`(function ({ ${[...names].join(', ')} }) { return (${value}) })`)
}

/** An element of a template as written. `attributes` are expressions, to be evaluated in a scope. */
export type WxmlElement = { tag: string; attributes: ReadonlyMap<string, Evaluate>; children: readonly WxmlPart[] }
export type WxmlPart = WxmlElement | { text: Evaluate }

/** One .wxml file: the content outside templates, and the templates by name, including those of its imports. */
export type WxmlFile = {
  body: readonly WxmlPart[]
  templates: ReadonlyMap<string, Template>
}

/** A template, and the script modules of its file. */
export type Template = { parts: readonly WxmlPart[]; modules: Scope }

/** Supplies the parts of a file and of its imports. */
type WxmlSource = { partsOf: (path: string) => readonly WxmlPart[]; loadScript: (path: string) => unknown }

const TAG = /<(\/?)([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/y
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g
const TEXT = /(?:\{\{[\s\S]*?\}\}|[^<])+/y
const COMMENT = /<!--[\s\S]*?-->/y

/** Reads a .wxml file and all its imports. @throws as `parseWxml` does */
export function readWxml(path: string, source: WxmlSource): WxmlFile & { modules: Scope } {
  const parts = source.partsOf(path)
  const templates = new Map<string, Template>()
  const modules: Record<string, unknown> = {}
  const body: WxmlPart[] = []
  const beside = (name: string) => new URL(name, `file:///${path}`).pathname.slice(1)
  const constant = (element: WxmlElement, name: string) => String(element.attributes.get(name)?.({}) ?? '')

  for (const part of parts) {
    if ('text' in part) body.push(part)
    else if (part.tag === 'import') {
      const imported = readWxml(beside(constant(part, 'src')), source)
      for (const [name, template] of imported.templates) templates.set(name, template)
    } else if (part.tag === 'wxs') {
      modules[constant(part, 'module')] = source.loadScript(beside(constant(part, 'src')))
    } else if (part.tag === 'template' && part.attributes.has('name')) {
      templates.set(constant(part, 'name'), { parts: part.children, modules })
    } else body.push(part)
  }
  return { body, templates, modules }
}

/** Parses a .wxml file. @throws Error if it is not well-formed */
export function parseWxml(text: string, path: string): readonly WxmlPart[] {
  type Open = { tag: string; attributes: Map<string, Evaluate>; children: WxmlPart[] }
  const root: Open = { tag: '', attributes: new Map(), children: [] }
  const open = [root]
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }

  while (at < text.length) {
    const top = open.at(-1) ?? root
    if (take(COMMENT)) continue
    const words = take(TEXT)
    if (words) {
      // WeChat draws no white space between tags.
      if (words[0].trim() !== '') top.children.push({ text: evaluatorOf(words[0]) })
      continue
    }
    const match = take(TAG)
    if (!match) throw new Error(`${path}: no tag at ${JSON.stringify(text.slice(at, at + 60))}`)
    const [, closing, tag = '', attributes = '', selfClosing] = match
    if (closing) {
      if (open.length === 1 || top.tag !== tag) throw new Error(`${path}: </${tag}> closes <${top.tag}>`)
      open.pop()
      continue
    }
    const element: Open = { tag, attributes: attributesOf(attributes), children: [] }
    top.children.push(element)
    if (!selfClosing) open.push(element)
  }
  if (open.length > 1) throw new Error(`${path}: <${open.at(-1)?.tag}> is never closed`)
  return root.children
}

function attributesOf(text: string): Map<string, Evaluate> {
  const attributes = new Map<string, Evaluate>()
  for (const [, name = '', value] of text.matchAll(ATTRIBUTE)) {
    // An attribute without a value is true.
    attributes.set(name, value === undefined ? () => true : evaluatorOf(value, name === 'data'))
  }
  return attributes
}
