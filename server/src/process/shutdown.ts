/** Ends one part of the process; `hurry` says that nobody wants to wait any longer. */
export type Stopper = (hurry: AbortSignal) => Promise<void>

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C reaches us from the terminal and once more from npm, which passes it on: within this time it is one wish. */
const SAME_WISH_MS = 1_000

/**
 * Ends the process in good order, once: the parts stop in the reverse order of their start. A second signal skips the
 * waiting.
 */
export class Shutdown {
  private readonly stoppers: Stopper[] = []
  private readonly hurry = new AbortController()
  private startedAt: number | undefined

  /** Has the end begun? What fails from now on fails because of it. */
  get isRunning(): boolean {
    return this.startedAt !== undefined
  }

  /** Registers a part that has to be stopped; parts registered later stop earlier. */
  add(stop: Stopper): void {
    this.stoppers.push(stop)
  }

  /** Listens to the signals that ask a process to end. `onBegin` may tell so. */
  listen(onBegin: () => void): void {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (this.startedAt === undefined) {
          onBegin()
          void this.run(0)
        } else if (Date.now() - this.startedAt > SAME_WISH_MS) {
          this.hurry.abort()
        }
      })
    }
  }

  /** Stops all parts, then ends the process with that code, or with 1 when a part could not be stopped. */
  async run(exitCode: number): Promise<never> {
    // A second call only waits: the first one ends the process.
    if (this.startedAt !== undefined) return new Promise<never>(() => undefined)
    this.startedAt = Date.now()
    let code = exitCode
    for (const stop of this.stoppers.reverse()) {
      try {
        await stop(this.hurry.signal)
      } catch (error) {
        console.error('停止时出错：', error)
        code = 1
      }
    }
    process.exit(code)
  }
}

/** Waits for the promise, but no longer than that many milliseconds, and not at all once the signal has come. */
export async function waitAtMost(promise: Promise<unknown>, timeoutMs: number, hurry: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
    if (hurry.aborted) resolve()
    hurry.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await Promise.race([promise, enough])
  } finally {
    clearTimeout(timer)
  }
}
