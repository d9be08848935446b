import type { AppClock } from './app-clock.ts'
import { type Place, send } from './events.ts'
import type { Faults } from './faults.ts'
import type { LivePage } from './live-page.ts'
import { nodesIn, textOf, type ViewNode } from './view.ts'
import type { Consents } from './wx-consents.ts'

/** By this machine's clock: what did not come by then never will, on however slow a machine. */
const LAST_MOMENT_MS = 45_000
/** No finger is faster from one place to the next. */
const BETWEEN_TAPS_MS = 60
const FINGER: Place = { x: 180, y: 400 }

/** What to look for; everything that is given must hold. Texts are compared whole, or against an expression. */
export type Query = {
  text?: string | RegExp
  /** aria-label */
  label?: string | RegExp
  /** aria-role */
  role?: string
  /** Name of a class in its style sheet, without what the build puts around it. */
  className?: string
  tag?: string
  id?: string | RegExp
  /** Only inside of the one node that matches this. */
  within?: Query
}

type Parts = {
  top: () => LivePage
  faults: Faults
  clock: AppClock
  copy: <T>(value: T) => T
  consents: Consents
  /** What else a failure should tell. */
  tell: () => string
}

/** The page on top as a user has it: looks, finds, taps, types and waits. */
export class Screen {
  readonly #parts: Parts
  readonly #typed = new Map<string, { text: string; told: string }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Route of the page on top. */
  get route(): string {
    return this.#parts.top().route
  }

  /** Everything that can be read on the page. */
  get text(): string {
    return this.#parts.top().trees.map(textOf).join('')
  }

  /** The nodes that match and hold no smaller match, in the order in which they stand. */
  all({ within, ...wanted }: Query): ViewNode[] {
    const [outside] = within ? this.all(within) : []
    if (within && !outside) return []
    const found = [...nodesIn(outside?.children ?? this.#parts.top().trees)].filter((node) => matches(node, wanted))
    const outer = new Set<ViewNode>()
    for (const node of found) for (let at = node.parent; at; at = at.parent) outer.add(at)
    return found.filter((node) => !outer.has(node))
  }

  /** The one node that matches. Throws when there is none, or more than one. */
  get(wanted: Query): ViewNode {
    const [node, ...others] = this.all(wanted)
    if (!node) throw new Error(`nothing matches ${shown(wanted)}\n${this.#dump()}`)
    if (others.length > 0) throw new Error(`${others.length + 1} nodes match ${shown(wanted)}\n${this.#dump()}`)
    return node
  }

  /**
   * Waits until something holds; fails with what stands on the page, or as soon as the app itself fails.
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

  /** Waits until a text can be read somewhere on the page. */
  async sees(text: string | RegExp): Promise<void> {
    const holds = () => (typeof text === 'string' ? this.text.includes(text) : text.test(this.text))
    await this.until(`${text} can be read`, holds)
  }

  /** Waits until exactly one node matches, and answers it. */
  async finds(wanted: Query): Promise<ViewNode> {
    await this.until(`one node matches ${shown(wanted)}`, () => this.all(wanted).length === 1)
    return this.get(wanted)
  }

  /** Waits until this page is on top. */
  async isAt(route: string): Promise<void> {
    await this.until(`${route} is on top`, () => this.route === route)
  }

  /** A finger on a node: on the smallest thing that fills it. Throws when nothing there takes a tap. */
  async tap(wanted: Query | ViewNode): Promise<void> {
    const node = deepest('children' in wanted ? wanted : await this.finds(wanted))
    const { copy, consents } = this.#parts
    for (const type of ['touchstart', 'touchend']) send(node, type, { at: FINGER, copy })
    const taken = consents.during('tap', () => send(node, 'tap', { at: FINGER, detail: FINGER, copy }))
    if (taken === 0) throw new Error(`nothing takes a tap at ${JSON.stringify(textOf(node))}\n${this.#dump()}`)
    await this.#parts.clock.pass(BETWEEN_TAPS_MS)
    this.#parts.faults.check()
  }

  /** WeChat answers a native button of its own kind, such as getphonenumber. Throws when nothing there listens. */
  async answers(wanted: Query, type: string, detail: object): Promise<void> {
    const node = await this.finds(wanted)
    if (type === 'agreeprivacyauthorization') this.#parts.consents.pressedId = node.word('id')
    const taken = send(node, type, { detail, copy: this.#parts.copy })
    if (taken === 0) throw new Error(`nothing hears ${type} at ${shown(wanted)}\n${this.#dump()}`)
    this.#parts.faults.check()
  }

  /** Goes into a field, types key by key, and leaves it. Throws when the field does not keep what was typed. */
  async type(wanted: Query, text: string): Promise<void> {
    const { copy } = this.#parts
    const field = await this.finds(wanted)
    send(field, 'focus', { detail: { value: field.word('value'), height: 300 }, copy })
    for (let length = 1; length <= text.length; length += 1) {
      const value = text.slice(0, length)
      // A field shows what is typed until it is told another text than before.
      const now = this.get(wanted)
      this.#typed.set(this.#keyOf(now), { text: value, told: now.word('value') })
      send(now, 'input', { detail: { value, cursor: length, keyCode: value.charCodeAt(length - 1) }, copy })
      await this.until(`the field shows ${value}`, () => this.shownIn(wanted) === value)
    }
    send(this.get(wanted), 'blur', { detail: { value: text, cursor: text.length }, copy })
    this.#parts.faults.check()
  }

  /** The text in a field: what was typed last, or what it was told since. */
  shownIn(wanted: Query): string {
    const field = this.get(wanted)
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
    return `On ${this.route}: ${pieces.join(' | ') || '(no text)'}\n${this.#parts.tell()}`
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

function says(words: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? words === wanted : wanted.test(words)
}

/** The build writes name___hash. */
function classesOf(node: ViewNode): string[] {
  const names = node.word('class').split(' ')
  return names.map((name) => /^(.+?)___[^_]*.{0,5}$/.exec(name)?.[1] ?? name)
}

/** A finger on a button touches its label. */
function deepest(node: ViewNode): ViewNode {
  const text = textOf(node)
  const inner =
    text === '' ? undefined : node.children.find((child) => typeof child !== 'string' && textOf(child) === text)
  return inner && typeof inner !== 'string' ? deepest(inner) : node
}

/** The input of a field, by the label above it. */
export function fieldOf(label: string): Query {
  return { tag: 'input', within: { className: 'field', text: new RegExp(`^${label}`) } }
}

function shown({ within, ...wanted }: Query): string {
  const pairs = Object.entries(wanted).map(([name, value]) => `${name} ${value}`)
  return `${pairs.join(', ')}${within ? ` in ${shown(within)}` : ''}`
}
