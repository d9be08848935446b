import { isUniqueViolation } from '../../db/faults.ts'

/**
 * Runs a transaction that links a number or a WeChat, and once more when somebody else linked it at the same moment: then it is
 * seen whose it is.
 */
export async function linkTwice<T>(once: () => Promise<T>): Promise<T> {
  return once().catch((error: unknown) => {
    if (isUniqueViolation(error, 'users_phone') || isUniqueViolation(error, 'users_open_id')) return once()
    throw error
  })
}
