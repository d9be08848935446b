import type { Faults } from './faults.ts'
import { type Components, type Owner, render, type ViewNode } from './view.ts'
import type { Scope, WxmlFile } from './wxml.ts'

/** The data of a page or a component. It is immutable: unchanged parts keep their identity. */
type Data = { readonly [key: string]: unknown }

const STEP = /\[(\d+)\]|([^.[\]]+)/g

/**
 * The data with new values at WeChat's paths, as in `root.cn.[0].cn.[1].v` or `i.cn[0]`. Everything outside the paths
 * keeps its identity, so that a template can detect changes.
 */
function withValues(data: Data, values: Data): Data {
  let next: unknown = data
  for (const [path, value] of Object.entries(values)) next = put(next, stepsOf(path), value)
  return next as Data
}

/** The size of a setData call over WeChat's bridge, in bytes of UTF-8. */
function bytesOf(values: Data): number {
  return Buffer.byteLength(JSON.stringify(values))
}

/** The paths whose value cannot be transferred: WeChat accepts neither undefined nor functions. */
function pathsLost(values: Data): string[] {
  return Object.keys(values).filter((path) => values[path] === undefined || typeof values[path] === 'function')
}

type Step = string | number

function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  for (const [, index, name] of path.matchAll(STEP)) steps.push(index === undefined ? String(name) : Number(index))
  return steps
}

function put(at: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value
  const child = (at as Record<Step, unknown> | undefined)?.[step]
  // WeChat creates a list for a number in the path, and an object for a name.
  if (typeof step === 'number') {
    const list = Array.isArray(at) ? [...at] : []
    list[step] = put(child, rest, value)
    return list
  }
  const object = typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {}
  return { ...object, [step]: put(child, rest, value) }
}

/** The object that the code of a page or a component passes to Page or Component. */
export type Definition = { readonly [name: string]: unknown }

/** One call of setData: its page, its caller, its bytes over the bridge, and its paths. */
export type SetDataCall = { route: string; by: string; bytes: number; paths: string[] }

/** What a page needs from the program around it. */
export type Surroundings = {
  faults: Faults
  /** Copies a value into the app's own realm. */
  copy: <T>(value: T) => T
  later: (where: string, work: () => void) => void
  template: (name: string) => WxmlFile & { modules: Scope }
  /** The name and definition of the component for a tag, in the file of this name. */
  component: (tag: string, usedIn: string) => { name: string; definition: Definition } | undefined
  onSetData: (call: SetDataCall) => void
}

type Instance = Record<string, unknown>
type SetData = (values: Data, done?: () => void) => void

/** WeChat's recommended maximum for one call. Source: developers.weixin.qq.com, "runtime_setData" */
const MAX_SET_DATA_BYTES = 256 * 1024

let pagesMade = 0

/** An open page: its instance, its data, and the resulting screen. */
export class LivePage {
  readonly route: string
  readonly query: Record<string, string>
  readonly instance: Instance
  /** The nodes of the last drawing. */
  trees: readonly (ViewNode | string)[] = []
  #data: Data
  #isOpen = true
  #isReady = false
  #drawAsked = false
  #waiting: (() => void)[] = []
  readonly #owner: Owner
  readonly #around: Surroundings
  readonly #components = new Map<string, LiveComponent>()

