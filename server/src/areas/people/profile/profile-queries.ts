import type { LevelSource } from '@paidang/domain/areas/profile/level'
import { and, count, desc, eq, isNull, not } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { studentRelations } from '../../../tables/relations.ts'

/** A user as stored. */
export type UserRow = typeof users.$inferSelect

/** Locks a user's row for the rest of the transaction. This serialises changes of the profile, level and role. */
export async function lockUser(tx: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return row
}

/** A user's current row; undefined when there is none. */
export async function findUser(db: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

/** Like lockUser, but also waits for transactions that refer to the user, such as a booking, and blocks new ones. */
export async function lockUserWhole(tx: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return row
}

/** Locks several users in the order of their ids, which avoids deadlocks. */
export async function lockUsers(tx: Database, userIds: readonly string[]): Promise<UserRow[]> {
  const ids = [...new Set(userIds)].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
  const rows: UserRow[] = []
  for (const id of ids) {
    const row = await lockUser(tx, id)
    if (row) rows.push(row)
  }
  return rows
}

/** Changes a locked user. */
export async function updateUser(tx: Database, userId: string, change: Partial<UserRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(users).set(change).where(eq(users.id, userId))
}

/** The sources of a user's level, each once; empty when no level was ever stated. */
export async function listLevelSources(db: Database, userId: string): Promise<LevelSource[]> {
  const rows = await db
    .selectDistinct({ source: levelChanges.source })
    .from(levelChanges)
    .where(eq(levelChanges.userId, userId))
  return rows.map(({ source }) => source)
}

/** Records why a user's level changed. @returns the row's id */
export async function insertLevelChange(tx: Database, change: typeof levelChanges.$inferInsert): Promise<string> {
  const [row] = await tx.insert(levelChanges).values(change).returning({ id: levelChanges.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Deletes the levels that a user stated. The database keeps those from coaches and results. */
export async function deleteStatedLevels(tx: Database, userId: string): Promise<void> {
  await tx.delete(levelChanges).where(and(eq(levelChanges.userId, userId), eq(levelChanges.source, 'SELF')))
}

function selectLevelChanges(db: Database, viewerId: string) {
  const { id, nickname, avatar } = users
  const isSeen = not(isBlockedBetween(levelChanges.byUserId, viewerId))
  return db
    .select({ change: levelChanges, actor: { id, nickname, avatar } })
    .from(levelChanges)
    .leftJoin(users, and(eq(users.id, levelChanges.byUserId), isSeen))
    .$dynamic()
}

/** A change with the assessing coach, unless that coach and the viewer are blocked. */
export type LevelChangeRow = Awaited<ReturnType<typeof selectLevelChanges>>[number]

/** One page of the history of a user's level, the latest first, as the viewer may see it. */
export async function pageLevelChanges(
  db: Database,
  { userId, viewerId, limit, offset }: { userId: string; viewerId: string; limit: number; offset: number },
): Promise<{ rows: LevelChangeRow[]; total: number }> {
  const his = eq(levelChanges.userId, userId)
  const rows = await selectLevelChanges(db, viewerId)
    .where(his)
    .orderBy(desc(levelChanges.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(levelChanges).where(his)
  return { rows, total: counted?.total ?? 0 }
}

/** Finds one change of a level, as the viewer may see it. */
export async function findLevelChange(
  db: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<LevelChangeRow | undefined> {
  const [row] = await selectLevelChanges(db, viewerId).where(eq(levelChanges.id, id))
  return row
}

/** The condition that a player is a student of a coach, and neither has blocked the other. */
const isLiveRelation = (coachId: string, playerId: string) =>
  and(
    eq(studentRelations.coachId, coachId),
    eq(studentRelations.playerId, playerId),
    not(isBlockedBetween(coachId, playerId)),
  )

/** Whether a player is a student of a coach, and neither has blocked the other. */
export async function isStudentOf(db: Database, coachId: string, playerId: string): Promise<boolean> {
  return (await db.$count(studentRelations, isLiveRelation(coachId, playerId))) > 0
}

/** Like isStudentOf, and locks the relation: it cannot end before the transaction does. */
export async function lockStudentForShare(tx: Database, coachId: string, playerId: string): Promise<boolean> {
  const kept = await tx
    .select({ playerId: studentRelations.playerId })
    .from(studentRelations)
    .where(isLiveRelation(coachId, playerId))
    .for('key share')
  return kept.length > 0
}

/** The sessions in which a user is logged in. */
export async function listSessionIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.revokedAt)))
  return rows.map(({ id }) => id)
}
