import * as api from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { contractStatusOf } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, courses, policyVersions } from '../../../tables/companies.ts'
import { contracts, LEDGER_KINDS, type LedgerKind, lessonLedger, shownContracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { courseRefundParts, courseRefunds, hourLots } from '../../../tables/packages.ts'
import { refunds } from '../../../tables/payments.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { companyOfPath } from '../../places/companies/company-of-path.ts'

/** Whether a contract ended since the payment of its hours had been entered at the front desk by mistake. */
export const isCorrected = sql<boolean>`exists (select 1 from ${courseRefunds} r
  join ${courseRefundParts} p on p.course_refund_id = r.id join ${refunds} f on f.id = p.refund_id
  where r.contract_id = ${contracts}.id and r.created_at = ${contracts}.refunded_at
    and f.target = 'CORRECTION')`

/**
 * Which contracts: of one user, and optionally with one company, of the courses of one coach, or with these ids.
 * `activeOn` leaves only those that can pay a class on that day.
 */
type ContractFilter = {
  userId?: string
  companyId?: string
  taughtBy?: string
  ids?: readonly string[]
  activeOn?: string
}

/**
 * Contracts with their sums, earliest expiry first: of a user all that have hours, and the latest that ended. Consumed
 * hours are the ledger's CONSUME rows less the REFUND rows of them. Expired hours are its EXPIRE rows.
 */
async function listContracts(db: Database, { userId, companyId, taughtBy, ids, activeOn }: ContractFilter) {
  const taught =
    taughtBy === undefined
      ? undefined
      : inArray(
          contracts.courseId,
          db.select({ id: coachCourses.courseId }).from(coachCourses).where(eq(coachCourses.coachId, taughtBy)),
        )
  const which = and(companyId === undefined ? undefined : eq(contracts.companyId, companyId), taught)
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
      // A class that is booked now carries the policy that counts now.
      freeCancelHours: sql<number>`coalesce((
        select coalesce((p.terms #>> '{tiers,0,hours}')::int, 0) from ${policyVersions} p
        where p.id = policy_in_force(${contracts.companyId}, ${contracts.courseId})), ${companies.freeCancelHours})`,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      consumedSessions: contracts.consumedSessions,
      expiredSessions: contracts.expiredSessions,
      unitPrice: contracts.unitPrice,
      priceRange,
      expiryDate: contracts.expiryDate,
      refundedAt: contracts.refundedAt,
      isCorrected,
      revision: contracts.revision,
      createdAt: contracts.createdAt,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .where(
      and(
        ids === undefined ? undefined : inArray(contracts.id, [...ids]),
        userId === undefined
          ? undefined
          : activeOn === undefined
            ? sql`${contracts.id} in ${shownContracts([userId], which)}`
            : and(
                eq(contracts.userId, userId),
                which,
                sql`${contracts.remainingSessions} > 0`,
                gte(contracts.expiryDate, activeOn),
              ),
      ),
    )
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
}

/** The prices of the paid hours of a contract, by its lots; null where all cost the same. */
export const priceRange = sql<{ min: number; max: number } | null>`(
  select json_build_object('min', min(h.unit_price), 'max', max(h.unit_price)) from ${hourLots} h
  where h.contract_id = ${contracts.id} and h.unit_price > 0 and h.hours > 0 having min(h.unit_price) < max(h.unit_price))`

async function present(db: Database, filter: ContractFilter, now: Date): Promise<api.Contract[]> {
  const today = dayOf(now)
  const rows = await listContracts(db, filter)
  return rows.map((row) => presentContract(row, today)).sort((a, b) => a.contractStatus - b.contractStatus)
}

function presentContract(row: Awaited<ReturnType<typeof listContracts>>[number], today: string): api.Contract {
  return {
    id: row.id,
    userId: row.userId,
    courseDesign: {
      id: row.courseId,
      courseName: row.courseName,
      sessionDuration: row.sessionDuration,
      maxParticipants: row.maxParticipants,
      pricePerSession: row.pricePerSession,
    },
    companyId: row.companyId,
    company: { id: row.companyId, companyName: row.companyName, freeCancelHours: row.freeCancelHours },
    isPerson: row.isPerson,
    contractStatus: contractStatusOf(row, today),
    totalSessions: row.remainingSessions + row.consumedSessions + row.expiredSessions,
    remainingSessions: row.remainingSessions,
    heldSessions: row.heldSessions,
    availableSessions: row.remainingSessions - row.heldSessions,
    consumedSessions: row.consumedSessions,
    expiredSessions: row.expiredSessions,
    unitPrice: row.unitPrice,
    priceRange: row.priceRange ?? undefined,
    expiryDate: row.expiryDate,
    refundedAt: row.refundedAt?.toISOString() ?? null,
    ...(row.isCorrected && { isCorrected: true as const }),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Whether a player is a student of a coach. */
async function hasRelation(db: Database, coachId: string, playerId: string): Promise<boolean> {
  const rows = await db
    .select({ coachId: studentRelations.coachId })
    .from(studentRelations)
    .where(and(eq(studentRelations.coachId, coachId), eq(studentRelations.playerId, playerId)))
  return rows.length > 0
}

/** Whether a player is a student of any coach of the company. */
async function hasRelationWithCompany(db: Database, companyId: string, playerId: string): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from ${studentRelations} r join company_members m on m.user_id = r.coach_id
    where m.company_id = ${companyId} and r.player_id = ${playerId} limit 1`)
  return rows.rows.length > 0
}

/** Whether a user teaches for a company, administers it, or neither. */
async function findCompanyTie(
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
async function teachesCourse(db: Database, coachId: string, courseId: string): Promise<boolean> {
  const rows = await db
    .select({ courseId: coachCourses.courseId })
    .from(coachCourses)
    .where(and(eq(coachCourses.coachId, coachId), eq(coachCourses.courseId, courseId)))
  return rows.length > 0
}

/**
 * A user's contracts, active ones first. The user sees all. Their coach sees those of the courses that the coach
 * teaches.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
async function readContractsOfUser(
  db: Database,
  {
    userId,
    coachId,
    actorId,
    isActive = false,
    now,
  }: { userId: string; coachId?: string | undefined; actorId: string; isActive?: boolean; now: Date },
): Promise<api.Contract[]> {
  if (!isId(userId)) throw new ApiError('data_of_others')
  const which = { userId, ...(isActive && { activeOn: dayOf(now) }) }
  if (actorId === userId) return present(db, { ...which, ...(coachId && { taughtBy: coachId }) }, now)
  if (!(await hasRelation(db, actorId, userId))) throw new ApiError('data_of_others')
  return present(db, { ...which, taughtBy: actorId }, now)
}

/** Contracts in their current state, in the order of the given ids. The caller must check who may see them. */
export async function readContractsById(db: Database, ids: readonly string[], now: Date): Promise<api.Contract[]> {
  const found = new Map((await present(db, { ids }, now)).map((contract) => [contract.id, contract]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Ledger rows with the class that caused them. */
function selectLedger(db: Database) {
  const coaches = sql`coach`
  return db
    .select({
      seq: lessonLedger.seq,
      kind: lessonLedger.kind,
      remainingChange: lessonLedger.remainingChange,
      heldChange: lessonLedger.heldChange,
      remainingAfter: lessonLedger.remainingAfter,
      heldAfter: lessonLedger.heldAfter,
      unitPrice: lessonLedger.unitPrice,
      reason: lessonLedger.reason,
      actorName: users.nickname,
      createdAt: lessonLedger.createdAt,
      classStartsAt: lessonLedger.classStartsAt,
      invitationId: invitations.id,
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      coachId: invitations.coachId,
      isPast: sql<boolean>`${invitations.pastReason} is not null`,
      coachName: sql<
        string | null
      >`(select ${coaches}.nickname from ${users} ${coaches} where ${coaches}.id = ${invitations.coachId})`,
    })
    .from(lessonLedger)
    .leftJoin(users, eq(users.id, lessonLedger.actorId))
    .leftJoin(invitations, eq(invitations.id, lessonLedger.invitationId))
    .$dynamic()
}

function presentLedgerRow(row: Awaited<ReturnType<typeof selectLedger>>[number]): api.LedgerRow {
  const { invitationId, classStartsAt, coachId, coachName, isPast } = row
  const { courseDate, beginTimeSlot } = classStartsAt
    ? { courseDate: dayOf(classStartsAt), beginTimeSlot: halfHourOfInstant(classStartsAt) }
    : row
  return {
    seq: row.seq,
    kind: row.kind,
    remainingChange: row.remainingChange,
    heldChange: row.heldChange,
    remainingAfter: row.remainingAfter,
    heldAfter: row.heldAfter,
    availableAfter: row.remainingAfter - row.heldAfter,
    unitPrice: row.unitPrice,
    reason: row.reason,
    actorName: row.actorName,
    at: row.createdAt.toISOString(),
    invitation:
      invitationId === null || courseDate === null || beginTimeSlot === null || coachId === null
        ? null
        : { id: invitationId, courseDate, beginTimeSlot, coachId, coachName: coachName ?? '', isPast },
  }
}

/** One kind, several separated by commas, or `all` or nothing for every kind. */
function kindsOf(text: string | undefined): LedgerKind[] | undefined {
  if (text === undefined || text === '' || text === 'all') return undefined
  return text.split(',').map((word) => {
    const kind = LEDGER_KINDS.find((known) => known === word)
    if (!kind) throw new ApiError('input_invalid')
    return kind
  })
}

export default plugin([
  handle(api.contractsOfUser, ({ params: { userId }, user, db, now }) =>
    readContractsOfUser(db, { userId, actorId: user.id, now }),
  ),

  handle(api.contractsWithCoach, ({ params: { id: userId }, query: { coachId }, user, db, now }) =>
    readContractsOfUser(db, { userId, coachId, actorId: user.id, now }),
  ),

  // The user reads them. Coaches and the admin of that company read them if the user is a student there.
  handle(api.contractsWithCompany, async ({ params: { userId, ...params }, user: { id: actorId }, db, now }) => {
    const companyId = companyOfPath(params.companyId, actorId)
    if (!isId(userId)) throw new ApiError('data_of_others')
    if (actorId !== userId) {
      const { isMember, isAdmin } = await findCompanyTie(db, companyId, actorId)
      const mayLook =
        (isMember && (await hasRelation(db, actorId, userId))) ||
        (isAdmin && (await hasRelationWithCompany(db, companyId, userId)))
      if (!mayLook) throw new ApiError('data_of_others')
    }
    return present(db, { userId, companyId }, now)
  }),

  // The contracts that can pay a class of one coach, earliest expiry first.
  handle(api.activeContracts, ({ params: { userId, x: coachId }, user, db, now }) =>
    readContractsOfUser(db, { userId, coachId, actorId: user.id, isActive: true, now }),
  ),

  // Its player, coaches of its course with the player as student, and the admin of its company read it.
  handle(api.contractStatement, async ({ params: { id }, query, user: { id: actorId }, db }) => {
    const kinds = kindsOf(query.kind)
    const [contract] = await listContracts(db, { ids: [id] })
    if (!contract) throw new ApiError('contract_not_found')
    if (contract.userId !== actorId) {
      const isCoach =
        (await teachesCourse(db, actorId, contract.courseId)) && (await hasRelation(db, actorId, contract.userId))
      const mayLook = isCoach || (await findCompanyTie(db, contract.companyId, actorId)).isAdmin
      if (!mayLook) throw new ApiError('contract_not_found')
    }
    const where = and(eq(lessonLedger.contractId, id), kinds && inArray(lessonLedger.kind, kinds))
    return pageOf(db, selectLedger(db), {
      where,
      order: [desc(lessonLedger.seq)],
      query,
      present: presentLedgerRow,
      most: APP_COUNT_LIMIT,
    })
  }),
])
