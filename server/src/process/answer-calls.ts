import { parentPort } from 'node:worker_threads'
import type { ErrorCode } from '@paidang/api/catalogue/errors'
import { asApiError } from '../http/error-handler.ts'

/** A piece of work for a thread. Its values must be copyable: no functions and no classes of ours. */
export type ThreadCall = { id: number; input: unknown }

/** The outcome of a piece of work. */
export type ThreadAnswer = { id: number } & (
  | { result: unknown }
  | { refusal: { code: ErrorCode; data: unknown; stack: string | undefined } }
)

/** Makes this thread answer the calls of a BackgroundThread. `end` releases its resources before the thread ends. */
export function answerCalls(work: (input: unknown) => Promise<unknown> | unknown, end?: () => Promise<void>): void {
  const port = parentPort
  if (!port) throw new Error('this module is for a thread')
  port.on('message', async (message: ThreadCall | 'end') => {
    if (message === 'end') {
      await end?.()
      port.close()
      return
    }
    const { id, input } = message
    try {
      port.postMessage({ id, result: await work(input) } satisfies ThreadAnswer)
    } catch (error) {
      const { code, data } = asApiError(error)
      const stack = error instanceof Error ? error.stack : undefined
      port.postMessage({ id, refusal: { code, data, stack } } satisfies ThreadAnswer)
    }
  })
}
