import type { AppClock } from './app-clock.ts'
import type { Faults } from './faults.ts'
import type { LivePage } from './live-page.ts'
import { nodesIn, textOf, type ViewNode } from './view.ts'
import type { Consents } from './wx-consents.ts'

/** Events that bubble through the screen. Every other event stays at its node. */
const BUBBLING = new Set(['tap', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'longpress', 'longtap'])

/** The position of a touch, in px from the window's corner. */
type Place = { x: number; y: number }

/**
 * Sends an event to a node and, if its kind bubbles, to all its ancestors, as WeChat does. A handler outside of a
 * component receives the component as the target, not its inner node. `catch…` stops the event.
 *
 * @returns how many handlers were called
 */
function send(
  target: ViewNode,
  type: string,
  { detail = {}, at, copy }: { detail?: object; at?: Place; copy: <T>(value: T) => T },
): number {
  const timeStamp = performance.now()
  let shown = target
  let called = 0
  for (let node: ViewNode | undefined = target; node; node = node.parent) {
    // The parent is a component: from here on the event's target is the component.
    if (node.isHost && node !== target) shown = node
    const binding = node.bindingOf(type)
    if (binding) {
      called += 1
      const event = { type, timeStamp, detail, mark: {}, target: described(shown), currentTarget: described(node) }
      node.owner.call(binding.method, copy(at ? { ...event, ...touchesOf(type, at) } : event))
      if (binding.stops) break
    }
    if (!BUBBLING.has(type)) break
  }
  return called
}

function described(node: ViewNode): object {
  return { id: node.word('id'), offsetLeft: 0, offsetTop: 0, dataset: node.dataset }
}

function touchesOf(type: string, { x, y }: Place): object {
  const touch = { identifier: 0, pageX: x, pageY: y, clientX: x, clientY: y, force: 1 }
  return { touches: type === 'touchend' ? [] : [touch], changedTouches: [touch] }
}

/** A limit in real time. What has not happened by then never will, even on a slow machine. */
const LAST_MOMENT_MS = 45_000
/** The minimum time between two taps of a finger. */
const BETWEEN_TAPS_MS = 60
const FINGER: Place = { x: 180, y: 400 }

/** The criteria of a search. All given ones must match. Strings are compared whole, expressions are tested. */
type Query = {
  text?: string | RegExp
  /** aria-label */
  label?: string | RegExp
  /** aria-role */
  role?: string
  /** Name of a class in its style sheet, without the parts that the build adds. */
  className?: string
  tag?: string
  id?: string | RegExp
  /** Only inside the one node that matches this. */
  within?: Query
}

type Parts = {
  top: () => LivePage
  faults: Faults
  clock: AppClock
  copy: <T>(value: T) => T
  consents: Consents
  /** Further text for the message of a failure. */
  notify: () => string
}

/** The top page as a user has it: looks, finds, taps, types and waits. */
export class Screen {
  readonly #parts: Parts
  readonly #typed = new Map<string, { text: string; told: string }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Route of the top page. */
  get route(): string {
    return this.#parts.top().route
  }

  /** All readable text of the page. */
  get text(): string {
    return this.#parts.top().trees.map(textOf).join('')
  }

