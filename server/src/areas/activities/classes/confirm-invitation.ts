import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/classes/answer-time'
import { effectiveStatus, whyNot } from '@paidang/domain/areas/classes/invitation'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { claimCells, publishGridChanges, releaseOwnLocks } from '../../time/schedule/claim-cells.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
import { hasTakenOver } from './change-coach-queries.ts'
import { hasToAgree, type OpenClass, openClass, readClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation } from './queries.ts'
import { slotsOfClass, throwSlotConflict } from './throw-slot-conflict.ts'
import { findView } from './view-queries.ts'

/** One action by one person on one class. `seen` is the revision that they saw, if their client says it. */
export type ClassAction = { invitationId: string; actorId: string; now: Date; seen?: number | undefined }

/**
 * The coach accepts a request. It becomes CONFIRMED, and everybody is notified. A conflict-allowed request must win
 * court and coach now. The coach's own locks give way to it, another booking never does. Confirming again answers the
 * present state.
 *
 * A coach who accepts a class of another coach becomes its initiator. Until a player has joined it stays PENDING, and
 * its players have the full time to answer.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, revision_outdated, slot_taken (data: SlotClash).
 * Source: specification §4 "Invitation actions"; decisions "Claims", "The life of a class invitation"
 */
export async function confirmInvitation(db: Database, action: ClassAction): Promise<Invitation> {
  return retryOnce(
    () => confirmOnce(db, action),
    async (cells, isFinal) => {
      const { invitationId, actorId: userId, now } = action
      const opened = await readClass(db, invitationId, userId)
      const { coachId, stadiumId: venueId, courseDate, beginTimeSlot, endTimeSlot } = opened.view.invitation
      const span = { courtCode: opened.view.courtCode, courseDate, beginTimeSlot, endTimeSlot }
      const input = { ...slotsOfClass(opened, now), ...span, coachId, venueId, userId, overLocksOf: coachId, now }
      await throwSlotConflict(db, cells, input, { isFinal })
    },
  )
}

async function confirmOnce(db: Database, { invitationId, actorId, now, seen }: ClassAction): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { view, facts, actors, startsAt, joined } = opened
    const row = view.invitation
    if (row.coachId === actorId && row.invitationStatus === 'CONFIRMED') return presentInvitation(view, now)
    const refusal = whyNot('confirm', facts, actors, now)
    if (refusal === 'invitation_settled' && (await isTakenOverAlready(tx, opened, { actorId, now })))
      return presentInvitation(view, now)
    if (refusal) throw new ApiError(refusal)
    await assertSeen(tx, 'invitations', { seen, row }, () => presentInvitation(view, now, opened))

    if (row.useUnavailable) await claimCourtAndCoach(tx, opened)
    const isByCoach = row.initiatorRole === 'coach'
    const stands = !isByCoach || joined.some((seat) => !hasToAgree(seat))
    const times = joined.length > 0 ? answerTimesOnceChanged(now, facts) : answerTimes(now, startsAt)
    const invitationStatus = stands ? 'CONFIRMED' : 'PENDING'
    await updateInvitation(tx, invitationId, {
      invitationStatus,
      responseTime: now,
      ...(stands ? { confirmedAt: now } : times),
      ...(isByCoach && { initiatorId: actorId }),
    })
    await insertEvent(tx, {
      invitationId,
      action: 'confirm',
      fromStatus: 'PENDING',
      toStatus: invitationStatus,
      actorId: actorId,
      now,
    })
    await settleRequests(tx, { kind: 'invitation', id: invitationId }, APPROVAL.APPROVED)
    await notifyConfirmed(tx, opened, actorId)
    const confirmed = await findView(tx, invitationId)
    if (!confirmed) throw new Error('a class vanished inside its transaction')
    return presentInvitation(confirmed, now)
  })
}

/**
 * Whether this coach has already accepted a class of another coach that still waits for players. Then the call is a
 * repeat.
 */
async function isTakenOverAlready(
  tx: Database,
  { view: { invitation: row }, facts }: OpenClass,
  { actorId, now }: { actorId: string; now: Date },
): Promise<boolean> {
  const isHis = row.initiatorRole === 'coach' && row.coachId === actorId && row.initiatorId === actorId
  return isHis && effectiveStatus(facts, now) === 'PENDING' && hasTakenOver(tx, row.id, actorId)
}

/** Notifies the players, also those who are only asked, and the coach who made the class. */
async function notifyConfirmed(tx: Database, { view, seats }: OpenClass, actorId: string): Promise<void> {
  const row = view.invitation
  const lesson = `${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName}`
  const players = seats.filter(({ state }) => !isOut(state)).map(({ userId }) => userId)
  await notify(tx, {
    receiverIds: [row.initiatorId, ...players],
    senderId: actorId,
    category: 'classNotice',
    title: '约课已确认',
    content: `${view.coachName} 已确认 ${lesson}`,
    about: { kind: 'invitation', id: row.id },
  })
}

async function claimCourtAndCoach(tx: Database, { view, joined }: OpenClass): Promise<void> {
  const { id, coachId, courtId, courseDate, beginTimeSlot, endTimeSlot, stadiumId } = view.invitation
  await releaseOwnLocks(tx, { coachId, day: courseDate, beginTimeSlot, endTimeSlot, invitationId: id })
  await claimCells(tx, id, cellsOf({ courtId, coachId, playerIds: [], courseDate, beginTimeSlot, endTimeSlot }))
  const personIds = joined.map(({ userId }) => userId)
  await publishGridChanges(tx, { venueId: stadiumId, coachId, personIds, day: courseDate })
}
