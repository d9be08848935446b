import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { areKeptApart, blacklistEntries } from '../relations/tables.ts'

/** Whether one of two users has the other on his blacklist. */
export async function findKeptApart(db: Database, one: string, other: string): Promise<boolean> {
  const apart = areKeptApart(sql`${one}::bigint`, sql`${other}::bigint`)
  const { rows } = await db.execute<{ apart: boolean }>(sql`select ${apart} as apart`)
  return rows[0]?.apart ?? false
}

/** Those of these users of whom one of the two has the other on his blacklist. */
export async function listKeptApart(db: Database, by: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select other.id::text as id from unnest(${sql.param(others)}::bigint[]) other (id)
    where ${areKeptApart(sql`other.id`, by)}`)
  return rows.map(({ id }) => id)
}

/** Whether `ownerId` has `targetId` on his blacklist, which says nothing of the other way round. */
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

/** An entry with whom it is about. */
export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** Whom a user has on his blacklist, the latest first. */
export async function listEntries(db: Database, ownerId: string): Promise<EntryRow[]> {
  return selectEntries(db).where(eq(blacklistEntries.ownerId, ownerId)).orderBy(desc(blacklistEntries.id))
}

/** Whether there is a user of this id who has not closed his account. */
export async function isOpenAccount(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNull(users.closedAt)))) > 0
}

/** Puts a user on somebody's blacklist, where he may stand already. @returns the entry, and whether it is new */
export async function keepEntry(
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

/** Takes one entry, or all, off a user's blacklist. @returns who stood there */
export async function deleteEntries(tx: Database, ownerId: string, id?: string): Promise<string[]> {
  const own = and(eq(blacklistEntries.ownerId, ownerId), id === undefined ? undefined : eq(blacklistEntries.id, id))
  const rows = await tx.delete(blacklistEntries).where(own).returning({ targetId: blacklistEntries.targetId })
  return rows.map(({ targetId }) => targetId)
}
