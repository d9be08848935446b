import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { deleteEntries } from './blacklist-queries.ts'
import { publishApart } from './publish-apart.ts'

/**
 * The caller takes one entry off his blacklist.
 *
 * @throws ApiError blacklist_not_found, the same for one that is gone and one of somebody else
 * Source: specification §7 "Address and blacklist"
 */
export async function removeFromBlacklist(
  db: Database,
  { entryId, by }: { entryId: string; by: string },
): Promise<null> {
  return db.transaction(async (tx) => {
    const targetIds = await deleteEntries(tx, by, entryId)
    if (targetIds.length === 0) throw new ApiError('blacklist_not_found')
    await publishApart(tx, by, targetIds)
    return null
  })
}

/** The caller takes all entries off his blacklist; an empty one stays empty. */
export async function clearBlacklist(db: Database, by: string): Promise<null> {
  return db.transaction(async (tx) => {
    await publishApart(tx, by, await deleteEntries(tx, by))
    return null
  })
}
