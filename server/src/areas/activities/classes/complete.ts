import { arriveAtClass } from '@paidang/api/areas/activities/arrivals'
import * as api from '@paidang/api/areas/activities/class-actions'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  ASKED_TO_FINISH_AFTER_MS,
  ATTENDANCE_NAMES,
  type Attendance,
  FINISHED_BY_CLOCK_AFTER_MS,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { type Consequence, consequenceOf } from '@paidang/domain/areas/activities/classes/policy'
import { actorsOfClub } from '@paidang/domain/areas/activities/classes/transitions'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, halfHourOfInstant, monthDotDay } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { userSuspensions } from '../../../tables/auth.ts'
import { hasEndedUnfinished, invitations, isPastWaiting, seats } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves } from '../../../tables/coach-leaves.ts'
import { recordUse } from '../../money/contracts/holds.ts'
import { recordArrival } from '../arrivals/arrivals.ts'
import { endTrialOfClass } from '../trial-lessons/steps.ts'
import { cancelClass } from './cancel.ts'
import { insertStep, lessonOf, lockUnlessBusy, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { presentById, presentInvitation } from './class-view.ts'
import { lockForgiveness, type Missed, readMissed } from './forgiveness.ts'
import { assertClassSeen, assertMay, findClass, type OpenClass, openClass } from './open-class.ts'
import { attendanceOf, hasToAgree, lockHolds, playersOf, type SeatRow, settleSeats, updateSeat } from './seats.ts'

/**
 * Signs attendance of a class whose row is locked. An `actorId` of null is an operator.
 *
 * @returns what each player is signed as, as text
 * @throws ApiError attendance_invalid, any refusal of whyNot
 * @throws ApiError attendance_not_agreed (a player who has not agreed to a change cannot count as present)
 */
export async function signClass(
  tx: Database,
  opened: OpenClass,
  {
    actorId,
    now,
    attendances,
  }: { actorId: string | null; now: Date; attendances: readonly { userId: string; attendance: Attendance }[] },
): Promise<string> {
  assertMay('sign', opened, now)
  const { view, joined } = opened
  const named = new Map(attendances.map(({ userId, attendance }) => [userId, attendance]))
  const isOfThisClass = (userId: string) => joined.some((seat) => seat.userId === userId)
  if (named.size !== attendances.length || !attendances.every(({ userId }) => isOfThisClass(userId))) {
    throw new ApiError('attendance_invalid')
  }
  const isHere = (attendance: Attendance | undefined) => attendance !== undefined && attendance !== 'leave'
  if (joined.some((seat) => hasToAgree(seat) && isHere(named.get(seat.userId))))
    throw new ApiError('attendance_not_agreed')

  const invitationId = view.invitation.id
  const signed = joined.map((seat) => ({ ...seat, attendance: named.get(seat.userId) ?? attendanceOf(seat) }))
  for (const { userId, attendance } of signed) await updateSeat(tx, { invitationId, userId }, { attendance })
  const reason = signed.map(({ nickname, attendance }) => `${nickname} ${ATTENDANCE_NAMES[attendance]}`).join('，')
  await updateInvitation(tx, invitationId, { signedAt: now, responseTime: now })
  await insertStep(tx, view.invitation, { action: 'sign', actorId, reason, now })
  return reason
}

/** Why not all of a seat's hours are used, in the ledger. */
const reasonOf = (attendance: Attendance, lostSessions: number) =>
  `学员${ATTENDANCE_NAMES[attendance]}，${lostSessions > 0 ? `扣 ${lessonHoursText(lostSessions)} 课时` : '退回课时'}`

/** What completing the class takes of a seat's held hours for an attendance. Its preview asks the same. */
export function costOfAttendance(
  { view, startsAt }: OpenClass,
  { userId, heldSessions }: SeatRow,
  { attendance, missed, now }: { attendance: Attendance; missed: Missed; now: Date },
): Consequence {
  const before = attendance === 'present' ? 0 : missed(userId, attendance)
  return consequenceOf({ kind: attendance, heldSessions, before }, view.policy, { startsAt, now })
}

/**
 * Completes a held class whose row is locked. The policy says what of each seat's hold is consumed by attendance; an
 * unsigned player counts as present. The rest is given back. Each seat that pays gets its used record. An `actorId` of
 * null is the clock, or an operator.
 *
 * @throws ApiError any refusal of whyNot
 * Source: decision "The life of a class invitation", complete
 */
export async function completeClass(
  tx: Database,
  opened: OpenClass,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  assertMay('finish', opened, now)
  const { actors, joined, view } = opened
  const row = view.invitation
  const { id: invitationId, coachId, companyId, policyId, courseDate, courseDesignName } = row
  const bySystem = actors.includes('operator') ? '平台' : '系统自动'
  const isPast = row.pastReason !== null
  const reason = isPast ? '补录完成' : actorId === null ? `${bySystem}完成课程` : '完成课程'
  if (view.terms) await lockForgiveness(tx, companyId, playersOf(joined))
  const missed = await readMissed(tx, { userIds: playersOf(joined), companyId, policy: view.policy, now })
  const settled = joined.map((seat) => {
    const attendance = attendanceOf(seat)
    const { lostSessions } = costOfAttendance(opened, seat, { attendance, missed, now })
    const isWhole = lostSessions === seat.heldSessions && attendance !== 'leave'
    return { seat, attendance, lostSessions, isWhole, reason: isWhole ? reason : reasonOf(attendance, lostSessions) }
  })
  const present = settled.filter(({ isWhole }) => isWhole).map(({ seat }) => seat)
  const others = settled.filter(({ isWhole }) => !isWhole)
  await lockHolds(tx, row.courseDesignId, joined)
  await settleSeats(tx, settled, { actorId, now })
  for (const { seat, attendance, lostSessions: usedSessions } of settled) {
    const { userId, contractId } = seat
    await updateSeat(tx, { invitationId, userId }, { attendance })
    if (contractId === null || usedSessions === 0) continue
    await recordUse(tx, {
      invitationId,
      userId,
      contractId,
      coachId,
      companyId,
      policyId,
      usedSessions,
      attendance,
      now,
    })
  }
  const ending = { isLate: false, actorId, reason: '学员请假，体验课退款', now }
  const money = row.trialId !== null && present.length === 0 ? await endTrialOfClass(tx, row.trialId, ending) : ''
  await updateInvitation(tx, invitationId, { invitationStatus: 'COMPLETED', completedAt: now, responseTime: now })
  await insertStep(tx, row, { action: 'finish', toStatus: 'COMPLETED', actorId, now })
  const unsigned = joined.filter((seat) => seat.attendance === null && !hasToAgree(seat))
  const names = unsigned.map(({ nickname }) => nickname).join('、')
  const asSigned = row.trialId === null ? '按签到结果扣减课时' : '体验课不扣课时'
  const asMarked = unsigned.length > 0 ? `未签到，按到场算：${names}` : asSigned
  const asAgreed = unsigned.length > 0 ? `48小时内没有异议：${names}` : '学员已同意'
  const signed = isPast ? asAgreed : asMarked
  const ended = isPast ? '的补录已完成' : actorId === null ? `已由${bySystem}完成` : '已完成'
  const done = `${monthDotDay(courseDate)} ${courseDesignName} ${ended}`
  const say = (receiverIds: readonly string[], content: string) =>
    notifyOfClass(tx, invitationId, {
      receiverIds,
      senderId: actorId,
      title: '课程已完成',
      content: `${done}，${content}`,
    })
  for (const { seat, attendance, lostSessions } of others) {
    const cost = money || (lostSessions > 0 ? `扣 ${lessonHoursText(lostSessions)} 课时` : '不扣课时')
    await say([seat.userId], `您按${ATTENDANCE_NAMES[attendance]}算，${cost}`)
  }
  const isOfTrial = row.trialId !== null
  // Who pays nothing has no hours to object to.
  const payers = present.filter(({ heldSessions }) => isOfTrial || heldSessions > 0)
  await say(playersOf(payers), isOfTrial ? '感谢来上体验课' : '课时变动见合同流水；有疑问可在72小时内提出异议')
  await say(playersOf(present.filter((seat) => !payers.includes(seat))), '不扣您的课时')
  await say([coachId], signed)
  // A held class is no longer anybody's own class in a grid.
  await publishGrid(tx, row, playersOf(joined))
}

/**
 * Active classes that had ended by an instant, by id. Optionally only those whose coach was not asked to complete them.
 */
async function listUnfinishedIds(
  db: Database,
  {
    endedBy,
    isToBeAsked = false,
    afterId,
    limit,
  }: { endedBy: Date; isToBeAsked?: boolean; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const { id, finishAskedAt } = invitations
  return db
    .select({ id })
    .from(invitations)
    .where(and(hasEndedUnfinished(endedBy), isToBeAsked ? isNull(finishAskedAt) : undefined, gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
}

/** Classes of the past whose players had their time to object, by id. */
async function listDuePastIds(
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const { id, expiresAt } = invitations
  return db
    .select({ id })
    .from(invitations)
    .where(and(isPastWaiting, lte(expiresAt, now), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
}

/** Whether a user was suspended at an instant, independent of their state since. */
async function wasSuspendedAt(db: Database, userId: string, instant: Date): Promise<boolean> {
  const { createdAt, until, endedAt } = userSuspensions
  const held = and(
    eq(userSuspensions.userId, userId),
    lte(createdAt, instant),
    or(isNull(until), gt(until, instant)),
    or(isNull(endedAt), gt(endedAt, instant)),
  )
  return (await db.$count(userSuspensions, held)) > 0
}

/**
 * Why nobody taught a class that nobody signed: when it began its coach was away, or had left and a student had not
 * decided yet. Whoever was suspended then is asked about apart. Source: decision record 065
 */
async function leaveAtStart(db: Database, { view, startsAt }: OpenClass): Promise<'AWAY' | 'LEFT' | undefined> {
  const { id, coachId, companyId, courseDate } = view.invitation
  const stood = (row: SQL) =>
    sql`(${row}.created_at < ${startsAt}::timestamptz and (${row}.ended_at is null or ${row}.ended_at > ${startsAt}::timestamptz))`
  const { rows } = await db.execute<{ cause: 'AWAY' | 'LEFT' }>(sql`
    select l.cause from ${coachLeaves} l where l.coach_id = ${coachId} and ${stood(sql`l`)}
      and case l.cause when 'AWAY' then ${courseDate}::date between l.first_day and l.last_day
        when 'LEFT' then exists (select 1 from ${coachLeaveCases} k
          join ${seats} s on s.invitation_id = ${id} and s.user_id = k.player_id and s.state = 'JOINED'
          where k.leave_id = l.id and k.company_id = ${companyId} and ${stood(sql`k`)})
        else false end
    limit 1`)
  return rows[0]?.cause
}

const NOT_HELD = { AWAY: '教练休假', LEFT: '教练已离开', STOPPED: '教练账号停用' }

/** Why a class was not held: nobody signed it, and its coach could not teach when it began. */
async function causeNotHeld(db: Database, opened: OpenClass): Promise<keyof typeof NOT_HELD | undefined> {
  const { coachId, signedAt, pastReason } = opened.view.invitation
  if (signedAt !== null) return undefined
  if (await wasSuspendedAt(db, coachId, opened.startsAt)) return 'STOPPED'
  // A class of the past was entered by who gave it.
  return pastReason === null ? leaveAtStart(db, opened) : undefined
}

async function completeByClock(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const opened = (await lockUnlessBusy(tx, id)) ? await findClass(tx, id, undefined) : undefined
    // It may have been completed or called off since it was listed.
    if (!opened || whyNot('finish', opened.facts, opened.actors, now)) return
    const cause = await causeNotHeld(tx, opened)
    if (cause === undefined) return completeClass(tx, opened, { actorId: null, now })
    const reason = `${NOT_HELD[cause]}，无人签到，按未上课处理`
    // Who goes calls off their classes, as where the clock is in time. Who is suspended does nothing.
    const actorId = cause === 'STOPPED' ? null : opened.view.invitation.coachId
    await cancelClass(tx, { ...opened, actors: ['operator'] }, { actorId, now, reason, byClub: true })
  })
}

async function askToFinish(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const opened = (await lockUnlessBusy(tx, id)) ? await findClass(tx, id, undefined) : undefined
    if (opened?.view.invitation.invitationStatus !== 'CONFIRMED' || opened.view.invitation.finishAskedAt) return
    const row = opened.view.invitation
    const maySign = whyNot('sign', opened.facts, ['coach'], now) === undefined
    const task = row.signedAt ? '请完成' : maySign ? '请签到并完成' : '请完成，未签到按到场算'
    const byClockAt = new Date(opened.facts.endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS)
    const limit = `${monthDotDay(dayOf(byClockAt))} ${timeOf(halfHourOfInstant(byClockAt))}`
    await updateInvitation(tx, id, { finishAskedAt: now })
    await notifyOfClass(tx, id, {
      receiverIds: [row.coachId],
      senderId: null,
      title: '课程待完成',
      content: `${lessonOf(row)} 已下课，${task}，${limit} 自动完成`,
    })
  })
}

/**
 * Handles a class that its coach has not completed. An hour after its end the coach is asked to, once. A day after its
 * end the clock completes it. It counts as not held if nobody signed and the coach was suspended, away or gone when it
 * began. Then everything is given back. A class of the past is completed once its players had their time to object.
 *
 * Source: decision "The life of a class invitation", complete
 */
export async function finishUnfinished({ db, now, signal, onFault }: JobContext): Promise<void> {
  const work = { signal, onFault }
  const before = (ms: number) => new Date(now.getTime() - ms)
  await processEach({
    ...work,
    what: 'complete class',
    list: (page) => listUnfinishedIds(db, { endedBy: before(FINISHED_BY_CLOCK_AFTER_MS), ...page }),
    each: ({ id }) => completeByClock(db, id, now),
  })
  await processEach({
    ...work,
    what: 'complete class of the past',
    list: (page) => listDuePastIds(db, { now, ...page }),
    each: ({ id }) => completeByClock(db, id, now),
  })
  await processEach({
    ...work,
    what: 'ask to complete class',
    list: (page) => listUnfinishedIds(db, { endedBy: before(ASKED_TO_FINISH_AFTER_MS), isToBeAsked: true, ...page }),
    each: ({ id }) => askToFinish(db, id, now),
  })
}

// The coach, or the company's admin. Completing again answers the present state.
const finishInvitation = ({
  params: { id },
  body: { revision: seen },
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.finishInvitation>) =>
  db.transaction(async (tx) => {
    const opened = await openClass(tx, id, actorId)
    const { view, actors } = opened
    const isRepeat = view.invitation.invitationStatus === 'COMPLETED' && actorsOfClub(actors).length > 0
    if (isRepeat) return presentInvitation(view, now)
    await assertClassSeen(tx, opened, { seen, now })
    await completeClass(tx, opened, { actorId, now })
    return presentById(tx, id, now)
  })

export default plugin([
  // Players who are not named keep what was signed, else count as present. Signing changes neither status nor hours. It
  // may be corrected until the class is completed or the day ends.
  handle(api.signInvitation, ({ params: { id }, body, user: { id: actorId }, db, now }) => {
    const { revision: seen, attendances = [] } = body
    return db.transaction(async (tx) => {
      const opened = await openClass(tx, id, actorId)
      await assertClassSeen(tx, opened, { seen, now })
      await signClass(tx, opened, { actorId, now, attendances })
      return presentById(tx, id, now)
    })
  }),

  handle(arriveAtClass, async ({ params: { id }, user: { id: userId }, db, now }) => {
    await db.transaction(async (tx) => {
      const { facts, joined } = await openClass(tx, id, userId)
      if (userId !== facts.coachId && !playersOf(joined).includes(userId)) throw new ApiError('invitation_not_yours')
      await recordArrival(tx, { kind: 'class', id }, { userId, now })
    })
    return null
  }),

  handle(api.finishInvitation, finishInvitation),

  handle(api.completeInvitation, finishInvitation),
])
