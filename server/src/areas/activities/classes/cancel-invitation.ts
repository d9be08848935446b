import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/classes/answer-time'
import { actorsOf, whyNot } from '@paidang/domain/areas/classes/invitation'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { actorsOfClub } from '@paidang/domain/areas/classes/transitions'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen, refuseCost } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { publishGridChanges, releaseClass, releasePlayer } from '../../time/schedule/claim-cells.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { hasToAgree, type OpenClass, openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation, updateSeat } from './queries.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import { lockHolds, settleSeats } from './release-seats.ts'
import { undoLate } from './undo-late.ts'
import { findView } from './view-queries.ts'

type Cancellation = ClassAction & { reason?: string | undefined }

const DEFAULT_REASON = { coach: '教练取消', company: '公司取消', player: '球员取消' } as const

/**
 * The coach, or the company's admin, cancels a class. Everything is given back, hours in every case.
 *
 * @throws ApiError invitation_not_found, invitation_not_yours, any refusal of whyNot, revision_outdated
 */
export async function cancelByCoach(
  db: Database,
  { invitationId, actorId, now, seen, reason }: Cancellation,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const actors = actorsOfClub(opened.actors)
    if (actors.length === 0) throw new ApiError('invitation_not_yours')
    const text = reason || DEFAULT_REASON[opened.role === 'coach' ? 'coach' : 'company']
    return cancelClass(
      tx,
      { ...opened, actors },
      { actorId, now, seen, reason: text, byClub: true, costOf: () => false },
    )
  })
}

/**
 * The initiator cancels the class, or a joiner gives back their own seat. The company's policy decides whether the held
 * hours come back. The same function computes the cost here and for the display before the button. A coach who made a
 * class and handed it over stays its initiator until the other agrees. Until then they cancel it for the club.
 *
 * @param cancellation `seenCost`: the hours that the caller was told to lose
 * @throws ApiError invitation_not_found, invitation_not_yours, any refusal of whyNot
 * @throws ApiError revision_outdated (also when it costs more than the caller saw)
 * Source: decision "Cancellation policy"
 */
export async function cancelByPlayer(
  db: Database,
  { invitationId, actorId, now, seen, seenCost, reason }: Cancellation & { seenCost?: number | undefined },
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { role, facts, view, own } = opened
    if (role === 'coach') throw new ApiError('invitation_not_yours')
    if (isOut(own?.state)) return presentInvitation(view, now)

    const isRepeat = view.invitation.invitationStatus === 'CANCELLED' && view.invitation.cancelledBy === actorId
    if (isRepeat) return presentInvitation(view, now)
    const actors = actorsOf(role)
    const refusal = whyNot('cancel', facts, actors, now)
    if (refusal) throw new ApiError(refusal)
    await assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now, opened))

    const cost = await quoteCancellation(tx, opened, { actorId, now })
    const { lostSessions } = cost
    if (seenCost !== undefined && lostSessions > seenCost)
      refuseCost(`现在取消将扣除 ${lessonHoursText(lostSessions)} 课时`, { lostSessions })
    const isLate = cost.reason === 'late' || cost.reason === 'forgiven'
    if (isLate) await updateSeat(tx, { invitationId, userId: actorId }, { lateCancelledAt: now, lateReturnedAt: null })
    const text = reason || DEFAULT_REASON[role === 'initiator' ? view.invitation.initiatorRole : 'player']
    if (role === 'participant')
      return leaveClass(tx, opened, {
        ...{ actorId, now, reason: text, action: 'cancel' },
        ...{ isLate: cost.reason === 'late', isOwnChoice: !cost.isChanged },
      })
    return cancelClass(
      tx,
      { ...opened, actors },
      {
        actorId,
        now,
        reason: text,
        byClub: view.invitation.initiatorRole === 'coach',
        isOwnChoice: view.invitation.initiatorRole === 'player' && !cost.isChanged,
        costOf: (userId) => userId === actorId && cost.reason === 'late',
      },
    )
  })
}

/** An `actorId` of null is an operator. */
type Calling = {
  actorId: string | null
  now: Date
  seen?: number | undefined
  reason: string
  byClub: boolean
  /** Whether players call off what nobody changed for them. Hours then come back on the contract as it is. */
  isOwnChoice?: boolean
  costOf: (userId: string) => boolean
}

/**
 * Cancels a class whose row is locked. Cancelling again by the same side changes nothing.
 *
 * @throws ApiError any refusal of whyNot, revision_outdated
 */
