import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { EXPIRY_WARNING_DAYS, expiryWarningDue } from '@paidang/domain/areas/money/contracts/expiry'
import { addDays, dayOf, instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import { and, asc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { contracts, contractWarnings, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { notify } from '../../ground/messages/notify.ts'
import { moveHours } from './ledger.ts'
import { renewalOffer, type SellingJob } from './renewal.ts'

/** The lesson hours that no class holds. */
const available = sql<number>`(${contracts.remainingSessions} - ${contracts.heldSessions})`.mapWith(Number)

/** The end of contracts, with the fields for its messages. */
function selectEnds(db: Database) {
  return db
    .select({
      id: contracts.id,
      userId: contracts.userId,
      playerName: users.nickname,
      courseId: contracts.courseId,
      courseName: courses.courseName,
      companyId: contracts.companyId,
      coachId: contracts.coachId,
      refundedAt: contracts.refundedAt,
      expiryDate: contracts.expiryDate,
      available,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.userId))
    .innerJoin(courses, eq(courses.id, contracts.courseId))
}

type EndOfContract = Awaited<ReturnType<typeof selectEnds>>[number]

/**
 * The coaches to notify about a contract. They must teach its course and have the player as a student. If a coach
 * signed the contract, only that coach is included.
 */
async function listCoachesOfContract(
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

/** Notifies the player and the coach of the end of a contract, each with their own text. */
async function notifyContractEnded(
  tx: Database,
  contract: EndOfContract,
  { title, toPlayer, toCoach, features }: { title: string; toPlayer: string; toCoach: string; features: Features },
): Promise<void> {
  const about = { kind: 'contract', id: contract.id } as const
  const notice = { senderId: null, category: 'systemNotice', title, about } as const
  const offer = await renewalOffer(tx, contract, features)
  const own = { about: offer.about, content: toPlayer + offer.words }
  await notify(tx, { ...notice, ...own, receiverIds: [contract.userId] })
  await notify(tx, { ...notice, receiverIds: await listCoachesOfContract(tx, contract), content: toCoach })
}

/**
 * Contracts with free hours that end from `today` to `lastDay`, by id. `warned` is the smallest number of days of the
 * warnings sent so far.
 */
async function listEndingSoon(
  db: Database,
  { today, lastDay, afterId, limit }: { today: string; lastDay: string; afterId: string; limit: number },
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
async function insertWarning(
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

async function warn(
  db: Database,
  { features, ...warning }: Parameters<typeof insertWarning>[1] & { features: Features },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await insertWarning(tx, warning))) return
    const [contract] = await selectEnds(tx).where(eq(contracts.id, warning.contractId))
    if (!contract) throw new Error(`contract ${warning.contractId} vanished inside its transaction`)
    const { courseName, playerName, available, expiryDate } = contract
    const what = `还剩 ${lessonHoursText(available)} 课时，${monthDotDay(expiryDate)} 到期`
    await notifyContractEnded(tx, contract, {
      title: '课时即将到期',
      toPlayer: `${courseName} ${what}`,
      toCoach: `${playerName} 的 ${courseName} ${what}`,
      features,
    })
  })
}

/**
 * Warns player and coach of hours that are about to expire, each time once. After days without a run only the nearest
 * warning is sent.
 *
 * Source: decision "Hours and money"
 */
export async function warnOfExpiry({ db, features, now, signal, onFault }: SellingJob): Promise<void> {
  const today = dayOf(now)
  const lastDay = addDays(today, Math.max(...EXPIRY_WARNING_DAYS))
  await processEach({
    what: 'warn of the expiry of contract',
    list: (page) => listEndingSoon(db, { today, lastDay, ...page }),
    each: async ({ id, expiryDate, createdAt, warned }) => {
      const daysBefore = expiryWarningDue({ expiryDate, signedOn: dayOf(createdAt) }, today)
      if (daysBefore === undefined || (warned !== null && warned <= daysBefore)) return
      await warn(db, { contractId: id, expiryDate, daysBefore, features, now })
    },
    signal,
    onFault,
  })
}

/** Contracts that ended before `today` and have free hours, by id. */
async function listEndedIds(
  db: Database,
  { today, afterId, limit }: { today: string; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(lt(contracts.expiryDate, today), sql`${available} > 0`, gt(contracts.id, afterId)))
    .orderBy(asc(contracts.id))
    .limit(limit)
}

/**
 * Locks a contract that ended before `today` and has free hours. Undefined if there is none, or if another process
 * holds its lock.
 */
async function lockEnded(tx: Database, id: string, today: string) {
  const [row] = await selectEnds(tx)
    .where(and(eq(contracts.id, id), lt(contracts.expiryDate, today), sql`${available} > 0`))
    .for('update', { of: contracts, skipLocked: true })
  return row
}

/** Whether hours of a contract have expired since an instant. */
async function hasExpiredSince(tx: Database, contractId: string, since: Date): Promise<boolean> {
  const rows = await tx
    .select({ seq: lessonLedger.seq })
    .from(lessonLedger)
    .where(
      and(eq(lessonLedger.contractId, contractId), eq(lessonLedger.kind, 'EXPIRE'), gte(lessonLedger.createdAt, since)),
    )
    .limit(1)
  return rows.length > 0
}

async function expireContract(
  db: Database,
  { contractId, today, features, now }: { contractId: string; today: string; features: Features; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const contract = await lockEnded(tx, contractId, today)
    if (!contract) return
    const { available, courseName, playerName, expiryDate } = contract
    const wasNotified = await hasExpiredSince(tx, contractId, instantOf(addDays(expiryDate, 1), 0))
    const isMoved = await moveHours(tx, {
      contractId,
      kind: 'EXPIRE',
      remainingChange: -available,
      heldChange: 0,
      invitationId: null,
      seatUserId: null,
      round: null,
      actorId: null,
      reason: '合同到期，剩余课时失效',
      now,
    })
    if (!isMoved) throw new Error(`contract ${contractId} is locked, and yet has other hours than were read`)
    if (wasNotified) return
    const what = `还有 ${lessonHoursText(available)} 课时未用，已随合同到期`
    await notifyContractEnded(tx, contract, {
      title: '合同已到期',
      toPlayer: `${courseName} ${what}`,
      toCoach: `${playerName} 的 ${courseName} ${what}`,
      features,
    })
  })
}

/**
 * Expires the free hours of contracts after their last day. Hours held by classes remain. If a class returns them
 * later, a later run expires them.
 *
 * Source: decision "Hours and money", EXPIRE
 */
export async function expireContracts({ db, features, now, signal, onFault }: SellingJob): Promise<void> {
  const today = dayOf(now)
  await processEach({
    what: 'expire contract',
    list: (page) => listEndedIds(db, { today, ...page }),
    each: ({ id }) => expireContract(db, { contractId: id, today, features, now }),
    signal,
    onFault,
  })
}
