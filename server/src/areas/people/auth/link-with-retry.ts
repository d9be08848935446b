import { ApiError } from '@paidang/api/catalogue/errors'
import { isUniqueViolation } from '../../../db/faults.ts'

/** Each repeat meets the holder that won before it, so more than this many callers at once are needed to use them up. */
const MAX_TRIES = 10

/**
 * Runs a transaction that links a number or a WeChat account. It runs again whenever a concurrent call linked the same
 * first: then its holder is visible.
 *
 * @throws ApiError server_busy when others were faster each time; what the transaction throws
 */
export async function linkWithRetry<T>(once: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once()
    } catch (error) {
      if (!isUniqueViolation(error, 'users_phone') && !isUniqueViolation(error, 'users_open_id')) throw error
      if (tries === MAX_TRIES) throw new ApiError('server_busy')
    }
  }
}
