import { isUniqueViolation } from '../../db/faults.ts'

/**
 * Runs a transaction that links a number or a WeChat account. It runs a second time when a concurrent call linked the
 * same: then its holder is visible.
 */
export async function linkWithRetry<T>(once: () => Promise<T>): Promise<T> {
  return once().catch((error: unknown) => {
    if (isUniqueViolation(error, 'users_phone') || isUniqueViolation(error, 'users_open_id')) return once()
    throw error
  })
}
