import * as api from '@paidang/api/areas/activities/class-actions'
import type { Invitation } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/activities/classes/answer-time'
import { effectiveStatus, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { invitationEvents } from '../../../tables/classes.ts'
import type { Effect } from '../../ground/messages/inbox.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { grantHours } from '../../money/contracts/grant-hours.ts'
import { claimCells, releaseOwnLocks, retryOnce } from '../../time/schedule/claim-cells.ts'
import { insertStep, lessonOf, lockInvitation, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { presentById, presentInvitation } from './class-view.ts'
import {
  assertClassSeen,
  assertMay,
  assertNotAway,
  assertOfCompany,
  type ClassAction,
  type OpenClass,
  openClass,
  readClass,
} from './open-class.ts'
import { hasToAgree, holdRequested, holdSeat, playersOf, type SeatRow } from './seats.ts'
import { slotsOfClass, throwSlotConflict } from './slot-conflict.ts'

/**
 * The student of a contract. In a player's class it is the initiator, in a coach's class the named student with a place
 * in it.
 */
function studentOf({ view, seats }: OpenClass, userId: string | undefined): SeatRow {
  const { initiatorRole, initiatorId } = view.invitation
  const input = initiatorRole === 'player' ? (userId ?? initiatorId) : userId
  const seat = seats.find((own) => own.userId === input)
  if (!seat || (initiatorRole === 'player' && seat.userId !== initiatorId)) throw new ApiError('student_not_in_class')
  return seat
}

/**
 * Whether this coach has already accepted a class of another coach that still waits for players. Then the call is a
 * repeat. The last step that decided the coach of the class was their yes.
 */
async function isTakenOverAlready(
  tx: Database,
  { view: { invitation: row }, facts }: OpenClass,
  { actorId, now }: { actorId: string; now: Date },
): Promise<boolean> {
  const isTheirs = row.initiatorRole === 'coach' && row.coachId === actorId && row.initiatorId === actorId
  if (!isTheirs || effectiveStatus(facts, now) !== 'PENDING') return false
  const result = await tx.execute(sql`
    select 1 from (
      select action, actor_id from ${invitationEvents}
      where invitation_id = ${row.id} and action in ('confirm', 'change-coach') order by seq desc limit 1) last
    where action = 'confirm' and actor_id = ${actorId}`)
  return result.rows.length > 0
}

async function claimCourtAndCoach(tx: Database, { view, joined }: OpenClass): Promise<void> {
  const { id, coachId, courtId, courseDate, beginTimeSlot, endTimeSlot } = view.invitation
  await releaseOwnLocks(tx, { coachId, day: courseDate, beginTimeSlot, endTimeSlot, invitationId: id })
  await claimCells(tx, id, cellsOf({ courtId, coachId, playerIds: [], courseDate, beginTimeSlot, endTimeSlot }))
  await publishGrid(tx, view.invitation, playersOf(joined))
}

async function confirmOnce(db: Database, { invitationId: id, actorId, now, seen }: ClassAction): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, id, actorId)
    const { view, facts, actors, startsAt, seats, joined } = opened
    const row = view.invitation
    if (row.coachId === actorId && row.invitationStatus === 'CONFIRMED') return presentInvitation(view, now)
    const refusal = whyNot('confirm', facts, actors, now)
    if (refusal === 'invitation_settled' && (await isTakenOverAlready(tx, opened, { actorId, now })))
      return presentInvitation(view, now)
    if (refusal) throw new ApiError(refusal)
    await assertOfCompany(tx, row, actorId)
    await assertNotAway(tx, row, actorId)
    await assertClassSeen(tx, opened, { seen, now })

    // The hours may have been bought since; another class may have taken them since they were looked at.
    if (!(await holdRequested(tx, row, joined, { actorId, reason: '确认约课，预留课时', now })))
      throw new ApiError('invitation_needs_contract')
    if (row.useUnavailable) await claimCourtAndCoach(tx, opened)
    const isByCoach = row.initiatorRole === 'coach'
    const stands = !isByCoach || joined.some((seat) => !hasToAgree(seat))
    const times = joined.length > 0 ? answerTimesOnceChanged(now, facts) : answerTimes(now, startsAt)
    const toStatus = stands ? 'CONFIRMED' : 'PENDING'
    await updateInvitation(tx, id, {
      invitationStatus: toStatus,
      needContract: false,
      responseTime: now,
      ...(stands ? { confirmedAt: now } : times),
      ...(isByCoach && { initiatorId: actorId }),
    })
    await insertStep(tx, row, { action: 'confirm', toStatus, actorId, now })
    await settleRequests(tx, { kind: 'invitation', id }, APPROVAL.APPROVED)
    // Also those who are only asked, and the coach who made the class.
    await notifyOfClass(tx, id, {
      receiverIds: [row.initiatorId, ...playersOf(seats.filter(({ state }) => !isOut(state)))],
      senderId: actorId,
      title: '约课已确认',
      content: `${view.coachName} 已确认 ${lessonOf(row)}`,
    })
    return presentById(tx, id, now)
  })
}

