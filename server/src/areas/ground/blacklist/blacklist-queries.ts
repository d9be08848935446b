import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { blacklistEntries, isBlockedBetween } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'

/** Whether one of two users has the other on their blacklist. */
export async function findBlock(db: Database, one: string, other: string): Promise<boolean> {
  const apart = isBlockedBetween(sql`${one}::bigint`, sql`${other}::bigint`)
  const { rows } = await db.execute<{ apart: boolean }>(sql`select ${apart} as apart`)
  return rows[0]?.apart ?? false
}

/** Returns those of `others` who are blocked from the user: one of the two has the other on their blacklist. */
export async function listBlocked(db: Database, actorId: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select other.id::text as id from unnest(${sql.param(others)}::bigint[]) other (id)
    where ${isBlockedBetween(sql`other.id`, actorId)}`)
  return rows.map(({ id }) => id)
}

/** Whether `ownerId` has `targetId` on their blacklist. The opposite direction is not checked. */
export async function findBlacklisted(db: Database, ownerId: string, targetId: string): Promise<boolean> {
  const entry = and(eq(blacklistEntries.ownerId, ownerId), eq(blacklistEntries.targetId, targetId))
  return (await db.$count(blacklistEntries, entry)) > 0
}

function selectEntries(db: Database) {
  const { id, createdAt, ownerId, targetId } = blacklistEntries
  const user = { id: users.id, nickname: users.nickname, avatar: users.avatar }
  return db
    .select({ id, createdAt, ownerId, targetId, user })
    .from(blacklistEntries)
    .innerJoin(users, eq(users.id, targetId))
    .$dynamic()
}

/** A blacklist entry with the user whom it names. */
export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** The blacklist of a user, the latest entry first. */
export async function listEntries(db: Database, ownerId: string): Promise<EntryRow[]> {
  return selectEntries(db).where(eq(blacklistEntries.ownerId, ownerId)).orderBy(desc(blacklistEntries.id))
}

/** Whether a user of this id exists and has not closed their account. */
export async function isOpenAccount(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNull(users.closedAt)))) > 0
}

/** Puts a user on somebody's blacklist, where they may be already. @returns the entry, and whether it is new */
export async function upsertEntry(
  tx: Database,
  { ownerId, targetId, now }: { ownerId: string; targetId: string; now: Date },
): Promise<EntryRow & { isNew: boolean }> {
  const inserted = await tx
    .insert(blacklistEntries)
    .values({ ownerId, targetId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: blacklistEntries.id })
  const own = and(eq(blacklistEntries.ownerId, ownerId), eq(blacklistEntries.targetId, targetId))
  const [row] = await selectEntries(tx).where(own)
  if (!row) throw new Error('an entry vanished inside its transaction')
  return { ...row, isNew: inserted.length > 0 }
}

/** Takes one entry, or all entries, off a user's blacklist. @returns the ids of the users who were on it */
export async function deleteEntries(tx: Database, ownerId: string, id?: string): Promise<string[]> {
  const own = and(eq(blacklistEntries.ownerId, ownerId), id === undefined ? undefined : eq(blacklistEntries.id, id))
  const rows = await tx.delete(blacklistEntries).where(own).returning({ targetId: blacklistEntries.targetId })
  return rows.map(({ targetId }) => targetId)
}
