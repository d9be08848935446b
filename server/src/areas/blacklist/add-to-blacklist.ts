import type { BlacklistEntry } from '@paidang/api/areas/blacklist'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { isOpenAccount, keepEntry } from './blacklist-queries.ts'
import { presentEntry } from './list-blacklist.ts'
import { publishApart } from './publish-apart.ts'

/**
 * The caller has nothing more to do with somebody: from now on neither finds the other. The same one again answers the same
 * entry.
 *
 * @throws ApiError blacklist_oneself, user_not_found (nobody, or an account that was closed)
 * Source: specification §7 "Address and blacklist", decision record 018
 */
export async function addToBlacklist(
  db: Database,
  { targetId, by, now }: { targetId: string; by: string; now: Date },
): Promise<BlacklistEntry> {
  if (targetId === by) throw new ApiError('blacklist_oneself')
  return db.transaction(async (tx) => {
    if (!(await isOpenAccount(tx, targetId))) throw new ApiError('user_not_found')
    const { isNew, ...entry } = await keepEntry(tx, { ownerId: by, targetId, now })
    if (isNew) await publishApart(tx, by, [targetId])
    return presentEntry(entry)
  })
}
