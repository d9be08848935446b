import { Worker } from 'node:worker_threads'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { ThreadAnswer, ThreadCall } from './answer-calls.ts'

/** Loads a module of the sources, which a thread cannot. */
const SOURCE_LOADER = new URL('./thread-entry.mjs', import.meta.url)
/** Work that needs more memory ends with its thread, and the process continues. */
const MAX_HEAP_MB = 512

type Pending = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * Runs long work in a thread beside the one that answers requests. The thread starts with the first piece of work.
 * After a crash the next piece starts another one. `entry` is its module, which calls `answerCalls` and finds
 * `settings` in its workerData.
 */
export class BackgroundThread {
  private readonly entry: URL
  private readonly settings: object
  private readonly pending = new Map<number, Pending>()
  private worker: Worker | undefined
  private calls = 0

  constructor(entry: URL, settings: object = {}) {
    this.entry = entry
    this.settings = settings
  }

  /**
   * Runs a piece of work in the thread.
   *
   * @throws ApiError as the work does, or server_busy when the thread crashed
   */
  run(input: unknown): Promise<unknown> {
    const worker = this.worker ?? this.start()
    this.calls += 1
    const call: ThreadCall = { id: this.calls, input }
    return new Promise((resolve, reject) => {
      this.pending.set(call.id, { resolve, reject })
      worker.postMessage(call)
      worker.ref()
    })
  }

  /** Ends the thread after it has released its resources. */
  async stop(): Promise<void> {
    const { worker } = this
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('end')
    await ended
  }

  private start(): Worker {
    const worker = new Worker(this.entry.href.endsWith('.ts') ? SOURCE_LOADER : this.entry, {
      workerData: { entry: this.entry.href, ...this.settings },
      // The thread needs another loader than the process.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    // A thread without work must not keep the process alive.
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => this.settle(worker, answer))
    let cause: unknown
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined
      this.giveUp(cause)
    })
    this.worker = worker
    return worker
  }

  private settle(worker: Worker, { id, ...answer }: ThreadAnswer): void {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    if (this.pending.size === 0) worker.unref()
    if ('result' in answer) pending?.resolve(answer.result)
    else pending?.reject(errorOf(answer.refusal))
  }

  private giveUp(cause: unknown): void {
    const left = [...this.pending.values()]
    this.pending.clear()
    const broken = new ApiError('server_busy')
    broken.cause = cause
    for (const { reject } of left) reject(broken)
  }
}

/** Recreates the refusal that was thrown in the thread. Its stack is for the log. */
function errorOf({ code, data, stack }: Extract<ThreadAnswer, { refusal: unknown }>['refusal']): ApiError {
  const error = new ApiError(code, { data })
  if (stack !== undefined) error.stack = stack
  return error
}
