import { and, asc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { contracts, contractWarnings, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

type Page = { afterId: string; limit: number }

const available = sql<number>`(${contracts.remainingSessions} - ${contracts.heldSessions})`.mapWith(Number)

/** Contracts that ended before `today` and have free hours, by id. */
export async function listEndedIds(
  db: Database,
  { today, afterId, limit }: Page & { today: string },
): Promise<{ id: string }[]> {
  return db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(lt(contracts.expiryDate, today), sql`${available} > 0`, gt(contracts.id, afterId)))
    .orderBy(asc(contracts.id))
    .limit(limit)
}

/** The end of a contract, with the fields for its messages. `available` is in lesson hours. */
export type EndOfContract = {
  id: string
  userId: string
  playerName: string
  courseId: string
  courseName: string
  coachId: string | null
  expiryDate: string
  available: number
}

/**
 * Locks a contract that ended before `today` and has free hours. Undefined if there is none, or if another process
 * holds its lock.
 */
export async function lockEnded(tx: Database, id: string, today: string): Promise<EndOfContract | undefined> {
  const [row] = await selectEnds(tx)
    .where(and(eq(contracts.id, id), lt(contracts.expiryDate, today), sql`${available} > 0`))
    .for('update', { of: contracts, skipLocked: true })
  return row
}

/** Whether hours of a contract have expired since an instant. */
export async function hasExpiredSince(tx: Database, contractId: string, since: Date): Promise<boolean> {
  const rows = await tx
    .select({ seq: lessonLedger.seq })
    .from(lessonLedger)
    .where(
      and(eq(lessonLedger.contractId, contractId), eq(lessonLedger.kind, 'EXPIRE'), gte(lessonLedger.createdAt, since)),
    )
    .limit(1)
  return rows.length > 0
}

/**
 * Contracts with free hours that end from `today` to `lastDay`, by id. `warned` is the smallest number of days of the
 * warnings sent so far.
 */
export async function listEndingSoon(
  db: Database,
  { today, lastDay, afterId, limit }: Page & { today: string; lastDay: string },
) {
  return db
    .select({
      id: contracts.id,
      expiryDate: contracts.expiryDate,
      createdAt: contracts.createdAt,
      warned: sql<number | null>`(select min(w.days_before) from ${contractWarnings} w
        where w.contract_id = ${contracts}.id and w.expiry_date = ${contracts}.expiry_date)`,
    })
    .from(contracts)
    .where(
      and(
        gte(contracts.expiryDate, today),
        lte(contracts.expiryDate, lastDay),
        sql`${available} > 0`,
        gt(contracts.id, afterId),
      ),
    )
    .orderBy(asc(contracts.id))
    .limit(limit)
}

/**
 * Records a warning about the end of a contract. The key makes it happen once for all processes.
 *
 * @returns whether this call recorded it; false if it exists already, or the contract has changed since it was read
 */
export async function insertWarning(
  tx: Database,
  {
    contractId,
    expiryDate,
    daysBefore,
    now,
  }: { contractId: string; expiryDate: string; daysBefore: number; now: Date },
): Promise<boolean> {
  const result = await tx.execute(sql`
    insert into ${contractWarnings} (contract_id, expiry_date, days_before, created_at)
    select c.id, c.expiry_date, ${daysBefore}::smallint, ${now}::timestamptz from ${contracts} c
    where c.id = ${contractId} and c.expiry_date = ${expiryDate}::date and c.remaining_sessions > c.held_sessions
    on conflict do nothing`)
  return result.rowCount === 1
}

/** The fields for the messages about a contract's end. */
export async function findEnd(tx: Database, contractId: string): Promise<EndOfContract | undefined> {
  const [row] = await selectEnds(tx).where(eq(contracts.id, contractId))
  return row
}

/**
 * The coaches to notify about a contract. They must teach its course and have the player as a student. If a coach
 * signed the contract, only that coach is included.
 */
export async function listCoachesOfContract(
  db: Database,
  { userId, courseId, coachId }: Pick<EndOfContract, 'userId' | 'courseId' | 'coachId'>,
): Promise<string[]> {
  const rows = await db
    .select({ coachId: coachCourses.coachId })
    .from(coachCourses)
    .innerJoin(
      studentRelations,
      and(eq(studentRelations.coachId, coachCourses.coachId), eq(studentRelations.playerId, userId)),
    )
    .where(and(eq(coachCourses.courseId, courseId), coachId === null ? undefined : eq(coachCourses.coachId, coachId)))
  return rows.map((row) => row.coachId)
}

function selectEnds(db: Database) {
  return db
    .select({
      id: contracts.id,
      userId: contracts.userId,
      playerName: users.nickname,
      courseId: contracts.courseId,
      courseName: courses.courseName,
      coachId: contracts.coachId,
      expiryDate: contracts.expiryDate,
      available,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.userId))
    .innerJoin(courses, eq(courses.id, contracts.courseId))
}
