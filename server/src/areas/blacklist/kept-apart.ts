import type { Database } from '../../db/database.ts'
import { findBlacklisted, findKeptApart, listKeptApart } from './blacklist-queries.ts'

/** Whether one of two users has the other on his blacklist: then they do not see each other. Source: decision record 018 */
export async function readKeptApart(db: Database, one: string, other: string): Promise<boolean> {
  return one !== other && findKeptApart(db, one, other)
}

/** Those of these users who and `by` keep out of each other's sight; a guest (undefined) has no such. */
export async function readKeptApartOf(
  db: Database,
  by: string | undefined,
  others: readonly string[],
): Promise<Set<string>> {
  if (by === undefined) return new Set()
  const ids = others.filter((id) => id !== by)
  return new Set(ids.length === 0 ? [] : await listKeptApart(db, by, ids))
}

/** Whether `ownerId` has `targetId` on his blacklist, so that the target does not see the owner; the owner still may. */
export async function hasBlacklisted(db: Database, ownerId: string, targetId: string): Promise<boolean> {
  return ownerId !== targetId && findBlacklisted(db, ownerId, targetId)
}
