import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { blacklistEntries, isBlockedBetween } from '../../../tables/blacklist.ts'

/**
 * Whether one of two users has the other on their blacklist. Then they do not see each other.
 *
 * Source: decision record 018
 */
export async function readIsBlocked(db: Database, one: string, other: string): Promise<boolean> {
  if (one === other) return false
  const apart = isBlockedBetween(sql`${one}::bigint`, sql`${other}::bigint`)
  const { rows } = await db.execute<{ apart: boolean }>(sql`select ${apart} as apart`)
  return rows[0]?.apart ?? false
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
  if (ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    select other.id::text as id from unnest(${sql.param(ids)}::bigint[]) other (id)
    where ${isBlockedBetween(sql`other.id`, actorId)}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether `ownerId` has `targetId` on their blacklist. Then the target does not see the owner; the owner still sees the
 * target.
 */
export async function hasBlacklisted(db: Database, ownerId: string, targetId: string): Promise<boolean> {
  if (ownerId === targetId) return false
  const entry = and(eq(blacklistEntries.ownerId, ownerId), eq(blacklistEntries.targetId, targetId))
  return (await db.$count(blacklistEntries, entry)) > 0
}

/** All who are blocked from a user, in either direction: for most nobody. Then lists need not ask it of each person. */
export async function readAllBlocked(db: Database, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select target_id::text as id from ${blacklistEntries} where owner_id = ${userId}
    union select owner_id::text from ${blacklistEntries} where target_id = ${userId}`)
  return rows.map(({ id }) => id)
}
