import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { useOneTimePassword } from './account-queries.ts'

/**
 * Lets a one-time password from support open one log-in. Any other password may be used again and again.
 *
 * @returns whether it was a one-time password
 * @throws ApiError one_time_password_used, also when it has expired
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
