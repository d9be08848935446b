import type { Database } from '../../../db/database.ts'
import { findAccount } from './account-queries.ts'
import { accountOfUser, limitOfOwn } from './tries.ts'
import { forgetTries, forgetTriesOfNames } from './tries-queries.ts'

/** Ends the pause after wrong passwords for a user who has a new password, under every name of that user. */
export async function forgiveUserFailures(
  tx: Database,
  { userId, username }: { userId: string; username: string },
): Promise<void> {
  const phone = (await findAccount(tx, userId))?.phone ?? null
  await forgetTriesOfNames(tx, phone === null ? [username] : [username, phone])
  await forgetTries(tx, [limitOfOwn(accountOfUser(userId))[0].key])
}
