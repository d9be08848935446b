import { sayFault } from './logger.ts'

/** Stops one part of the process. When `signal` is aborted it must stop waiting. */
export type Stopper = (signal: AbortSignal) => Promise<void>

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C arrives from the terminal and again from npm, which passes it on. Within this time both count as one. */
const SAME_WISH_MS = 1_000

/**
 * Ends the process in good order, once. The parts stop in the reverse order of their start. A second signal skips the
 * waiting.
 */
export class Shutdown {
  private readonly stoppers: Stopper[] = []
  private readonly signal = new AbortController()
  private startedAt: number | undefined

  /** Whether the shutdown has begun. Faults from then on are caused by it. */
  get isRunning(): boolean {
    return this.startedAt !== undefined
  }

  /** Registers a part to stop. Parts registered later stop earlier. */
  add(stop: Stopper): void {
    this.stoppers.push(stop)
  }

  /** Listens to the signals that ask a process to end. `onBegin` is called when the shutdown begins. */
  listen(onBegin: () => void): void {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (this.startedAt === undefined) {
          onBegin()
          void this.run(0)
        } else if (Date.now() - this.startedAt > SAME_WISH_MS) {
          this.signal.abort()
        }
      })
    }
  }

  /** Stops all parts, then ends the process with that code, or with 1 when a part could not be stopped. */
  async run(exitCode: number): Promise<never> {
    // A second call only waits, since the first one ends the process.
    if (this.startedAt !== undefined) return new Promise<never>(() => undefined)
    this.startedAt = Date.now()
    let code = exitCode
    for (const stop of this.stoppers.reverse()) {
      try {
        await stop(this.signal.signal)
      } catch (error) {
        sayFault('停止时出错：', error)
        code = 1
      }
    }
    process.exit(code)
  }
}

/** Waits for the promise, at most that many milliseconds, and not at all once the signal is aborted. */
export async function waitAtMost(promise: Promise<unknown>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await Promise.race([promise, enough])
  } finally {
    clearTimeout(timer)
  }
}
