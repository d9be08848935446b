import type { Database } from '../../db/database.ts'
import { findAccount } from './account-queries.ts'
import { accountOfUser, purseOfOwn } from './tries.ts'
import { forgetTries, forgetTriesOfNames } from './tries-queries.ts'

/** Ends the pause after wrong passwords of a user who has another one now, by whichever name they were tried. */
export async function forgiveUserFailures(
  tx: Database,
  { userId, username }: { userId: string; username: string },
): Promise<void> {
  const phone = (await findAccount(tx, userId))?.phone ?? null
  await forgetTriesOfNames(tx, phone === null ? [username] : [username, phone])
  await forgetTries(tx, [purseOfOwn(accountOfUser(userId))[0].key])
}
