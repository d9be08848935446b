import { notices } from '@paidang/api/catalogue/outcomes'

/**
 * No answer, or one that is not ours: the network failed, the server could not be reached in time, or something in between
 * answered instead. `status` is there when anything answered. Source: specification §7 "Auth".
 */
export class NetworkError extends Error {
  readonly status: number | undefined

  constructor({ status, cause }: { status?: number; cause?: unknown } = {}) {
    super(notices.networkError, { cause })
    this.name = 'NetworkError'
    this.status = status
  }
}
