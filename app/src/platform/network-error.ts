import { ApiError, leavesKeyOpen } from '@paidang/api/catalogue/errors'
import { notices } from '@paidang/api/catalogue/outcomes'

/**
 * No answer of our server: the network failed, the server did not answer in time, or a proxy answered instead.
 * `status` is set when anything answered, `hasTimedOut` when the whole time was waited. Source: specification §7 "Auth".
 */
export class NetworkError extends Error {
  readonly status: number | undefined
  readonly hasTimedOut: boolean

  constructor({
    status,
    hasTimedOut = false,
    cause,
  }: {
    status?: number
    hasTimedOut?: boolean
    cause?: unknown
  } = {}) {
    super(notices.networkError, { cause })
    this.name = 'NetworkError'
    this.status = status
    this.hasTimedOut = hasTimedOut
  }
}

/**
 * Whether the press may have acted although its success was not reported: no answer came, or one that leaves that open.
 * The next press keeps its key.
 */
export function mayHaveActed(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && leavesKeyOpen(error))
}
