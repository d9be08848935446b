import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { lockUser, type UserRow } from './profile-queries.ts'

/**
 * Serialises the actions of a person until the end of the transaction.
 *
 * @throws ApiError session_expired (the account was closed in the meantime)
 */
export async function lockPerson(tx: Database, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user || user.closedAt) throw new ApiError('session_expired')
  return user
}
