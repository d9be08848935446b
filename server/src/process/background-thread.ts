import { Worker } from 'node:worker_threads'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { ThreadAnswer, ThreadCall } from './answer-calls.ts'

const ENTRY = new URL('./thread-entry.mjs', import.meta.url)
/** Work that needs more ends with its thread, and the process goes on. */
const MAX_HEAP_MB = 512

type Pending = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * Work that takes long, in a thread beside the one that answers requests. The thread starts with the first piece of work, and
 * another one after it broke. `entry` is its module, which calls `answerCalls`
 * and finds `settings` in its workerData.
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

  /** @throws ApiError as the work does, or server_busy when the thread broke */
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

  /** Ends the thread once it has let go of what it holds. */
  async stop(): Promise<void> {
    const { worker } = this
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('end')
    await ended
  }

  private start(): Worker {
    const worker = new Worker(ENTRY, {
      workerData: { entry: this.entry.href, ...this.settings },
      // The loader of the process would be another one.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    // A thread without work holds up no end of the process.
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

/** The refusal as it was thrown over there; its stack is for the log. */
function errorOf({ code, data, stack }: Extract<ThreadAnswer, { refusal: unknown }>['refusal']): ApiError {
  const error = new ApiError(code, { data })
  if (stack !== undefined) error.stack = stack
  return error
}
