import { ApiError, errors, leavesKeyOpen } from '@paidang/api/catalogue/errors'

/** No answer of our server: the network is down, or a proxy answered. */
export class NetworkError extends Error {
  constructor() {
    super('网络异常，请检查网络后重试')
    this.name = 'NetworkError'
  }
}

/**
 * Whether the call may have acted although its success was not reported: no answer came, or one that leaves that open.
 * The same input then keeps its key.
 */
export function mayHaveActed(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && leavesKeyOpen(error))
}

/** The message of a failure. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : errors.unexpected.message
}
