import * as api from '@paidang/api/areas/activities/coach-leaves'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  AWAY_REASON_NAMES,
  type AwayReason,
  awayDaysOf,
  awayFault,
  EXTENDED_CASE_STATES,
  lastAwayDay,
} from '@paidang/domain/areas/activities/coach-leaves/leave'
import { addDays, type Day, dayOf, daysBetween, formatDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { and, asc, between, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves, contractExtensions } from '../../../tables/coach-leaves.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { moveHours, updateExpiry } from '../../money/contracts/ledger.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { lockWholeDays, unlockSeries } from '../locks/coach-locks.ts'
import { endTrialsAway } from '../trial-lessons/unanswered.ts'
import { callOffEmpty, daysText, endStopped, openCases, returnCases, tendCases } from './cases.ts'
import { isComing, isHeldWith, isTakenOver, type LeaveRow } from './rows.ts'

const isAway = and(eq(coachLeaves.cause, 'AWAY'), isNull(coachLeaves.endedAt))

/** A coach with their own absences, or the admin of a company. */
type Viewer = { id: string; companyId?: string }

/** Whether a coach teaches for another company as well. Every coach has one of their own, which counts once it has courses. */
const teachesElsewhere = (coachId: SQL, companyId: string) => sql<boolean>`exists (
  select 1 from ${companyMembers} m join ${companies} o on o.id = m.company_id
  where m.user_id = ${coachId} and m.company_id <> ${companyId} and (not o.is_person or exists (
    select 1 from ${coachCourses} t join ${courses} x on x.id = t.course_id and x.company_id = o.id and not x.del_flag
    where t.coach_id = m.user_id)))`

const isSeenBy = ({ id, companyId }: Viewer): SQL =>
  companyId === undefined
    ? eq(coachLeaves.coachId, id)
    : sql`exists (select 1 from ${companyMembers} m where m.company_id = ${companyId} and m.user_id = ${coachLeaves.coachId})`

/** Who entered an absence ends it, or its coach. What an admin entered is their company's, where the coach has no other. */
const mayEnd = ({ id, companyId }: Viewer) =>
  companyId === undefined
    ? sql<boolean>`${coachLeaves.coachId} = ${id}`
    : sql<boolean>`(${id} in (${coachLeaves.coachId}, ${coachLeaves.madeBy}) or ${coachLeaves.madeBy} <> ${coachLeaves.coachId}
        and not ${teachesElsewhere(sql`${coachLeaves.coachId}`, companyId)})`

/** The absences that stand, the next first. An admin reads of their own company's classes and students. */
async function listAway(db: Database, condition: SQL, viewer: Viewer, now: Date): Promise<api.CoachAway[]> {
  const of = (row: SQL) => (viewer.companyId === undefined ? sql`true` : sql`${row}.company_id = ${viewer.companyId}`)
  const classes = sql<number>`(select count(*) from ${invitations} i where i.coach_id = ${coachLeaves.coachId}
    and ${of(sql`i`)} and ${isComing(now)} and i.course_date between ${coachLeaves.firstDay} and ${coachLeaves.lastDay})`
  const undecided = sql<number>`(select count(*) from ${coachLeaveCases} k
    where k.leave_id = ${coachLeaves.id} and ${of(sql`k`)} and k.state = 'OPEN')`
  const rows = await db
    .select({
      leave: coachLeaves,
      coach: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      classes: classes.mapWith(Number),
      undecided: undecided.mapWith(Number),
      mayEnd: mayEnd(viewer),
    })
    .from(coachLeaves)
    .innerJoin(users, eq(users.id, coachLeaves.coachId))
    .where(and(isAway, condition))
    .orderBy(asc(coachLeaves.firstDay), asc(coachLeaves.id))
    .limit(100)
  return rows.map(({ leave: { id, reason, firstDay, lastDay }, ...row }) => {
    if (reason === null || firstDay === null || lastDay === null) throw new Error(`absence ${id} has no days`)
    return { id, reason, firstDay, lastDay, ...row }
  })
}

type Absence = { coachId: string; firstDay: Day; lastDay: Day; reason: AwayReason }

const daysFrom = (firstDay: Day, lastDay: Day) =>
  Array.from({ length: daysBetween(firstDay, lastDay) + 1 }, (_, after) => addDays(firstDay, after))

/**
 * The companies that an absence reaches: all of a coach who enters it, or the admin's own. An absence locks all time, so
 * an admin enters none for a coach who teaches elsewhere.
 */
async function companiesReached(tx: Database, coachId: string, by: Viewer): Promise<string[]> {
  const own = await tx
    .select({ id: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, coachId))
  const ids = own.map(({ id }) => id)
  const { companyId } = by
  if (companyId === undefined) return ids
  if (!ids.includes(companyId)) throw new ApiError('coach_not_of_company')
  if (coachId === by.id) return ids
  const { rows } = await tx.execute<{ is: boolean }>(sql`select ${teachesElsewhere(sql`${coachId}`, companyId)} as is`)
  if (rows[0]?.is) throw new ApiError('coach_teaches_elsewhere')
  return [companyId]
}

async function goAwayOnce(db: Database, absence: Absence, by: Viewer, now: Date): Promise<api.CoachAway> {
  return db.transaction(async (tx) => {
    const { coachId, firstDay, lastDay, reason } = absence
    // First, so that of two absences at once one waits and finds the other, and so does who joins a company.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, coachId)).for('no key update')
    const companyIds = await companiesReached(tx, coachId, by)
    const [last] = await tx
      .select()
      .from(coachLeaves)
      .where(and(isAway, eq(coachLeaves.coachId, coachId)))
    // At midnight the clock may not have looked yet.
    const isOver = (last?.lastDay ?? dayOf(now)) < dayOf(now)
    if (last && isOver) await end(tx, last.id, now)
    const standing = isOver ? undefined : last
    const isRepeat = standing?.firstDay === firstDay && standing.lastDay === lastDay && standing.reason === reason
    if (standing && !isRepeat) throw new ApiError('away_already')
    if (!standing) {
      const why = AWAY_REASON_NAMES[reason]
      // Who joins or confirms at this moment is waited for, and comes before.
      const onDays = and(eq(invitations.coachId, coachId), between(invitations.courseDate, firstDay, lastDay))
      await tx
        .select({ id: invitations.id })
        .from(invitations)
        .where(and(onDays, inArray(invitations.invitationStatus, ['PENDING', 'CONFIRMED'])))
        .orderBy(asc(invitations.id))
        .for('update')
      const lockSeriesId = await lockWholeDays(tx, {
        coachId,
        days: daysFrom(firstDay, lastDay),
        reason: `休假（${why}）`,
        now,
      })
      const made = { cause: 'AWAY', ...absence, madeBy: by.id, lockSeriesId, createdAt: now } as const
      const [leave] = await tx.insert(coachLeaves).values(made).returning()
      if (!leave) throw new Error('insert returned no row')
      for (const companyId of companyIds)
        await callOffEmpty(tx, { coachId, cause: 'AWAY', companyId, days: leave, now })
      await endTrialsAway(tx, leave, now)
      await openCases(tx, { coachId, cause: 'AWAY', companyIds, leave, now })
      await notify(tx, {
        receiverIds: [coachId],
        senderId: by.id,
        category: 'systemNotice',
        title: `俱乐部为您登记了 ${daysText(leave)} 休假`,
        content: `原因：${why}。提前回来可以结束休假`,
        about: { kind: 'coach', id: coachId },
      })
    }
    const [shown] = await listAway(tx, eq(coachLeaves.coachId, coachId), by, now)
    if (!shown) throw new Error('an absence vanished inside its transaction')
    return shown
  })
}

function goAway(
  db: Database,
  { firstDay: from, lastDay: to, ...absence }: Absence,
  by: Viewer,
  now: Date,
): Promise<api.CoachAway> {
  const [firstDay, lastDay] = [toIsoDay(from), toIsoDay(to)]
  const fault = awayFault({ firstDay, lastDay }, dayOf(now))
  if (fault) throw new ApiError(fault)
  return retryOnce(
    () => goAwayOnce(db, { ...absence, firstDay, lastDay }, by, now),
    async (_cells, isFinal) => {
      if (isFinal) throw new ApiError('changed_meanwhile')
    },
  )
}

/**
 * Extends the contracts of the students who waited, each once, by the days of an absence. With `endingBy` only those
 * that end by that day: while the coach is away their hours would be lost. Source: decision record 066
 */
async function extendContracts(
  tx: Database,
  leave: LeaveRow,
  { lastDay, endingBy, now }: { lastDay: Day; endingBy?: Day; now: Date },
): Promise<void> {
  const { id: leaveId, coachId, firstDay, reason } = leave
  if (firstDay === null || reason === null) return
  const { rows } = await tx.execute<{
    id: string
    userId: string
    courseName: string
    expiryDate: Day
    signedOn: Day
    capDays: number
  }>(sql`
    select c.id, c.user_id as "userId", x.course_name as "courseName", c.expiry_date as "expiryDate",
      (c.created_at at time zone interval '8 hours')::date as "signedOn", o.away_extend_days as "capDays"
    from ${contracts} c join ${courses} x on x.id = c.course_id
      join ${companies} o on o.id = c.company_id and o.away_extends
    where c.remaining_sessions > 0 and c.expiry_date >= ${firstDay}::date
      and ${endingBy === undefined ? sql`true` : sql`c.expiry_date <= ${endingBy}::date`}
      and exists (select 1 from ${coachLeaveCases} k where k.leave_id = ${leaveId} and k.player_id = c.user_id
        and k.company_id = c.company_id and ${inArray(sql`k.state`, [...EXTENDED_CASE_STATES])})
      and ${isHeldWith(sql`${coachId}::bigint`)}
      and not ${isTakenOver(sql`${leaveId}::bigint`)}
      and not exists (select 1 from ${contractExtensions} e where e.leave_id = ${leaveId} and e.contract_id = c.id)
    order by c.id for update of c`)
  for (const { id: contractId, userId, courseName, expiryDate, ...contract } of rows) {
    const days = awayDaysOf({ firstDay, lastDay }, { ...contract, expiryDate })
    if (days === 0) continue
    const later = addDays(expiryDate, days)
    await tx.insert(contractExtensions).values({ leaveId, contractId, days, createdAt: now })
    const why = `教练休假 ${days} 天`
    const nothing = { remainingChange: 0, heldChange: 0, invitationId: null, seatUserId: null, round: null }
    const line = `${why}；有效期 ${formatDotDay(expiryDate)} → ${formatDotDay(later)}`
    await moveHours(tx, { ...nothing, contractId, kind: 'ADJUST', actorId: null, reason: line, now })
    await updateExpiry(tx, contractId, later)
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'classNotice',
      title: '课时有效期已延长',
      content: `${why}，您的 ${courseName} 有效期延到 ${formatDotDay(later)}`,
      about: { kind: 'contract', id: contractId },
    })
  }
}

