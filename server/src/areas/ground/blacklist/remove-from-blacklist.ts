import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { deleteEntries } from './blacklist-queries.ts'
import { publishBlockChange } from './publish-block-change.ts'

/**
 * The caller takes one entry off their blacklist.
 *
 * @throws ApiError blacklist_not_found, the same for a removed entry and an entry of another user.
 * Source: specification §7 "Address and blacklist"
 */
export async function removeFromBlacklist(
  db: Database,
  { entryId, actorId }: { entryId: string; actorId: string },
): Promise<null> {
  return db.transaction(async (tx) => {
    const targetIds = await deleteEntries(tx, actorId, entryId)
    if (targetIds.length === 0) throw new ApiError('blacklist_not_found')
    await publishBlockChange(tx, actorId, targetIds)
    return null
  })
}

/** The caller takes all entries off their blacklist. An empty blacklist stays empty. */
export async function clearBlacklist(db: Database, actorId: string): Promise<null> {
  return db.transaction(async (tx) => {
    await publishBlockChange(tx, actorId, await deleteEntries(tx, actorId))
    return null
  })
}
