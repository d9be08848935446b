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
export function evaluatorOf(text: string, isObject = false): Evaluate {
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