/** Ends an absence: locks go, contracts gain the days, and who waits is told. One that has ended stays so. */
async function end(tx: Database, leaveId: string, now: Date): Promise<void> {
  const [leave] = await tx.select().from(coachLeaves).where(eq(coachLeaves.id, leaveId)).for('update')
  if (!leave || leave.endedAt !== null || leave.lastDay === null) return
  const { coachId, lockSeriesId: seriesId } = leave
  await tx.update(coachLeaves).set({ endedAt: now }).where(eq(coachLeaves.id, leaveId))
  if (seriesId !== null) await unlockSeries(tx, { coachId, seriesId, from: dayOf(now) })
  await extendContracts(tx, leave, { lastDay: lastAwayDay({ lastDay: leave.lastDay }, now), now })
  await returnCases(tx, leave, now)
}

/** @throws ApiError away_not_found for who has no part in it; away_not_of_company */
async function endAway(db: Database, leaveId: string, viewer: Viewer, now: Date): Promise<null> {
  return db.transaction(async (tx) => {
    const those = and(eq(coachLeaves.id, leaveId), eq(coachLeaves.cause, 'AWAY'), isSeenBy(viewer))
    const [found] = await tx
      .select({ mayEnd: mayEnd(viewer) })
      .from(coachLeaves)
      .where(those)
    if (!found) throw new ApiError('away_not_found')
    if (!found.mayEnd) throw new ApiError('away_not_of_company')
    await end(tx, leaveId, now)
    return null
  })
}

