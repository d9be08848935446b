import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { useOneTimePassword } from './account-queries.ts'

/**
 * Lets a password that support gave out open one log-in and no other; anybody's own opens as many as he likes.
 *
 * @returns whether it was one that support gave out
 * @throws ApiError one_time_password_used, also when it is too old
 */
export async function useUpPassword(
  tx: Database,
  { userId, oneTimeUntil }: { userId: string; oneTimeUntil: Date | null },
  now: Date,
): Promise<boolean> {
  if (oneTimeUntil === null) return false
  if (!(await useOneTimePassword(tx, userId, now))) throw new ApiError('one_time_password_used')
  return true
}
