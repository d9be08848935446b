import { and, eq, gt, gte, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { phoneOfStudent } from '../../../tables/roster.ts'

/** A player is a student of a coach. */
export type RelationRow = { id: string; coachId: string; playerId: string; createdAt: Date }

const relationColumns = {
  id: studentRelations.id,
  coachId: studentRelations.coachId,
  playerId: studentRelations.playerId,
  createdAt: studentRelations.createdAt,
}

/** A user by their whole phone number. Undefined if nobody has it. */
export async function findByPhone(
  db: Database,
  phone: string,
): Promise<{ id: string; nickname: string; avatar: string | null; phoneVerified: boolean } | undefined> {
  const { id, nickname, avatar, phoneVerified } = users
  const [row] = await db.select({ id, nickname, avatar, phoneVerified }).from(users).where(eq(users.phone, phone))
  return row
}

/** The phone number of a coach's own student. Undefined if they are not a student, or if one has blocked the other. */
export async function findPhoneOfStudent(
  db: Database,
  { coachId, playerId }: { coachId: string; playerId: string },
): Promise<{ phone: string | null } | undefined> {
  const [row] = await db
    .select({ phone: phoneOfStudent(sql`${users}`) })
    .from(studentRelations)
    .innerJoin(users, eq(users.id, studentRelations.playerId))
    .where(
      and(
        eq(studentRelations.coachId, coachId),
        eq(studentRelations.playerId, playerId),
        not(isBlockedBetween(coachId, users.id)),
      ),
    )
  return row
}

/** The ids of a player's coaches, the longest relation first. */
export async function listCoachIds(db: Database, playerId: string): Promise<string[]> {
  const rows = await db
    .select({ coachId: studentRelations.coachId })
    .from(studentRelations)
    .where(eq(studentRelations.playerId, playerId))
    .orderBy(studentRelations.id)
  return rows.map(({ coachId }) => coachId)
}

/** Whether a player is a coach's student. */
export async function isStudentOf(
  db: Database,
  { coachId, playerId }: { coachId: string; playerId: string },
): Promise<boolean> {
  const own = and(eq(studentRelations.coachId, coachId), eq(studentRelations.playerId, playerId))
  return (await db.$count(studentRelations, own)) > 0
}

/** The nickname of a user. Undefined if there is no such user. */
export async function findNickname(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, userId))
  return row?.nickname
}

/** Makes a player a student of a coach, or returns the existing relation. `isNew` tells which. */
export async function upsertRelation(
  tx: Database,
  { coachId, playerId, now }: { coachId: string; playerId: string; now: Date },
): Promise<RelationRow & { isNew: boolean }> {
  const [row] = await tx
    .insert(studentRelations)
    .values({ coachId, playerId, createdAt: now })
    // The update changes no value, but it locks and returns the existing row.
    .onConflictDoUpdate({
      target: [studentRelations.coachId, studentRelations.playerId],
      set: { createdAt: studentRelations.createdAt },
    })
    .returning({ ...relationColumns, isNew: sql<boolean>`xmax = 0` })
  if (!row) throw new Error('the insert of a relation answered no row')
  return row
}

/**
 * Locks a coach's relation with a student, so that no class of the two is made meanwhile. Undefined if the coach has no
 * such relation.
 */
export async function lockRelation(
  tx: Database,
  { id, coachId }: { id: string; coachId: string },
): Promise<RelationRow | undefined> {
  const [row] = await tx
    .select(relationColumns)
    .from(studentRelations)
    .where(and(eq(studentRelations.id, id), eq(studentRelations.coachId, coachId)))
    .for('update')
  return row
}

/**
 * Locks a player's relation with a coach, so that no class or contract of the two is made meanwhile. Undefined if there
 * is none.
 */
export async function lockRelationOfPlayer(
  tx: Database,
  { coachId, playerId }: { coachId: string; playerId: string },
): Promise<RelationRow | undefined> {
  const [row] = await tx
    .select(relationColumns)
    .from(studentRelations)
    .where(and(eq(studentRelations.coachId, coachId), eq(studentRelations.playerId, playerId)))
    .for('update')
  return row
}

/** Whether a player has remaining, unexpired lesson hours of a course that a coach teaches. */
export async function hasHoursWith(
  db: Database,
  { coachId, playerId, today }: { coachId: string; playerId: string; today: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(coachCourses, eq(coachCourses.courseId, contracts.courseId))
    .where(
      and(
        eq(coachCourses.coachId, coachId),
        eq(contracts.userId, playerId),
        gt(contracts.remainingSessions, 0),
        gte(contracts.expiryDate, today),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Deletes a relation. */
export async function deleteRelation(tx: Database, id: string): Promise<void> {
  await tx.delete(studentRelations).where(eq(studentRelations.id, id))
}

/** Makes many players students of coaches, where they are not yet. */
export async function insertRelations(
  tx: Database,
  relations: readonly { coachId: string; playerId: string }[],
  now: Date,
): Promise<void> {
  if (relations.length === 0) return
  await tx.execute(sql`
    insert into ${studentRelations} (coach_id, player_id, created_at)
    select distinct "coachId", "playerId", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(relations)}::jsonb) as r("coachId" bigint, "playerId" bigint)
    where "coachId" <> "playerId" order by 1, 2 on conflict do nothing`)
}

/** Moves the relations of a registered student to the account that claimed them. */
export async function handOverRelations(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const gone = await tx.delete(studentRelations).where(eq(studentRelations.playerId, from)).returning()
  const others = gone.filter(({ coachId }) => coachId !== to)
  if (others.length === 0) return
  const moved = others.map(({ coachId, createdAt }) => ({ coachId, playerId: to, createdAt }))
  await tx.insert(studentRelations).values(moved).onConflictDoNothing()
}
