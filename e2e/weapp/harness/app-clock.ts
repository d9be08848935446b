/** A shorter timer belongs to the present activity: drawing, a closing sheet, a skeleton. */
const SOON_MS = 500
/** An answer of the server takes longer than this. A timer due sooner does not wait for answers. */
const BEFORE_ANSWERS_MS = 20

type Timer = { id: number; dueMs: number; ms: number; repeats: boolean; run: () => void }

type Parts = {
  /** When the app starts, in milliseconds since 1970. */
  startMs: number
  /** Whether an answer from outside is pending. */
  isBusy: () => boolean
}

/**
 * The time of one mini-program. It passes only by its timers, so no test waits for it, and none depends on the
 * machine's speed. Timers below half a second run by themselves, in order, as soon as every call is answered. Longer
 * ones run when a test lets that much time pass.
 */
export class AppClock {
  #nowMs: number
  #lastId = 0
  #isClosed = false
  #isSuspended = false
  #turnIsDue = false
  /** Timers up to here run even while answers are pending. */
  #passedMs = 0
  /** Timers up to here run between answers. */
  #advancedMs = 0
  #waiting: (() => void)[] = []
  readonly #timers = new Map<number, Timer>()
  readonly #isBusy: () => boolean

  constructor({ startMs, isBusy }: Parts) {
    this.#nowMs = startMs
    this.#isBusy = isBusy
  }

  /** Milliseconds since 1970, as the app reads them. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** Whether all calls are answered and the app has nothing more to run now. */
  get isIdle(): boolean {
    const next = this.#next()
    return !this.#isBusy() && !(next && this.#mayRun(next))
  }

  /** Runs a function once after `ms`, or repeatedly. @returns the number for `clear` */
  set(run: () => void, ms: number, repeats = false): number {
    this.#lastId += 1
    const wait = Math.max(1, ms || 0)
    if (!this.#isClosed) {
      this.#timers.set(this.#lastId, { id: this.#lastId, dueMs: this.#nowMs + wait, ms: wait, repeats, run })
    }
    this.wake()
    return this.#lastId
  }

  clear(id: number): void {
    this.#timers.delete(id)
  }

  /** Checks again what may run, because something happened outside, such as an answer. */
  wake(): void {
    if (this.#turnIsDue || this.#isClosed) return
    this.#turnIsDue = true
    // Each timer gets a separate turn. Promises settle in between, as they do between real timers.
    setImmediate(() => this.#turn())
  }

  /** Resolves after the next turn, or soon if none is due. */
  async changed(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      timer = setTimeout(resolve, BEFORE_ANSWERS_MS)
    })
    clearTimeout(timer)
  }

  /** Lets time pass, even while answers are pending. */
  async pass(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    this.#passedMs = end
    await this.#until(() => this.#isSuspended || (this.#next()?.dueMs ?? Infinity) > end)
    this.#nowMs = Math.max(this.#nowMs, end)
  }

  /** Lets time pass, and waits for every answer that is requested meanwhile. */
  async advance(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    this.#advancedMs = end
    await this.#until(() => this.isIdle)
    this.#nowMs = Math.max(this.#nowMs, end)
  }

  /** Stops the app in the background, while time goes on. */
  suspend(): void {
    this.#isSuspended = true
  }

  /** Continues the app, with the timers that came due meanwhile. */
  resume(): void {
    this.#isSuspended = false
    this.wake()
  }

  /** Runs nothing any more. */
  close(): void {
    this.#isClosed = true
    this.#timers.clear()
  }

  async #until(holds: () => boolean): Promise<void> {
    do {
      this.wake()
      await this.changed()
    } while (!holds() && !this.#isClosed)
  }

  #turn(): void {
    this.#turnIsDue = false
    const next = this.#next()
    if (next && this.#mayRun(next)) {
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      if (next.repeats) next.dueMs = this.#nowMs + next.ms
      else this.#timers.delete(next.id)
      next.run()
      this.wake()
    }
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #mayRun({ dueMs }: Timer): boolean {
    if (this.#isSuspended) return false
    if (dueMs <= Math.max(this.#nowMs, this.#passedMs) || this.#hasBelow(BEFORE_ANSWERS_MS)) return true
    if (this.#isBusy()) return false
    return dueMs <= this.#advancedMs || this.#hasBelow(SOON_MS)
  }

  /** Whether a one-time timer shorter than this is set. Timers before it run first. */
  #hasBelow(limitMs: number): boolean {
    for (const { ms, repeats } of this.#timers.values()) if (!repeats && ms < limitMs) return true
    return false
  }

  /** The timer that ends first. */
  #next(): Timer | undefined {
    let next: Timer | undefined
    // Of two timers that end together, the one set first runs first, in the order of the map.
    for (const timer of this.#timers.values()) if (!next || timer.dueMs < next.dueMs) next = timer
    return next
  }
}
