import type { BlacklistEntry } from '@paidang/api/areas/blacklist'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { type EntryRow, listEntries } from './blacklist-queries.ts'

/**
 * The caller's own blacklist, the latest first.
 *
 * @throws ApiError data_of_others
 * Source: specification §7 "Address and blacklist", permission matrix
 */
export async function listBlacklist(
  db: Database,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<BlacklistEntry[]> {
  if (userId !== actorId) throw new ApiError('data_of_others')
  return (await listEntries(db, actorId)).map(presentEntry)
}

/** A blacklist entry as its owner sees it. */
export function presentEntry({ id, user, createdAt }: EntryRow): BlacklistEntry {
  return { id, user, createTime: createdAt.toISOString() }
}
