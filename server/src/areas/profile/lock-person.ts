import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { lockUser, type UserRow } from './profile-queries.ts'

/**
 * What a person does from here to the end of the transaction he does one after the other.
 *
 * @throws ApiError session_expired (an account that was closed meanwhile)
 */
export async function lockPerson(tx: Database, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user || user.closedAt) throw new ApiError('session_expired')
  return user
}
