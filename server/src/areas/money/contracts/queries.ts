import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts, type LedgerKind, lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

/** Which contracts: of one user, and optionally with one company, of the courses of one coach, or with these ids. */
export type ContractFilter = { userId?: string; companyId?: string; taughtBy?: string; ids?: readonly string[] }

/**
 * Contracts with their sums, earliest expiry first. Consumed hours are the ledger's CONSUME rows less the REFUND rows
 * of them. Expired hours are its EXPIRE rows.
 */
export async function listContracts(db: Database, { userId, companyId, taughtBy, ids }: ContractFilter) {
  const taught =
    taughtBy === undefined
      ? undefined
      : inArray(
          contracts.courseId,
          db.select({ id: coachCourses.courseId }).from(coachCourses).where(eq(coachCourses.coachId, taughtBy)),
        )
  return db
    .select({
      id: contracts.id,
      userId: contracts.userId,
      courseId: contracts.courseId,
      courseName: courses.courseName,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      pricePerSession: courses.pricePerSession,
      companyId: contracts.companyId,
      companyName: companies.companyName,
      isPerson: companies.isPerson,
      freeCancelHours: companies.freeCancelHours,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      consumedSessions: hoursGoneBy('CONSUME', 'REFUND'),
      expiredSessions: hoursGoneBy('EXPIRE'),
      unitPrice: contracts.unitPrice,
      expiryDate: contracts.expiryDate,
      revision: contracts.revision,
      createdAt: contracts.createdAt,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .where(
      and(
        userId === undefined ? undefined : eq(contracts.userId, userId),
        companyId === undefined ? undefined : eq(contracts.companyId, companyId),
        ids === undefined ? undefined : inArray(contracts.id, [...ids]),
        taught,
      ),
    )
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
    .limit(200)
}

/** The hours that ledger rows of these kinds took from a contract. */
function hoursGoneBy(...kinds: LedgerKind[]) {
  const names = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )
  return sql<number>`coalesce((
    select -sum(l.remaining_change) from ${lessonLedger} l where l.contract_id = ${contracts.id} and l.kind in (${names})), 0)`.mapWith(
    Number,
  )
}

export type ContractRow = Awaited<ReturnType<typeof listContracts>>[number]

/** Whether a player is a student of a coach. */
export async function hasRelation(db: Database, coachId: string, playerId: string): Promise<boolean> {
  const rows = await db
    .select({ coachId: studentRelations.coachId })
    .from(studentRelations)
    .where(and(eq(studentRelations.coachId, coachId), eq(studentRelations.playerId, playerId)))
  return rows.length > 0
}

/** Whether a player is a student of any coach of the company. */
export async function hasRelationWithCompany(db: Database, companyId: string, playerId: string): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from ${studentRelations} r join company_members m on m.user_id = r.coach_id
    where m.company_id = ${companyId} and r.player_id = ${playerId} limit 1`)
  return rows.rows.length > 0
}

/** Whether a user teaches for a company, administers it, or neither. */
export async function findCompanyTie(
  db: Database,
  companyId: string,
  userId: string,
): Promise<{ isMember: boolean; isAdmin: boolean }> {
  const [row] = (
    await db.execute<{ is_member: boolean; is_admin: boolean }>(sql`
      select exists (select 1 from company_members m where m.company_id = c.id and m.user_id = ${userId}) as is_member,
        c.admin_id = ${userId} as is_admin
      from ${companies} c where c.id = ${companyId}`)
  ).rows
  return { isMember: row?.is_member ?? false, isAdmin: row?.is_admin ?? false }
}

/** Whether a coach teaches the course. */
export async function teachesCourse(db: Database, coachId: string, courseId: string): Promise<boolean> {
  const rows = await db
    .select({ courseId: coachCourses.courseId })
    .from(coachCourses)
    .where(and(eq(coachCourses.coachId, coachId), eq(coachCourses.courseId, courseId)))
  return rows.length > 0
}

/** One page of a contract's ledger rows, newest first: all, or those of some kinds. */
export async function listLedger(
  db: Database,
  contractId: string,
  { kinds, limit, offset }: { kinds: readonly LedgerKind[] | undefined; limit: number; offset: number },
) {
  const condition = and(eq(lessonLedger.contractId, contractId), kinds && inArray(lessonLedger.kind, [...kinds]))
  const coaches = sql`coach`
  const rows = await db
    .select({
      seq: lessonLedger.seq,
      kind: lessonLedger.kind,
      remainingChange: lessonLedger.remainingChange,
      heldChange: lessonLedger.heldChange,
      remainingAfter: lessonLedger.remainingAfter,
      heldAfter: lessonLedger.heldAfter,
      reason: lessonLedger.reason,
      actorName: users.nickname,
      createdAt: lessonLedger.createdAt,
      invitationId: invitations.id,
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      coachId: invitations.coachId,
      coachName: sql<
        string | null
      >`(select ${coaches}.nickname from ${users} ${coaches} where ${coaches}.id = ${invitations.coachId})`,
    })
    .from(lessonLedger)
    .leftJoin(users, eq(users.id, lessonLedger.actorId))
    .leftJoin(invitations, eq(invitations.id, lessonLedger.invitationId))
    .where(condition)
    .orderBy(desc(lessonLedger.seq))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(lessonLedger, condition)
  return { rows, total }
}

export type LedgerDbRow = Awaited<ReturnType<typeof listLedger>>['rows'][number]

/** One movement of lesson hours. Changes are signed and in steps of 0.5. */
export type Movement = {
  contractId: string
  kind: LedgerKind
  remainingChange: number
  heldChange: number
  invitationId: string | null
  seatUserId: string | null
  round: number | null
  actorId: string | null
  reason: string
  now: Date
}

/**
 * Changes a contract's balance and appends the ledger row in one statement. Constraints guarantee that both agree.
 *
 * @returns false if the balance does not allow it: there are too few free hours to hold
 */
export async function moveHours(tx: Database, m: Movement): Promise<boolean> {
  const result = await tx.execute(sql`
    with moved as (
      update ${contracts} set
        remaining_sessions = remaining_sessions + ${m.remainingChange}::numeric,
        held_sessions = held_sessions + ${m.heldChange}::numeric,
        seq = seq + 1
      where id = ${m.contractId}
        and held_sessions + ${m.heldChange}::numeric between 0 and remaining_sessions + ${m.remainingChange}::numeric
      returning id, seq, remaining_sessions, held_sessions, unit_price
    )
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      invitation_id, seat_user_id, round, actor_id, reason, unit_price, created_at)
    select id, seq, ${m.kind}, ${m.remainingChange}::numeric, ${m.heldChange}::numeric, remaining_sessions, held_sessions,
      ${m.invitationId}::bigint, ${m.seatUserId}::bigint, ${m.round}::int, ${m.actorId}::bigint, ${m.reason}, unit_price, ${m.now}::timestamptz
    from moved`)
  return result.rowCount === 1
}

/** The consumed hours of a seat's round and their contract. Undefined if they were returned. */
export async function findConsumed(
  tx: Database,
  { invitationId, seatUserId, round }: { invitationId: string; seatUserId: string; round: number },
): Promise<{ contractId: string; sessions: number } | undefined> {
  const rows = await tx
    .select({
      contractId: lessonLedger.contractId,
      kind: lessonLedger.kind,
      remainingChange: lessonLedger.remainingChange,
    })
    .from(lessonLedger)
    .where(
      and(
        eq(lessonLedger.invitationId, invitationId),
        eq(lessonLedger.seatUserId, seatUserId),
        eq(lessonLedger.round, round),
        inArray(lessonLedger.kind, ['CONSUME', 'REFUND']),
      ),
    )
  const consumed = rows.find(({ kind }) => kind === 'CONSUME')
  if (!consumed || rows.length > 1) return undefined
  return { contractId: consumed.contractId, sessions: -consumed.remainingChange }
}

/** Inserts the record of hours that a class consumed of one player. */
export async function insertUsedRecord(
  tx: Database,
  { now, ...record }: Omit<typeof usedRecords.$inferInsert, 'id' | 'createdAt'> & { now: Date },
): Promise<void> {
  await tx.insert(usedRecords).values({ ...record, createdAt: now })
}
