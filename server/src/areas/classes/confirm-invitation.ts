import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus, expiryOf, expiryOnceChanged, whyNot } from '@paidang/domain/areas/classes/invitation'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { settleRequests } from '../messages/settle-requests.ts'
import { tell } from '../messages/tell.ts'
import { claimCells, giveWay, publishGridChanges } from '../schedule/claim-cells.ts'
import { hasTakenOver } from './change-coach-queries.ts'
import { hasToAgree, type OpenClass, openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation } from './queries.ts'
import { refuseTaken } from './refuse-taken.ts'
import { tryTwice } from './try-twice.ts'
import { findView } from './view-queries.ts'

/** One action by one person on one class. */
export type ClassAction = { invitationId: string; by: string; now: Date }

/**
 * The coach accepts a request: CONFIRMED, everybody told. A conflict-allowed request must win court and coach now; the
 * coach's own locks give way to it, another booking never does. Confirming again answers the present state.
 *
 * Who accepts a class that another coach made is its initiator from then on; while nobody has joined it stays PENDING, and
 * its players have the whole time to answer.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, slot_taken (data: SlotClash)
 * Source: specification §4 "Invitation actions"; decisions "Claims", "The life of a class invitation"
 */
export async function confirmInvitation(db: Database, action: ClassAction): Promise<Invitation> {
  return tryTwice(
    () => confirmOnce(db, action),
    async (cells, isFinal) => {
      const view = await findView(db, action.invitationId)
      if (!view) throw new ApiError('invitation_not_found')
      const { coachId, stadiumId: venueId, courseDate, beginTimeSlot, endTimeSlot } = view.invitation
      const span = { courtCode: view.courtCode, courseDate, beginTimeSlot, endTimeSlot }
      await refuseTaken(
        db,
        cells,
        { ...span, coachId, venueId, userId: action.by, overLocksOf: coachId, now: action.now },
        { isFinal },
      )
    },
  )
}

async function confirmOnce(db: Database, { invitationId, by, now }: ClassAction): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, by)
    const { view, facts, actors, startsAt, joined } = opened
    const row = view.invitation
    if (row.coachId === by && row.invitationStatus === 'CONFIRMED') return presentInvitation(view, now)
    const refusal = whyNot('confirm', facts, actors, now)
    if (refusal === 'invitation_settled' && (await isTakenOverAlready(tx, opened, { by, now })))
      return presentInvitation(view, now)
    if (refusal) throw new ApiError(refusal)

    if (row.useUnavailable) await winCourtAndCoach(tx, opened)
    const isByCoach = row.initiatorRole === 'coach'
    const stands = !isByCoach || joined.some((seat) => !hasToAgree(seat))
    const expiresAt = joined.length > 0 ? expiryOnceChanged(now, facts) : expiryOf(now, startsAt)
    const invitationStatus = stands ? 'CONFIRMED' : 'PENDING'
    await updateInvitation(tx, invitationId, {
      invitationStatus,
      responseTime: now,
      ...(stands ? { confirmedAt: now } : { expiresAt }),
      ...(isByCoach && { initiatorId: by }),
    })
    await insertEvent(tx, {
      invitationId,
      action: 'confirm',
      fromStatus: 'PENDING',
      toStatus: invitationStatus,
      actorId: by,
      now,
    })
    await settleRequests(tx, { kind: 'invitation', id: invitationId }, APPROVAL.APPROVED)
    await tellOfYes(tx, opened, by)
    const confirmed = await findView(tx, invitationId)
    if (!confirmed) throw new Error('a class vanished inside its transaction')
    return presentInvitation(confirmed, now)
  })
}

/** Whether a class of another coach that still waits for its players has this coach's yes: he repeats it. */
async function isTakenOverAlready(
  tx: Database,
  { view: { invitation: row }, facts }: OpenClass,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const isHis = row.initiatorRole === 'coach' && row.coachId === by && row.initiatorId === by
  return isHis && effectiveStatus(facts, now) === 'PENDING' && hasTakenOver(tx, row.id, by)
}

/** Tells the players, those who are only asked too, and the coach who had made the class. */
async function tellOfYes(tx: Database, { view, seats }: OpenClass, by: string): Promise<void> {
  const row = view.invitation
  const lesson = `${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName}`
  const players = seats.filter(({ state }) => !isOut(state)).map(({ userId }) => userId)
  await tell(tx, {
    receiverIds: [row.initiatorId, ...players],
    senderId: by,
    category: 'classNotice',
    title: '约课已确认',
    content: `${view.coachName} 已确认 ${lesson}`,
    about: { kind: 'invitation', id: row.id },
  })
}

async function winCourtAndCoach(tx: Database, { view, joined }: OpenClass): Promise<void> {
  const { id, coachId, courtId, courseDate, beginTimeSlot, endTimeSlot, stadiumId } = view.invitation
  await giveWay(tx, { coachId, day: courseDate, beginTimeSlot, endTimeSlot, invitationId: id })
  await claimCells(tx, id, cellsOf({ courtId, coachId, playerIds: [], courseDate, beginTimeSlot, endTimeSlot }))
  const personIds = joined.map(({ userId }) => userId)
  await publishGridChanges(tx, { venueId: stadiumId, coachId, personIds, day: courseDate })
}
