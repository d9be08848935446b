import type { BlacklistEntry } from '@paidang/api/areas/blacklist'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { isOpenAccount, upsertEntry } from './blacklist-queries.ts'
import { presentEntry } from './list-blacklist.ts'
import { publishBlockChange } from './publish-block-change.ts'

/**
 * The caller blacklists another user. From now on neither of the two finds the other. Blacklisting the same user again
 * answers the same entry.
 *
 * @throws ApiError blacklist_oneself, user_not_found (unknown user, or a closed account).
 * Source: specification §7 "Address and blacklist", decision record 018
 */
export async function addToBlacklist(
  db: Database,
  { targetId, actorId, now }: { targetId: string; actorId: string; now: Date },
): Promise<BlacklistEntry> {
  if (targetId === actorId) throw new ApiError('blacklist_oneself')
  return db.transaction(async (tx) => {
    if (!(await isOpenAccount(tx, targetId))) throw new ApiError('user_not_found')
    const { isNew, ...entry } = await upsertEntry(tx, { ownerId: actorId, targetId, now })
    if (isNew) await publishBlockChange(tx, actorId, [targetId])
    return presentEntry(entry)
  })
}
