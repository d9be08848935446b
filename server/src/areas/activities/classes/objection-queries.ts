import type { ManagedObjection, ObjectionStage } from '@paidang/api/areas/admin-classes'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { accountStateAt } from '../../../tables/auth.ts'
import { classObjections, invitations, operatorsMayAnswer } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'

export type ObjectionRow = typeof classObjections.$inferSelect

/** The objections to a class, oldest first, optionally of one person. */
export async function listObjections(
  db: Database,
  { invitationId, userId }: { invitationId: string; userId?: string | undefined },
): Promise<ObjectionRow[]> {
  return db
    .select()
    .from(classObjections)
    .where(
      and(
        eq(classObjections.invitationId, invitationId),
        userId === undefined ? undefined : eq(classObjections.userId, userId),
      ),
    )
    .orderBy(asc(classObjections.id))
}

export async function findObjection(db: Database, id: string): Promise<ObjectionRow | undefined> {
  const [row] = await db.select().from(classObjections).where(eq(classObjections.id, id))
  return row
}

/** Inserts an objection. The key allows one for each seat. */
export async function insertObjection(
  tx: Database,
  objection: Pick<ObjectionRow, 'invitationId' | 'userId' | 'words' | 'createdAt'>,
): Promise<string> {
  const [row] = await tx
    .insert(classObjections)
    .values({ ...objection, state: 'OPEN' })
    .returning({ id: classObjections.id })
  if (!row) throw new Error(`no objection to class ${objection.invitationId} was written`)
  return row.id
}

export async function updateObjection(
  tx: Database,
  id: string,
  answer: Pick<ObjectionRow, 'state' | 'answer' | 'answeredBy' | 'answeredAt'>,
): Promise<void> {
  await tx.update(classObjections).set(answer).where(eq(classObjections.id, id))
}

/** What a class consumed of one player's hours, and on which contract; undefined when nothing. */
export async function findUse(db: Database, { invitationId, userId }: { invitationId: string; userId: string }) {
  const [row] = await db
    .select({ contractId: usedRecords.contractId, usedSessions: usedRecords.usedSessions })
    .from(usedRecords)
    .where(and(eq(usedRecords.invitationId, invitationId), eq(usedRecords.userId, userId)))
  return row
}

/** What a class consumed of each player's hours. */
export async function listUses(db: Database, invitationId: string) {
  return db
    .select({ userId: usedRecords.userId, usedSessions: usedRecords.usedSessions })
    .from(usedRecords)
    .where(eq(usedRecords.invitationId, invitationId))
}

/** Whether a user cannot log in: suspended, or the account is closed. */
export async function isLockedOut(db: Database, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ state: accountStateAt(now) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.state !== 'NORMAL'
}

/** An objection with the names that belong to it. */
export type ManagedObjectionRow = Omit<ManagedObjection, 'at' | 'operatorsFrom' | 'answeredAt' | 'isByPlatform'> &
  Pick<ObjectionRow, 'createdAt' | 'answeredAt' | 'answeredBy'>

type Query = Page & { stage?: ObjectionStage | undefined; now: Date }

/** The condition of a stage of objections. Without a stage, all waiting ones. */
function conditionOf(stage: ObjectionStage | undefined, now: Date): SQL | undefined {
  const { state } = classObjections
  if (stage === 'answered') return ne(state, 'OPEN')
  const condition = operatorsMayAnswer(now)
  return and(eq(state, 'OPEN'), stage && (stage === 'platform' ? condition : not(condition)))
}

/** One page of the objections. Waiting ones are the oldest first, answered ones the latest first. */
export async function pageObjections(
  db: Database,
  { stage, now, ...page }: Query,
): Promise<{ rows: ManagedObjectionRow[]; total: number }> {
  const player = alias(users, 'player')
  const { id, words, createdAt, invitationId, userId, state, answer, answeredAt, answeredBy } = classObjections
  const where = conditionOf(stage, now)
  const order = stage === 'answered' ? [desc(answeredAt), desc(id)] : [asc(createdAt), asc(id)]
  const rows = await db
    .select({
      id,
      invitationId,
      words,
      createdAt,
      state,
      answer,
      answeredAt,
      answeredBy,
      player: { id: player.id, nickname: player.nickname, avatar: player.avatar },
      coach: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      coachState: accountStateAt(now),
      companyName: companies.companyName,
      courseDesignName: invitations.courseDesignName,
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      usedSessions: usedRecords.usedSessions,
    })
    .from(classObjections)
    .innerJoin(invitations, eq(invitations.id, invitationId))
    .innerJoin(users, eq(users.id, invitations.coachId))
    .innerJoin(player, eq(player.id, userId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(usedRecords, and(eq(usedRecords.invitationId, invitationId), eq(usedRecords.userId, userId)))
    .where(where)
    .orderBy(...order)
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countObjections(db, where) }
}

async function countObjections(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(classObjections)
    .innerJoin(invitations, eq(invitations.id, classObjections.invitationId))
    .innerJoin(users, eq(users.id, invitations.coachId))
    .where(where)
  return row?.total ?? 0
}