  constructor(route: string, query: Record<string, string>, definition: Definition, around: Surroundings) {
    this.route = route
    this.query = query
    this.#around = around
    this.#data = around.copy((definition.data ?? {}) as Data)
    pagesMade += 1
    const pageId = `pageId:${pagesMade}`
    this.instance = {
      ...definition,
      data: this.#data,
      route,
      __route__: route,
      is: route,
      options: around.copy(query),
      getPageId: () => pageId,
      setData: this.#setter(route, {
        current: () => this.#data,
        change: (data) => {
          this.#data = data
          this.instance.data = data
        },
      }),
    }
    this.#owner = { name: route, call: callerOf(route, () => this.instance, around.faults) }
  }

  /** Runs a lifecycle of the page, if it has it. */
  notify(lifecycle: string, payload?: unknown): unknown {
    const listener = this.instance[lifecycle]
    if (typeof listener !== 'function') return undefined
    const where = `${lifecycle} of ${this.route}`
    return this.#around.faults.guard(where, () => listener.call(this.instance, this.#around.copy(payload)))
  }

  /** Whether the page defines this lifecycle. WeChat offers pulling and sharing only then. */
  takes(lifecycle: string): boolean {
    return typeof this.instance[lifecycle] === 'function'
  }

  /** Opens the page: load, show, and ready after the first drawing. */
  open(): void {
    this.notify('onLoad', this.query)
    this.notify('onShow')
    this.#askDraw()
  }

  /** Closes the page permanently. */
  close(): void {
    this.notify('onUnload')
    this.#isOpen = false
    for (const component of this.#components.values()) component.notify('detached')
    this.#components.clear()
  }

  #setter(by: string, { current, change }: { current: () => Data; change: (data: Data) => void }): SetData {
    return (values, done) => {
      if (!this.#isOpen) return
      const { copy, faults, onSetData } = this.#around
      const lost = pathsLost(values)
      if (lost.length > 0) faults.add(`setData of ${by}`, `${lost.join(', ')} cannot travel`)
      const bytes = bytesOf(values)
      if (bytes > MAX_SET_DATA_BYTES) faults.add(`setData of ${by}`, `${bytes} bytes are beyond 256 KB`)
      onSetData({ route: this.route, by, bytes, paths: Object.keys(values) })
      change(withValues(current(), copy(values)))
      this.#askDraw(done)
    }
  }

  #askDraw(done?: () => void): void {
    if (done) this.#waiting.push(done)
    if (this.#drawAsked) return
    this.#drawAsked = true
    this.#around.later(`drawing ${this.route}`, () => {
      this.#drawAsked = false
      if (this.#isOpen) this.#draw()
    })
  }

  #draw(): void {
    const seen = new Set<string>()
    const fresh: LiveComponent[] = []
    this.trees = render(this.#around.template(this.route), this.#data, {
      owner: this.#owner,
      components: this.#componentsOf(this.route, seen, fresh),
      parent: undefined,
    })
    for (const [key, component] of this.#components) {
      if (seen.has(key)) continue
      this.#components.delete(key)
      component.notify('detached')
    }
    for (const component of fresh) for (const lifecycle of ['created', 'attached', 'ready']) component.notify(lifecycle)
    if (!this.#isReady) {
      this.#isReady = true
      this.notify('onReady')
    }
    const waiting = this.#waiting
    this.#waiting = []
    for (const done of waiting) this.#around.faults.guard(`after setData of ${this.route}`, done)
  }

  #componentsOf(usedIn: string, seen: Set<string>, fresh: LiveComponent[]): Components {
    return {
      isComponent: (tag) => this.#around.component(tag, usedIn) !== undefined,
      render: (host) => {
        const found = this.#around.component(host.tag, usedIn)
        if (!found) throw new Error(`<${host.tag}> is no component of ${usedIn}`)
        const { i, l } = { i: host.attribute('i') as { sid?: string } | undefined, l: host.attribute('l') }
        if (!i?.sid) throw new Error(`<${host.tag}> in ${usedIn} has no sid`)
        const key = `${found.name}:${i.sid}`
        let component = this.#components.get(key)
        if (!component) {
          component = new LiveComponent(found.name, found.definition, this.#around.faults, (by, data) =>
            this.#setter(by, data),
          )
          this.#components.set(key, component)
          fresh.push(component)
        }
        seen.add(key)
        component.offer({ i, l })
        return render(this.#around.template(found.name), component.data, {
          owner: component.owner,
          components: this.#componentsOf(found.name, seen, fresh),
          parent: host,
        })
      },
    }
  }
}

type Hold = { current: () => Data; change: (data: Data) => void }

/** A component on a page. Its own values stay until its parent passes new ones. */
class LiveComponent {
  readonly owner: Owner
  data: Data
  readonly #definition: Definition
  readonly #instance: Instance
  readonly #faults: Faults
  readonly #name: string
  #offered: Data = {}

  constructor(name: string, definition: Definition, faults: Faults, setter: (by: string, hold: Hold) => SetData) {
    this.#name = name
    this.#definition = definition
    this.#faults = faults
    const defaults = Object.entries((definition.properties ?? {}) as Record<string, { value?: unknown }>)
    this.data = {
      ...((definition.data ?? {}) as Data),
      ...Object.fromEntries(defaults.map(([key, { value }]) => [key, value])),
    }
    this.#instance = {
      ...((definition.methods ?? {}) as Instance),
      is: name,
      data: this.data,
      setData: setter(name, { current: () => this.data, change: (data) => this.#change(data) }),
    }
    this.owner = { name, call: callerOf(name, () => this.#instance, faults) }
  }

  /** Sets properties from the parent. A property with the same object as before is unchanged. */
  offer(properties: Data): void {
    const changed = Object.entries(properties).filter(
      ([key, value]) => value !== undefined && value !== this.#offered[key],
    )
    this.#offered = properties
    if (changed.length > 0) this.#change({ ...this.data, ...Object.fromEntries(changed) })
  }

  notify(lifecycle: string): void {
    const { lifetimes } = this.#definition as { lifetimes?: Definition }
    const listener = lifetimes?.[lifecycle] ?? this.#definition[lifecycle]
    if (typeof listener === 'function') {
      this.#faults.guard(`${lifecycle} of ${this.#name}`, () => listener.call(this.#instance))
    }
  }

  #change(data: Data): void {
    this.data = data
    this.#instance.data = data
  }
}

function callerOf(name: string, instance: () => Instance, faults: Faults) {
  return (method: string, event: unknown) => {
    const listener = instance()[method]
    if (typeof listener !== 'function') faults.add(name, `a binding names ${method}, which is no method`)
    else faults.guard(`${method} of ${name}`, () => listener.call(instance(), event))
  }
}
