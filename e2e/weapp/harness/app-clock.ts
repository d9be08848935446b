/** A timer that ends sooner than this is part of what is going on: drawing, a sheet that leaves, a skeleton. */
const SOON_MS = 500
/** An answer of the server takes longer than this: what is due sooner does not wait for one. */
const BEFORE_ANSWERS_MS = 20

type Timer = { id: number; dueMs: number; ms: number; repeats: boolean; run: () => void }

type Parts = {
  /** When the app starts, in milliseconds since 1970. */
  startMs: number
  /** Whether an answer from outside is still to come. */
  isBusy: () => boolean
}

/**
 * The time of one mini-program, which passes only by its timers: no test waits for it, and none depends on the machine's
 * speed. Timers below half a second end by themselves, in their order, as soon as every call is answered; longer ones end
 * when a test lets so much time pass.
 */
export class AppClock {
  #nowMs: number
  #lastId = 0
  #isClosed = false
  #isSuspended = false
  #turnIsDue = false
  /** Timers up to here end whether or not answers are still to come. */
  #passedMs = 0
  /** Timers up to here end between answers. */
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

  /** Whether nothing of the app is about to run and every call is answered. */
  get isIdle(): boolean {
    const next = this.#next()
    return !this.#isBusy() && !(next && this.#mayRun(next))
  }

  /** Runs something once so much later, or again and again. @returns the number by which `clear` knows it */
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

  /** Something has happened outside, as an answer that came: looks again what may run. */
  wake(): void {
    if (this.#turnIsDue || this.#isClosed) return
    this.#turnIsDue = true
    // A turn of its own for each timer: promises settle in between, as they do between real timers.
    setImmediate(() => this.#turn())
  }

  /** Resolves after the next turn, or soon after where none is due. */
  async changed(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      timer = setTimeout(resolve, BEFORE_ANSWERS_MS)
    })
    clearTimeout(timer)
  }

  /** Lets time pass whether or not answers are still to come. */
  async pass(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    this.#passedMs = end
    await this.#until(() => this.#isSuspended || (this.#next()?.dueMs ?? Infinity) > end)
    this.#nowMs = Math.max(this.#nowMs, end)
  }

  /** Lets time pass, and every answer come that is asked for meanwhile. */
  async advance(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    this.#advancedMs = end
    await this.#until(() => this.isIdle)
    this.#nowMs = Math.max(this.#nowMs, end)
  }

  /** The app stands still in the background, while time goes on. */
  suspend(): void {
    this.#isSuspended = true
  }

  /** It goes on, with what came due meanwhile. */
  resume(): void {
    this.#isSuspended = false
    this.wake()
  }

  /** Nothing runs after this. */
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

  /** Whether a timer is set that ends sooner than this; those before it end first. */
  #hasBelow(limitMs: number): boolean {
    for (const { ms, repeats } of this.#timers.values()) if (!repeats && ms < limitMs) return true
    return false
  }

  /** The timer that ends first. */
  #next(): Timer | undefined {
    let next: Timer | undefined
    // Of two that end together the one that was set first comes first, as the map keeps them.
    for (const timer of this.#timers.values()) if (!next || timer.dueMs < next.dueMs) next = timer
    return next
  }
}