export async function cancelClass(
  tx: Database,
  { view, seats, joined, facts, actors }: OpenClass,
  { actorId, now, seen, reason, byClub, isOwnChoice = false, costOf }: Calling,
): Promise<Invitation> {
  const row = view.invitation
  if (row.invitationStatus === 'CANCELLED' && row.cancelledBy === actorId) return presentInvitation(view, now)
  const refusal = whyNot('cancel', facts, actors, now)
  if (refusal) throw new ApiError(refusal)
  await assertSeen(tx, 'invitations', { seen, row }, () => presentInvitation(view, now))

  const lost = joined.filter(({ userId }) => costOf(userId)).map((seat) => ({ seat, isConsumed: true }))
  const back = joined.filter(({ userId }) => !costOf(userId)).map((seat) => ({ seat, isConsumed: false }))
  await lockHolds(tx, row.courseDesignId, joined)
  await settleSeats(tx, lost, { actorId: actorId, reason: `逾时取消：${reason}`, now })
  await settleSeats(tx, back, { actorId: actorId, reason: `取消约课：${reason}`, now, isOwnChoice })
  const leaverIds = byClub ? await undoLate(tx, seats, { actorId: actorId, reason: `取消约课：${reason}`, now }) : []
  await releaseClass(tx, row.id)
  const changes = {
    invitationStatus: 'CANCELLED',
    cancelledAt: now,
    cancelledBy: actorId,
    cancelReason: reason,
    responseTime: now,
  } as const
  await updateInvitation(tx, row.id, changes)
  const { invitationStatus: fromStatus } = row
  await insertEvent(tx, {
    invitationId: row.id,
    action: 'cancel',
    fromStatus,
    toStatus: 'CANCELLED',
    actorId: actorId,
    reason,
    now,
  })
  await settleRequests(tx, { kind: 'invitation', id: row.id }, APPROVAL.REJECTED)
  const playerIds = joined.map(({ userId }) => userId)
  const invitedIds = seats.filter(({ state }) => state === 'INVITED').map(({ userId }) => userId)
  const notice = {
    senderId: actorId,
    category: 'classNotice',
    title: '约课已取消',
    about: { kind: 'invitation', id: row.id },
  } as const
  const content = `${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName} 已取消：${reason}`
  const receiverIds = [row.coachId, row.initiatorId, ...playerIds, ...invitedIds]
  await notify(tx, { ...notice, receiverIds, content })
  await notify(tx, { ...notice, receiverIds: leaverIds, content: `${content}；你逾时退出时扣除的课时已退回` })
  await publishGridChanges(tx, {
    venueId: row.stadiumId,
    coachId: row.coachId,
    personIds: playerIds,
    day: row.courseDate,
  })
  // The row has been locked since it was read, and the names do not change with it.
  return presentInvitation({ ...view, invitation: { ...row, ...changes } }, now)
}

type Leaving = {
  actorId: string
  now: Date
  reason: string
  action: 'cancel' | 'decline'
  isLate: boolean
  isOwnChoice: boolean
}

/** A joiner gives back their seat in a class whose row is locked. Leaving late loses its hours. */
export async function leaveClass(
  tx: Database,
  { view, joined, facts, startsAt }: OpenClass,
  { actorId, now, reason, action, isLate, isOwnChoice }: Leaving,
): Promise<Invitation> {
  const row = view.invitation
  const seat = joined.find(({ userId }) => userId === actorId)
  if (!seat) throw new ApiError('invitation_not_yours')
  await settleSeats(tx, [{ seat, isConsumed: isLate }], {
    actorId: actorId,
    reason: `退出约课：${reason}`,
    now,
    isOwnChoice,
  })
  const saysNo = action === 'decline'
  const state = saysNo ? 'DECLINED' : 'LEFT'
  await updateSeat(tx, { invitationId: row.id, userId: actorId }, { state, attendance: null, changedAt: null })
  await releasePlayer(tx, row.id, actorId)

  // A class made by its coach stays confirmed by players who agree. Without any it waits again.
  const isKept = joined.some((other) => other.userId !== actorId && !hasToAgree(other))
  const isEmptied = row.initiatorRole === 'coach' && !isKept && row.invitationStatus === 'CONFIRMED'
  const toStatus = isEmptied ? 'PENDING' : row.invitationStatus
  // Players who still have to agree to a change may do so on the court.
  const times = joined.length > 1 ? answerTimesOnceChanged(now, facts) : answerTimes(now, startsAt)
  const waitsAnew = { invitationStatus: toStatus, ...times, confirmedAt: null }
  // No seat can be taken from the start on, so a waiting class without players ends before it.
  const isDeserted = row.invitationStatus === 'PENDING' && joined.length === 1 && row.expiresAt > startsAt
  await updateInvitation(tx, row.id, {
    seatsTaken: row.seatsTaken - 1,
    responseTime: now,
    ...(isEmptied && waitsAnew),
    ...(isDeserted && answerTimes(now, startsAt)),
  })
  await insertEvent(tx, {
    invitationId: row.id,
    action,
    fromStatus: row.invitationStatus,
    toStatus,
    actorId: actorId,
    reason,
    now,
  })
  await notify(tx, {
    receiverIds: [row.coachId, row.initiatorId],
    senderId: actorId,
    category: 'classNotice',
    title: saysNo ? '学员没有同意修改' : '有学员退出约课',
    content: `${seat.nickname} 退出了 ${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName}：${reason}`,
    about: { kind: 'invitation', id: row.id },
  })
  await publishGridChanges(tx, {
    venueId: row.stadiumId,
    coachId: row.coachId,
    personIds: [actorId],
    day: row.courseDate,
  })
  const after = await findView(tx, row.id)
  return presentInvitation(after ?? view, now)
}
