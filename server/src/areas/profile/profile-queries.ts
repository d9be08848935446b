import type { LevelSource } from '@paidang/domain/areas/profile/level'
import { and, count, desc, eq, isNull, not } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { loginSessions } from '../auth/tables.ts'
import { areKeptApart, studentRelations } from '../relations/tables.ts'
import { levelChanges, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect

/** Locks a user's row for the rest of the transaction: his profile, his level and what he is change one after the other. */
export async function lockUser(tx: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return row
}

/** A user's row as it stands; undefined for nobody. */
export async function findUser(db: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

/** As lockUser, but waits also for whoever is about to refer to the user, as a booking under way does, and keeps others from it. */
export async function lockUserWhole(tx: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return row
}

/** Locks several users in the order of their ids, so that nobody waits for whom waits for him. */
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

/** What a user's level rests on, each source once; none where he never said one. */
export async function listLevelSources(db: Database, userId: string): Promise<LevelSource[]> {
  const rows = await db
    .selectDistinct({ source: levelChanges.source })
    .from(levelChanges)
    .where(eq(levelChanges.userId, userId))
  return rows.map(({ source }) => source)
}

/** Writes down why a user's level is what it is. @returns the row's id */
export async function insertLevelChange(tx: Database, change: typeof levelChanges.$inferInsert): Promise<string> {
  const [row] = await tx.insert(levelChanges).values(change).returning({ id: levelChanges.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Takes away what a user said of his own level; the database keeps what a coach or results said. */
export async function deleteStatedLevels(tx: Database, userId: string): Promise<void> {
  await tx.delete(levelChanges).where(and(eq(levelChanges.userId, userId), eq(levelChanges.source, 'SELF')))
}

function selectLevelChanges(db: Database, viewerId: string) {
  const { id, nickname, avatar } = users
  const isSeen = not(areKeptApart(levelChanges.byUserId, viewerId))
  return db
    .select({ change: levelChanges, by: { id, nickname, avatar } })
    .from(levelChanges)
    .leftJoin(users, and(eq(users.id, levelChanges.byUserId), isSeen))
    .$dynamic()
}

/** A change with the coach who assessed, unless he and the viewer are kept apart. */
export type LevelChangeRow = Awaited<ReturnType<typeof selectLevelChanges>>[number]

/** One page of how a user's level came about, the latest first, as a viewer may know it. */
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

export async function findLevelChange(
  db: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<LevelChangeRow | undefined> {
  const [row] = await selectLevelChanges(db, viewerId).where(eq(levelChanges.id, id))
  return row
}

/** That a player is a coach's student, and neither has the other on his blacklist. */
const isLiveRelation = (coachId: string, playerId: string) =>
  and(
    eq(studentRelations.coachId, coachId),
    eq(studentRelations.playerId, playerId),
    not(areKeptApart(coachId, playerId)),
  )

/** Whether a player is a coach's student, and the two do not keep out of each other's sight. */
export async function isStudentOf(db: Database, coachId: string, playerId: string): Promise<boolean> {
  return (await db.$count(studentRelations, isLiveRelation(coachId, playerId))) > 0
}

/** The same, and keeps him his student until the transaction ends: whoever parts them waits. */
export async function keepStudentOf(tx: Database, coachId: string, playerId: string): Promise<boolean> {
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
