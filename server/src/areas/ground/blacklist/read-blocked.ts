import type { Database } from '../../../db/database.ts'
import { findBlacklisted, findBlock, listBlocked } from './blacklist-queries.ts'

/**
 * Whether one of two users has the other on their blacklist. Then they do not see each other.
 *
 * Source: decision record 018
 */
export async function readIsBlocked(db: Database, one: string, other: string): Promise<boolean> {
  return one !== other && findBlock(db, one, other)
}

/**
 * Returns those of `others` who are blocked from the actor, in either direction. For a guest (undefined) the set is
 * empty.
 */
export async function readBlockedOf(
  db: Database,
  actorId: string | undefined,
  others: readonly string[],
): Promise<Set<string>> {
  if (actorId === undefined) return new Set()
  const ids = others.filter((id) => id !== actorId)
  return new Set(ids.length === 0 ? [] : await listBlocked(db, actorId, ids))
}

/**
 * Whether `ownerId` has `targetId` on their blacklist. Then the target does not see the owner; the owner still sees the
 * target.
 */
export async function hasBlacklisted(db: Database, ownerId: string, targetId: string): Promise<boolean> {
  return ownerId !== targetId && findBlacklisted(db, ownerId, targetId)
}