/** The clock's part: open cases, absences whose days are over, and suspensions that ended by themselves. */
export async function tendLeaves(context: JobContext): Promise<void> {
  const { db, now, signal, onFault } = context
  await tendCases(context)
  const today = dayOf(now)
  const isOver = and(eq(coachLeaves.cause, 'AWAY'), lt(coachLeaves.lastDay, today))
  const isRestored = and(eq(coachLeaves.cause, 'STOPPED'), sql`not ${isSuspended(sql`${coachLeaves.coachId}`, now)}`)
  const lasts = and(isNull(coachLeaves.endedAt), ne(coachLeaves.cause, 'LEFT'))
  // While a coach is away a contract must not end.
  const endsContract = sql`(${coachLeaves.cause} = 'AWAY' and ${coachLeaves.firstDay} <= ${today}::date)`
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select()
        .from(coachLeaves)
        .where(and(lasts, or(isOver, isRestored, endsContract), gt(coachLeaves.id, afterId)))
        // The sum keeps the plan from walking the key of all who ever left.
        .orderBy(sql`${coachLeaves.id} + 0`)
        .limit(limit),
    each: (leave) =>
      db.transaction(async (tx) => {
        if (leave.cause === 'STOPPED') return endStopped(tx, leave.coachId, now)
        if (leave.lastDay !== null && leave.lastDay < today) return end(tx, leave.id, now)
        if (leave.lastDay !== null) await extendContracts(tx, leave, { lastDay: leave.lastDay, endingBy: today, now })
      }),
    what: 'coach leave',
    signal,
    onFault,
  })
}

const listSeen = (db: Database, viewer: Viewer, now: Date) => listAway(db, isSeenBy(viewer), viewer, now)

export default plugin([
  handle(api.awayOfCoach, ({ user: { id }, db, now }) => listSeen(db, { id }, now)),

  handle(api.goAway, ({ body, user: { id }, db, now }) => goAway(db, { ...body, coachId: id }, { id }, now)),

  handle(api.endAway, ({ params, user: { id }, db, now }) => endAway(db, params.id, { id }, now)),

  handle(api.awayInCompany, ({ admin, db, now }) => listSeen(db, admin, now)),

  handle(api.sendAway, ({ body, admin, db, now }) => goAway(db, body, admin, now)),

  handle(api.endAwayInCompany, ({ params, admin, db, now }) => endAway(db, params.id, admin, now)),
])
