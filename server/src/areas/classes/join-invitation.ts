import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus, isLive, waitsForCoach, whyNot } from '@paidang/domain/areas/classes/invitation'
import { type Cell, cellsOf } from '@paidang/domain/areas/schedule/cells'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { claimCells, clashError, publishGridChanges } from '../schedule/claim-cells.ts'
import { findHolder } from '../schedule/find-holder.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { expireHolders } from './expire-holders.ts'
import { holdSeat } from './hold-seat.ts'
import { findJoiner, insertSeats, keepStudents } from './join-queries.ts'
import { isKeptOut } from './objection-queries.ts'
import { findClass, isKeptFrom, isOpenedBy, type OpenClass, type ShareLink } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, lockInvitation, updateInvitation, updateSeat } from './queries.ts'
import { tryTwice } from './try-twice.ts'
import { undoLate } from './undo-late.ts'
import { findView } from './view-queries.ts'

/** Somebody takes a seat; `link` when they came by a share link, `changedAt` the change that they have seen. */
type Joining = ClassAction & { link?: ShareLink | undefined; changedAt?: Date | undefined }

/** Who joins, as far as joining asks. */
type Joiner = { nickname: string; isCoach: boolean }

/**
 * A player takes a seat: his half-hours are claimed, and in a class that its coach made his own hours are held, all or
 * nothing; a player's class is paid by its initiator. The first player makes a coach's class CONFIRMED, unless it waits for
 * another coach. Who has a seat in a class that its coach has changed agrees to it, for themselves, until it is completed; any
 * other repeat answers the present state.
 *
 * Whoever was asked, has left or holds a share link may join, and a student of the coach a class that the coach made, unless they
 * and the coach or the initiator keep out of each other's sight.
 *
 * @throws ApiError join_for_others, invitation_not_found, any refusal of whyNot, invitation_changed_again, coach_unavailable, lesson_hours_too_few,
 *   slot_mine (data: SlotClash, without alternatives: the class is where it is)
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", join
 */
export async function joinInvitation(
  db: Database,
  { playerId, ...joining }: Joining & { playerId: string },
): Promise<Invitation> {
  // Compared before anything is looked up, so that nobody learns from it whether the class exists.
  if (playerId !== joining.by) throw new ApiError('join_for_others')
  return tryTwice(
    () => joinOnce(db, joining),
    (cells, isFinal) => refuseBusy(db, cells, { isFinal, now: joining.now }),
  )
}

async function joinOnce(db: Database, { invitationId, by, now, link, changedAt }: Joining): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const isThere = await lockInvitation(tx, invitationId)
    const opened = isThere && (await findClass(tx, invitationId, by))
    if (!opened) throw new ApiError('invitation_not_found')
    const { view, own, facts, actors } = opened
    const joiner = await findJoiner(tx, by)
    if (!joiner) throw new ApiError('invitation_not_found')
    const isAsked = own !== undefined || isOpenedBy(link, facts)
    const isOfCoach = facts.initiatorRole === 'coach' && (await keepStudents(tx, facts.coachId, [by]))
    if (!isAsked && !isOfCoach) {
      throw new ApiError(opened.isStranger ? 'invitation_not_found' : 'invitation_not_yours')
    }
    const hasSeat = own?.state === 'JOINED'
    if (!hasSeat && (await isKeptFrom(tx, opened, by))) throw new ApiError('invitation_not_found')
    if (hasSeat && isLive(effectiveStatus(facts, now)) && !facts.mustAgree) return presentInvitation(view, now)
    const isCoachAway = await isKeptOut(tx, facts.coachId, now)
    const refusal = whyNot('join', { ...facts, isCoachAway }, actors, now)
    if (refusal) throw new ApiError(refusal)

    const hasSeen = !changedAt || own?.changedAt?.getTime() === changedAt.getTime()
    if (hasSeat && !hasSeen) throw new ApiError('invitation_changed_again')

    if (hasSeat) await updateSeat(tx, { invitationId, userId: by }, { changedAt: null, attendance: null })
    else await takeSeat(tx, opened, joiner, { by, now })
    await recordAgreement(tx, opened, joiner, { by, isAgreeing: hasSeat, now })
    const after = await findView(tx, invitationId)
    if (!after) throw new Error('a class vanished inside its transaction')
    return presentInvitation(after, now)
  })
}

async function takeSeat(
  tx: Database,
  { view, own }: OpenClass,
  { isCoach }: Joiner,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const row = view.invitation
  const seat = { invitationId: row.id, userId: by }
  if (own) {
    // Who comes back after leaving late has what that cost.
    await undoLate(tx, [own], { actorId: by, reason: '重新参与约课，退回逾时取消的课时', now })
    await updateSeat(tx, seat, { state: 'JOINED', attendance: null, joinedAt: now })
  } else await insertSeats(tx, [{ ...seat, state: 'JOINED', now }])

  const { courseDate, beginTimeSlot, endTimeSlot } = row
  if (row.initiatorRole === 'coach') {
    const isHeld = await holdSeat(tx, {
      seat,
      courseId: row.courseDesignId,
      courseDate,
      sessions: row.consumedSessions,
      // Each hold of a seat has its own round, or the ledger would refuse a second one.
      round: (own?.round ?? 0) + 1,
      actorId: by,
      reason: '参与约课',
      now,
    })
    if (!isHeld) throw new ApiError('lesson_hours_too_few')
  }
  const cells = cellsOf({
    playerIds: [by],
    coachPlayerIds: isCoach ? [by] : [],
    courseDate,
    beginTimeSlot,
    endTimeSlot,
  })
  await claimCells(tx, row.id, cells)
  await updateInvitation(tx, row.id, { seatsTaken: row.seatsTaken + 1 })
  await publishGridChanges(tx, { venueId: row.stadiumId, coachId: row.coachId, personIds: [by], day: courseDate })
}

/** What a seat taken, or agreed to again, means for the class: its status, its trail, who is told. */
async function recordAgreement(
  tx: Database,
  { view, facts }: OpenClass,
  { nickname }: Joiner,
  { by, isAgreeing, now }: { by: string; isAgreeing: boolean; now: Date },
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
    actorId: by,
    reason: isAgreeing ? '同意修改' : '',
    now,
  })
  const { courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = row
  await tell(tx, {
    receiverIds: [row.coachId, row.initiatorId],
    senderId: by,
    category: 'classNotice',
    title: stands ? '约课已确认' : isAgreeing ? '学员已同意修改' : '有学员参与约课',
    content: `${nickname} ${isAgreeing ? '同意了修改后的' : '参与了'} ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}`,
    about: { kind: 'invitation', id: row.id },
  })
}

/** Says that the player is busy himself; requests of his that nobody answered in time are expired instead. */
async function refuseBusy(
  db: Database,
  cells: readonly Cell[],
  { isFinal, now }: { isFinal: boolean; now: Date },
): Promise<void> {
  if (!isFinal && ((await expireHolders(db, cells, now)) || !(await findHolder(db, cells)))) return
  throw clashError('PLAYER', [])
}