  /** The matching nodes without a smaller match inside, in document order. */
  all({ within, ...input }: Query): ViewNode[] {
    const [outside] = within ? this.all(within) : []
    if (within && !outside) return []
    const found = [...nodesIn(outside?.children ?? this.#parts.top().trees)].filter((node) => matches(node, input))
    const outer = new Set<ViewNode>()
    for (const node of found) for (let at = node.parent; at; at = at.parent) outer.add(at)
    return found.filter((node) => !outer.has(node))
  }

  /** The one matching node. @throws Error if there is none, or more than one */
  get(input: Query): ViewNode {
    const [node, ...others] = this.all(input)
    if (!node) throw new Error(`nothing matches ${shown(input)}\n${this.#dump()}`)
    if (others.length > 0) throw new Error(`${others.length + 1} nodes match ${shown(input)}\n${this.#dump()}`)
    return node
  }

  /**
   * Waits until a condition holds. It fails with the content of the page, or as soon as the app itself fails.
   *
   * @param patienceMs how much of the app's own time may pass until then
   */
  async until(what: string, holds: () => unknown, patienceMs = Infinity): Promise<void> {
    const { clock, faults } = this.#parts
    const latestMs = clock.nowMs + patienceMs
    const begun = performance.now()
    for (;;) {
      faults.check()
      if (clock.nowMs > latestMs) throw new Error(`still not after ${patienceMs} ms: ${what}\n${this.#dump()}`)
      if (holds()) return
      if (performance.now() - begun > LAST_MOMENT_MS) throw new Error(`never: ${what}\n${this.#dump()}`)
      await clock.changed()
    }
  }

  /** Waits until a text is somewhere on the page. */
  async sees(text: string | RegExp): Promise<void> {
    const holds = () => (typeof text === 'string' ? this.text.includes(text) : text.test(this.text))
    await this.until(`${text} can be read`, holds)
  }

  /** Waits until exactly one node matches. @returns that node */
  async finds(input: Query): Promise<ViewNode> {
    await this.until(`one node matches ${shown(input)}`, () => this.all(input).length === 1)
    return this.get(input)
  }

  /** Waits until this page is the top page. */
  async isAt(route: string): Promise<void> {
    await this.until(`${route} is on top`, () => this.route === route)
  }

  /** Taps a node, on its deepest child that fills it. @throws Error if nothing there handles a tap */
  async tap(input: Query | ViewNode): Promise<void> {
    const node = deepest('children' in input ? input : await this.finds(input))
    const { copy, consents } = this.#parts
    for (const type of ['touchstart', 'touchend']) send(node, type, { at: FINGER, copy })
    const taken = consents.during('tap', () => send(node, 'tap', { at: FINGER, detail: FINGER, copy }))
    if (taken === 0) throw new Error(`nothing takes a tap at ${JSON.stringify(textOf(node))}\n${this.#dump()}`)
    await this.#parts.clock.pass(BETWEEN_TAPS_MS)
    this.#parts.faults.check()
  }

  /**
   * WeChat answers a native button of a special kind, such as getphonenumber. @throws Error if nothing there listens
   */
  async answers(input: Query, type: string, detail: object): Promise<void> {
    const node = await this.finds(input)
    if (type === 'agreeprivacyauthorization') this.#parts.consents.pressedId = node.word('id')
    const taken = send(node, type, { detail, copy: this.#parts.copy })
    if (taken === 0) throw new Error(`nothing hears ${type} at ${shown(input)}\n${this.#dump()}`)
    this.#parts.faults.check()
  }

  /** Focuses a field, types key by key, and leaves it. @throws Error if the field does not keep the input */
  async type(input: Query, text: string): Promise<void> {
    const { copy } = this.#parts
    const field = await this.finds(input)
    send(field, 'focus', { detail: { value: field.word('value'), height: 300 }, copy })
    for (let length = 1; length <= text.length; length += 1) {
      const value = text.slice(0, length)
      // A field shows the typed text until the app sets another text than before.
      const now = this.get(input)
      this.#typed.set(this.#keyOf(now), { text: value, told: now.word('value') })
      send(now, 'input', { detail: { value, cursor: length, keyCode: value.charCodeAt(length - 1) }, copy })
      await this.until(`the field shows ${value}`, () => this.shownIn(input) === value)
    }
    send(this.get(input), 'blur', { detail: { value: text, cursor: text.length }, copy })
    this.#parts.faults.check()
  }

  /** The text in a field: the last input, or the text that the app has set since. */
  shownIn(input: Query): string {
    const field = this.get(input)
    const told = field.word('value')
    const typed = this.#typed.get(this.#keyOf(field))
    return typed?.told === told ? typed.text : told
  }

  #keyOf(field: ViewNode): string {
    return `${this.route} ${field.word('data-sid')}`
  }

  #dump(): string {
    const pieces = [...nodesIn(this.#parts.top().trees)]
      .map(({ children }) => children.filter((child) => typeof child === 'string').join(''))
      .filter(Boolean)
    return `On ${this.route}: ${pieces.join(' | ') || '(no text)'}\n${this.#parts.notify()}`
  }
}

function matches(node: ViewNode, { text, label, role, className, tag, id }: Omit<Query, 'within'>): boolean {
  if (tag !== undefined && node.tag !== tag) return false
  if (id !== undefined && !says(node.word('id'), id)) return false
  if (role !== undefined && node.word('aria-role') !== role) return false
  if (label !== undefined && !says(node.word('aria-label'), label)) return false
  if (className !== undefined && !classesOf(node).includes(className)) return false
  return text === undefined || says(textOf(node).trim(), text)
}

function says(words: string, input: string | RegExp): boolean {
  return typeof input === 'string' ? words === input : input.test(words)
}

/** Class names in the build have the form name_hash. */
function classesOf(node: ViewNode): string[] {
  const names = node.word('class').split(' ')
  return names.map((name) => /^(.+)_.{4}$/.exec(name)?.[1] ?? name)
}

/** A finger on a button touches its label. */
function deepest(node: ViewNode): ViewNode {
  const text = textOf(node)
  const inner =
    text === '' ? undefined : node.children.find((child) => typeof child !== 'string' && textOf(child) === text)
  return inner && typeof inner !== 'string' ? deepest(inner) : node
}

/** The query for the input of a field, by the label above it. */
export function fieldOf(label: string): Query {
  return { tag: 'input', within: { className: 'field', text: new RegExp(`^${label}`) } }
}

function shown({ within, ...input }: Query): string {
  const pairs = Object.entries(input).map(([name, value]) => `${name} ${value}`)
  return `${pairs.join(', ')}${within ? ` in ${shown(within)}` : ''}`
}
