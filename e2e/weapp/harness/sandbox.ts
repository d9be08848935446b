import { posix } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import type { AppClock } from './app-clock.ts'
import type { Faults } from './faults.ts'
import type { Package } from './package-files.ts'
import type { SubPackages } from './sub-packages.ts'

/**
 * Features that the oldest phones of the build's browser list lack or implement differently. A method is removed as on
 * those phones. Each access is also reported, because asynchronous code may swallow the error. On Android there is no
 * Intl, and the locale methods always answer in English.
 */
const ABSENT = `(tell) => {
  for (const name of ['Intl', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry',
    'AggregateError']) delete globalThis[name]
  for (const [owner, names] of [
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [String.prototype, ['at', 'replaceAll', 'isWellFormed', 'toWellFormed']],
    [Object, ['hasOwn', 'groupBy']],
    [Map, ['groupBy']],
    [Promise, ['any', 'withResolvers']],
    [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
    [Number.prototype, ['toLocaleString']],
  ]) for (const name of names) Object.defineProperty(owner, name, { get: () => tell(name) })
}`

/** The realm's own Date, with the time of the app's clock. */
const DATE_OF_CLOCK = `(nowMs) => {
  const Real = Date
  function ClockDate(...parts) {
    if (!new.target) return new Real(nowMs()).toString()
    return Reflect.construct(Real, parts.length === 0 ? [nowMs()] : parts, new.target)
  }
  ClockDate.prototype = Real.prototype
  Object.assign(ClockDate, { now: () => nowMs(), parse: Real.parse, UTC: Real.UTC })
  Real.prototype.constructor = ClockDate
  globalThis.Date = ClockDate
}`

/** WeChat's `require`: of the own package and the main one at once, of any other by `async`. */
const REQUIRE = `(now, later) => Object.assign((name) => now(name), {
  async: (name) => new Promise((done, fail) => later(name, done, (errMsg) => fail({ errMsg, mod: name }))),
})`

type Module = { exports: unknown }
type Later = (name: string, done: (exports: unknown) => void, fail: (errMsg: string) => void) => void
type Require = (now: (name: string) => unknown, later: Later) => unknown

/**
 * A realm like that of a mini-program's logic. It has the language and the given globals, but none of a browser or
 * Node. Strings cannot become code in it.
 */
export class Sandbox {
  readonly #context: object
  readonly #package: Package
  readonly #faults: Faults
  readonly #modules = new Map<string, Module>()
  readonly #running: string[] = []
  readonly #clock: AppClock
  readonly #subPackages: SubPackages
  readonly #parse: (text: string) => unknown
  readonly #requireOf: Require

  constructor(
    built: Package,
    { faults, clock, subPackages }: { faults: Faults; clock: AppClock; subPackages: SubPackages },
    globals: Record<string, unknown>,
  ) {
    this.#package = built
    this.#faults = faults
    this.#clock = clock
    this.#subPackages = subPackages
    const complain = (...words: unknown[]) => faults.add('console.error', words.map(String).join(' '))
    const quiet = () => undefined
    const sandbox = {
      ...globals,
      console: { log: quiet, info: quiet, debug: quiet, warn: quiet, group: quiet, groupEnd: quiet, error: complain },
      setTimeout: (work: () => void, ms = 0, ...rest: unknown[]) => this.#after(work, ms, rest, false),
      setInterval: (work: () => void, ms = 0, ...rest: unknown[]) => this.#after(work, ms, rest, true),
      clearTimeout: (id: unknown) => clock.clear(Number(id)),
      clearInterval: (id: unknown) => clock.clear(Number(id)),
    }
    this.#context = createContext(sandbox, { codeGeneration: { strings: false, wasm: false } })
    const takeAway = runInContext(ABSENT, this.#context) as (notify: (name: string) => undefined) => void
    takeAway((name) => void faults.add('an old phone', `it knows no ${name}`))
    const setClock = runInContext(DATE_OF_CLOCK, this.#context) as (nowMs: () => number) => void
    setClock(() => clock.nowMs)
    this.#parse = runInContext('JSON.parse', this.#context) as (text: string) => unknown
    this.#requireOf = runInContext(REQUIRE, this.#context) as Require
  }

  /** The file that runs now, without its extension: the name of its page or component. */
  get running(): string {
    return (this.#running.at(-1) ?? '').replace(/\.js$/, '')
  }

  /** A copy made of the realm's own objects, for values that JSON can represent. */
  copy<T>(value: T): T {
    return (value === undefined ? undefined : this.#parse(JSON.stringify(value))) as T
  }

  /** Runs a file of the package once. @returns its exports */
  require(path: string): unknown {
    const file = path.endsWith('.js') || path.endsWith('.wxs') ? path : `${path}.js`
    const known = this.#modules.get(file)
    if (known) return known.exports

    const module: Module = { exports: {} }
    this.#modules.set(file, module)
    const run = this.#package.script(file).runInContext(this.#context) as (...parts: unknown[]) => void
    this.#running.push(file)
    try {
      run(this.#requireIn(file), module, module.exports)
    } finally {
      this.#running.pop()
    }
    return module.exports
  }

  /** The `require` of a file. WeChat takes relative paths only, and nothing of another sub-package at once. */
  #requireIn(file: string): unknown {
    const rootOf = (path: string) => this.#subPackages.rootOf(path)
    const pathOf = (name: string) => {
      const path = posix.join(posix.dirname(file), name)
      if (
        !/^\.{0,2}[^/]/.test(name) ||
        !this.#package.has(path.replace(/(\.(js|wxs))?$/, (ending) => ending || '.js'))
      ) {
        throw new Error(`module '${path}' is not defined, require args is '${name}'`)
      }
      return path
    }
    const now = (name: string) => {
      const path = pathOf(name)
      const root = rootOf(path)
      if (root === undefined || root === rootOf(file)) return this.require(path)
      throw new Error(`module '${path}' is not defined, require args is '${name}': it is in the sub-package ${root}`)
    }
    const later: Later = (name, done, fail) => {
      const path = pathOf(name)
      this.#subPackages.load(path, (refusal) => {
        // Never in the same moment, even of a package that is there.
        this.later(`the script ${path}`, () => (refusal === undefined ? done(this.require(path)) : fail(refusal)))
      })
    }
    return this.#requireOf(now, later)
  }

  /** Runs something a little later, as WeChat's own answers arrive. */
  later(where: string, work: () => void, ms = 0): void {
    this.#after(work, ms, [], false, where)
  }

  #after(work: (...rest: unknown[]) => void, ms: number, rest: unknown[], repeats: boolean, where = 'a timer'): number {
    return this.#clock.set(() => this.#faults.guard(where, () => work(...rest)), Number(ms), repeats)
  }
}
