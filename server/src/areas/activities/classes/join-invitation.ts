import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus, isLive, waitsForCoach, whyNot } from '@paidang/domain/areas/classes/invitation'
import { type Cell, cellsOf } from '@paidang/domain/areas/schedule/cells'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { claimCells, clashError, publishGridChanges } from '../../time/schedule/claim-cells.ts'
import { findHolder } from '../../time/schedule/find-holder.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { expireHolders } from './expire-holders.ts'
import { holdSeat } from './hold-seat.ts'
import { findJoiner, insertSeats, lockStudentsForShare } from './join-queries.ts'
import { isLockedOut } from './objection-queries.ts'
import { findClass, isBlockedFrom, isOpenedBy, type OpenClass, type ShareLink } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, lockInvitation, updateInvitation, updateSeat } from './queries.ts'
import { undoLate } from './undo-late.ts'
import { findView } from './view-queries.ts'

/** A user takes a seat. `link` is the share link that they came by. */
type Joining = ClassAction & { link?: ShareLink | undefined }

/** A joining user, with the facts that joining needs. */
type Joiner = { nickname: string; isCoach: boolean }

/**
 * A player takes a seat. Their half-hours are claimed. In a coach's class their own hours are held, all or nothing; a
 * player's class is paid by its initiator. The first player makes a coach's class CONFIRMED, unless it waits for
 * another coach. A player with a seat in a changed class thereby agrees to the change, until the class is completed.
 * Any other repeat answers the present state.
 *
 * Users who were asked, have left or hold a share link may join. Students of the coach may join a class that the coach
 * made. None of them may be blocked from the coach or the initiator.
 *
 * @throws ApiError join_for_others, invitation_not_found, any refusal of whyNot, revision_outdated
 * @throws ApiError coach_unavailable, lesson_hours_too_few
 * @throws ApiError slot_mine (data: SlotClash, without alternatives, because the time of the class is fixed).
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", join
 */
export async function joinInvitation(
  db: Database,
  { playerId, ...joining }: Joining & { playerId: string },
): Promise<Invitation> {
  // Compared before any lookup, so that the refusal does not reveal whether the class exists.
  if (playerId !== joining.actorId) throw new ApiError('join_for_others')
  return retryOnce(
    () => joinOnce(db, joining),
    (cells, isFinal) => refuseBusy(db, cells, { isFinal, now: joining.now }),
  )
}

async function joinOnce(db: Database, { invitationId, actorId, now, link, seen }: Joining): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const isThere = await lockInvitation(tx, invitationId)
    const opened = isThere && (await findClass(tx, invitationId, actorId))
    if (!opened) throw new ApiError('invitation_not_found')
    const { view, own, facts, actors } = opened
    const joiner = await findJoiner(tx, actorId)
    if (!joiner) throw new ApiError('invitation_not_found')
    const isAsked = own !== undefined || isOpenedBy(link, facts)
    const isOfCoach = facts.initiatorRole === 'coach' && (await lockStudentsForShare(tx, facts.coachId, [actorId]))
    if (!isAsked && !isOfCoach) {
      throw new ApiError(opened.isStranger ? 'invitation_not_found' : 'invitation_not_yours')
    }
    const hasSeat = own?.state === 'JOINED'
    if (!hasSeat && (await isBlockedFrom(tx, opened, actorId))) throw new ApiError('invitation_not_found')
    if (hasSeat && isLive(effectiveStatus(facts, now)) && !facts.mustAgree) return presentInvitation(view, now)
    const isCoachAway = await isLockedOut(tx, facts.coachId, now)
    const refusal = whyNot('join', { ...facts, isCoachAway }, actors, now)
    if (refusal) throw new ApiError(refusal)
    await assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now, opened))

    if (hasSeat) await updateSeat(tx, { invitationId, userId: actorId }, { changedAt: null, attendance: null })
    else await takeSeat(tx, opened, joiner, { actorId, now })
    await recordAgreement(tx, opened, joiner, { actorId, isAgreeing: hasSeat, now })
    const after = await findView(tx, invitationId)
    if (!after) throw new Error('a class vanished inside its transaction')
    return presentInvitation(after, now)
  })
}

async function takeSeat(
  tx: Database,
  { view, own }: OpenClass,
  { isCoach }: Joiner,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const row = view.invitation
  const seat = { invitationId: row.id, userId: actorId }
  if (own) {
    // A player who comes back after leaving late gets the lost hours back.
    await undoLate(tx, [own], { actorId: actorId, reason: '重新参与约课，退回逾时取消的课时', now })
    await updateSeat(tx, seat, { state: 'JOINED', attendance: null, joinedAt: now })
  } else await insertSeats(tx, [{ ...seat, state: 'JOINED', now }])

  const { courseDate, beginTimeSlot, endTimeSlot } = row
  if (row.initiatorRole === 'coach') {
    const isHeld = await holdSeat(tx, {
      seat,
      courseId: row.courseDesignId,
      courseDate,
      sessions: row.consumedSessions,
      // Each hold of a seat has its own round, because the ledger refuses a second one of the same round.
      round: (own?.round ?? 0) + 1,
      actorId: actorId,
      reason: '参与约课',
      now,
    })
    if (!isHeld) throw new ApiError('lesson_hours_too_few')
  }
  const cells = cellsOf({
    playerIds: [actorId],
    coachPlayerIds: isCoach ? [actorId] : [],
    courseDate,
    beginTimeSlot,
    endTimeSlot,
  })
  await claimCells(tx, row.id, cells)
  await updateInvitation(tx, row.id, { seatsTaken: row.seatsTaken + 1 })
  await publishGridChanges(tx, { venueId: row.stadiumId, coachId: row.coachId, personIds: [actorId], day: courseDate })
}

/** Applies a taken seat or a renewed agreement to the class: its status, its trail and the notifications. */
async function recordAgreement(
  tx: Database,
  { view, facts }: OpenClass,
  { nickname }: Joiner,
  { actorId, isAgreeing, now }: { actorId: string; isAgreeing: boolean; now: Date },
): Promise<void> {
  const row = view.invitation
  const stands = row.initiatorRole === 'coach' && row.invitationStatus === 'PENDING' && !waitsForCoach(facts)
  const toStatus = stands ? 'CONFIRMED' : row.invitationStatus
  await updateInvitation(tx, row.id, {
    invitationStatus: toStatus,
    responseTime: now,
    ...(stands && { confirmedAt: now }),
  })
  await insertEvent(tx, {
    invitationId: row.id,
    action: 'join',
    fromStatus: row.invitationStatus,
    toStatus,
    actorId: actorId,
    reason: isAgreeing ? '同意修改' : '',
    now,
  })
  const { courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = row
  await notify(tx, {
    receiverIds: [row.coachId, row.initiatorId],
    senderId: actorId,
    category: 'classNotice',
    title: stands ? '约课已确认' : isAgreeing ? '学员已同意修改' : '有学员参与约课',
    content: `${nickname} ${isAgreeing ? '同意了修改后的' : '参与了'} ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}`,
    about: { kind: 'invitation', id: row.id },
  })
}

/** Reports that the player is busy. Unanswered requests of the player are expired instead. */
async function refuseBusy(
  db: Database,
  cells: readonly Cell[],
  { isFinal, now }: { isFinal: boolean; now: Date },
): Promise<void> {
  if (!isFinal && ((await expireHolders(db, cells, now)) || !(await findHolder(db, cells)))) return
  throw clashError('PLAYER', [])
}
