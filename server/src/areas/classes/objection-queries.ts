import type { OpenObjection } from '@paidang/api/areas/admin-classes'
import { ANSWERED_BY_CLUB_WITHIN_MS } from '@paidang/domain/areas/classes/objection'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, eq, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/database.ts'
import { companies } from '../companies/tables.ts'
import { usedRecords } from '../contracts/tables.ts'
import { users } from '../profile/tables.ts'
import { accountStateAt } from '../users/tables.ts'
import { classObjections, invitations } from './tables.ts'

export type ObjectionRow = typeof classObjections.$inferSelect

/** The objections to a class, oldest first; of one person if asked so. */
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

/** Writes an objection; the key allows one for each seat. */
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

/** Whether somebody cannot log in: suspended, or the account is closed. */
export async function isKeptOut(db: Database, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ state: accountStateAt(now) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.state !== 'NORMAL'
}

/** operatorAnswersFrom of the domain, as a condition on an objection and its coach, who is `users`. */
const isForOperators = (now: Date): SQL | undefined => {
  const silentSince = new Date(now.getTime() - ANSWERED_BY_CLUB_WITHIN_MS)
  return or(lte(classObjections.createdAt, silentSince), sql`${accountStateAt(now)} <> 'NORMAL'`)
}

/** An objection that waits, with the names that belong to it. */
export type OpenObjectionRow = Omit<OpenObjection, 'at' | 'operatorsFrom'> & { createdAt: Date }

type Wanted = Page & { isForOperators?: boolean | undefined; now: Date }

/** One page of the objections that wait for an answer, the oldest first. */
export async function pageOpenObjections(
  db: Database,
  { isForOperators: isWanted, now, ...page }: Wanted,
): Promise<{ rows: OpenObjectionRow[]; total: number }> {
  const player = alias(users, 'player')
  const { id, words, createdAt, invitationId, userId, state } = classObjections
  const condition = isForOperators(now) as SQL
  const where = and(eq(state, 'OPEN'), isWanted === undefined ? undefined : isWanted ? condition : not(condition))
  const rows = await db
    .select({
      id,
      words,
      createdAt,
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
    .orderBy(asc(createdAt), asc(id))
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countOpen(db, where) }
}

/** How many objections wait that operators may answer. */
export async function countForOperators(db: Database, now: Date): Promise<number> {
  return countOpen(db, and(eq(classObjections.state, 'OPEN'), isForOperators(now)))
}

async function countOpen(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(classObjections)
    .innerJoin(invitations, eq(invitations.id, classObjections.invitationId))
    .innerJoin(users, eq(users.id, invitations.coachId))
    .where(where)
  return row?.total ?? 0
}
