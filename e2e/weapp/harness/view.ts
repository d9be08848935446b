import type { Evaluate, Scope, Template, WxmlElement, WxmlFile, WxmlPart } from './wxml.ts'

/** The page or component that owns a node. Its methods are those that bindings name. */
export type Owner = {
  /** Its name in failures, as in `pages/home/index` or `comp`. */
  name: string
  call: (method: string, event: unknown) => void
}

/** The reaction of a node to an event: the method of its owner, and whether the event stops. */
export type Binding = { method: string; stops: boolean }

/** A node of the screen, as the built template makes it from the data. */
export class ViewNode {
  readonly tag: string
  readonly owner: Owner
  /** Absent at the top of a page. The parent of a component's top nodes is the component's own node. */
  readonly parent: ViewNode | undefined
  children: readonly (ViewNode | string)[] = []
  /** Whether it is a component. Handlers outside see it instead of its inner nodes. */
  readonly isHost: boolean
  readonly #attributes: ReadonlyMap<string, Evaluate>
  readonly #scope: Scope

  constructor(
    { tag, attributes }: WxmlElement,
    scope: Scope,
    { owner, parent, isHost }: { owner: Owner; parent: ViewNode | undefined; isHost: boolean },
  ) {
    this.tag = tag
    this.owner = owner
    this.parent = parent
    this.isHost = isHost
    this.#attributes = attributes
    this.#scope = scope
  }

  /** An attribute's value. Undefined if the template does not set it. */
  attribute(name: string): unknown {
    return this.#attributes.get(name)?.(this.#scope)
  }

  /** An attribute as the text that reaches the phone. Empty if it is absent. */
  word(name: string): string {
    const value = this.attribute(name)
    return value === undefined || value === null ? '' : String(value)
  }

  /** The data- attributes, named as WeChat passes them to a handler. */
  get dataset(): Record<string, unknown> {
    const entries = [...this.#attributes.keys()]
      .filter((name) => name.startsWith('data-'))
      .map((name) => [camel(name.slice('data-'.length)), this.attribute(name)] as const)
    return Object.fromEntries(entries)
  }

  /** The node's reaction to an event. Undefined if there is none. */
  bindingOf(event: string): Binding | undefined {
    for (const name of this.#attributes.keys()) {
      const match = /^(bind|catch|capture-bind|capture-catch|mut-bind):?(.+)$/.exec(name)
      if (!match || match[2] !== event) continue
      if (match[1] !== 'bind' && match[1] !== 'catch') throw new Error(`${name} of <${this.tag}> is not supported`)
      return { method: this.word(name), stops: match[1] === 'catch' }
    }
    return undefined
  }
}

/** Supplies the inner nodes of the component at a node. */
export type Components = {
  isComponent: (tag: string) => boolean
  render: (host: ViewNode) => readonly (ViewNode | string)[]
}

type Place = {
  owner: Owner
  components: Components
  parent: ViewNode | undefined
  templates: ReadonlyMap<string, Template>
}

/** The nodes that a file draws from this data. @throws Error if it names a template that the build left out */
export function render(
  file: WxmlFile & { modules: Scope },
  data: Scope,
  place: Omit<Place, 'templates'>,
): (ViewNode | string)[] {
  return renderParts(file.body, { ...file.modules, ...data }, { ...place, templates: file.templates })
}

function renderParts(parts: readonly WxmlPart[], scope: Scope, place: Place): (ViewNode | string)[] {
  const nodes: (ViewNode | string)[] = []
  let taken = false
  for (const part of parts) {
    if ('text' in part) {
      nodes.push(String(part.text(scope) ?? ''))
      continue
    }
    const { attributes } = part
    if (attributes.has('wx:if')) taken = Boolean(attributes.get('wx:if')?.(scope))
    else if (attributes.has('wx:elif') || attributes.has('wx:else')) {
      if (taken) continue
      taken = attributes.has('wx:else') || Boolean(attributes.get('wx:elif')?.(scope))
    } else taken = true
    if (taken) nodes.push(...renderEach(part, scope, place))
  }
  return nodes
}

function renderEach(element: WxmlElement, scope: Scope, place: Place): (ViewNode | string)[] {
  const list = element.attributes.get('wx:for')
  if (!list) return renderOne(element, scope, place)
  const items = list(scope)
  if (!Array.isArray(items)) return []
  return items.flatMap((item, index) => renderOne(element, { ...scope, item, index }, place))
}

function renderOne(element: WxmlElement, scope: Scope, place: Place): (ViewNode | string)[] {
  const { tag, attributes, children } = element
  if (tag === 'block') return renderParts(children, scope, place)
  if (tag === 'template') {
    const name = String(attributes.get('is')?.(scope))
    const template = place.templates.get(name)
    if (!template) throw new Error(`${place.owner.name} wants the template ${name}, which is not in the build`)
    const data = attributes.get('data')?.(scope) as Scope | undefined
    return renderParts(template.parts, { ...template.modules, ...data }, place)
  }
  const isHost = place.components.isComponent(tag)
  const node = new ViewNode(element, scope, { owner: place.owner, parent: place.parent, isHost })
  node.children = isHost ? place.components.render(node) : renderParts(children, scope, { ...place, parent: node })
  return [node]
}

/** All text in a node, in order. */
export function textOf(node: ViewNode | string): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

/** The nodes of these trees, each before its children. */
export function* nodesIn(trees: readonly (ViewNode | string)[]): Generator<ViewNode> {
  for (const node of trees) {
    if (typeof node === 'string') continue
    yield node
    yield* nodesIn(node.children)
  }
}

function camel(name: string): string {
  return name.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