/**
 * The coach accepts a request. It becomes CONFIRMED, and everybody is notified. A request that was made without a
 * contract holds its hours now, if its player has bought some since. A conflict-allowed request must win
 * court and coach now. The coach's own locks give way to it, another booking never does. Confirming again answers the
 * present state.
 *
 * A coach who accepts a class of another coach becomes its initiator. Until a player has joined it stays PENDING, and
 * its players have the full time to answer.
 *
 * @throws ApiError the refusals of the endpoint
 * Source: specification §4 "Invitation actions"; decisions "Claims", "The life of a class invitation"
 */
export async function confirmInvitation(db: Database, action: ClassAction): Promise<Invitation> {
  return retryOnce(
    () => confirmOnce(db, action),
    async (cells, isFinal) => {
      const { invitationId, actorId: userId, now } = action
      const slots = slotsOfClass(await readClass(db, invitationId, userId), { userId, now })
      await throwSlotConflict(db, cells, { ...slots, overLocksOf: slots.coachId }, isFinal)
    },
  )
}

/**
 * What the verdict on a message that asks a coach to take over a class does. A yes confirms the class. A no leaves it
 * waiting with its court and hours, and those who can find another coach are notified.
 *
 * Source: decision "Messages", decision record 011
 */
export const coachChangeEffect: Effect = {
  lock: lockInvitation,
  async decide(tx, { objectId: invitationId, requestedBy, actorId, verdict, seen, now }) {
    if (verdict === APPROVAL.APPROVED) return confirmInvitation(tx, { invitationId, actorId, now, seen })
    const opened = await openClass(tx, invitationId, actorId)
    const { view, facts, actors } = opened
    const refusal = whyNot('confirm', facts, actors, now)
    // A missing contract prevents a yes only.
    if (refusal && refusal !== 'invitation_needs_contract') throw new ApiError(refusal)
    await assertClassSeen(tx, opened, { seen, now })
    const row = view.invitation
    return notifyOfClass(tx, invitationId, {
      receiverIds: [row.initiatorId, ...(requestedBy === null ? [] : [requestedBy])],
      senderId: actorId,
      title: '教练无法接手',
      content: `${view.coachName} 无法接手 ${lessonOf(row)}，约课仍为您保留，请另选教练或取消`,
    })
  },
}

export default plugin([
  // 缔约: the coach opens or tops up a contract for a student of this class, so that it can be paid. In a player's class
  // the student's hours are held at once. In a coach's class they are held when the student joins. Each call grants
  // hours again. Only an Idempotency-Key makes a repeat harmless.
  handle(api.contractInvitation, ({ params: { id }, body, user: { id: actorId }, db, now }) => {
    const { revision: seen, userId, contractId, sessions, expiryDate, isPhoneChecked = false } = body
    return db.transaction(async (tx) => {
      const opened = await openClass(tx, id, actorId)
      const { view } = opened
      const row = view.invitation
      // A coach who began before the student bought hours may still finish.
      assertMay('contract', { ...opened, facts: { ...opened.facts, needContract: row.needContract } }, now)
      await assertOfCompany(tx, row, actorId)
      await assertClassSeen(tx, opened, { seen, now })
      const student = studentOf(opened, userId)

      const { courseDate, consumedSessions, courseDesignId: courseId, companyId, courseDesignName } = row
      const granted = await grantHours(tx, {
        ...{ contractId, userId: student.userId, courseId, companyId, coachId: actorId, sessions },
        expiryDate: toIsoDay(expiryDate),
        isPhoneChecked,
        forClass: { invitationId: id, courseDate, consumedSessions },
        reason: '缔约',
        now,
      })
      if (row.initiatorRole === 'player') {
        if (!(await holdSeat(tx, student, row, { actorId, reason: '缔约，预留课时', now })))
          throw new Error(`the hours granted for class ${id} do not pay it`)
      }
      await updateInvitation(tx, id, { needContract: false, responseTime: now })
      const granting = `${lessonHoursText(sessions)} 课时，有效期至 ${granted.expiryDate}`
      await insertStep(tx, row, { action: 'contract', actorId, reason: `${student.nickname} ${granting}`, now })
      await notifyOfClass(tx, id, {
        receiverIds: [student.userId],
        senderId: actorId,
        title: '教练已为您缔约',
        content: `${view.coachName} 为您的 ${monthDotDay(courseDate)} ${courseDesignName} 缔约：${granting}`,
      })
      return presentById(tx, id, now)
    })
  }),

  handle(api.confirmInvitation, ({ params, body, user, db, now }) =>
    confirmInvitation(db, { invitationId: params.id, actorId: user.id, now, seen: body.revision }),
  ),
])
