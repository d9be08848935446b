import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { toIsoDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { lockContractsOfSeats } from '../../money/contracts/place-hold.ts'
import { keepUsable } from '../../money/contracts/settle-hold.ts'
import { publishGridChanges } from '../../time/schedule/claim-cells.ts'
import { moveClass } from '../../time/schedule/move-class.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
import { checkBookingContext } from './booking-context.ts'
import { notifyEdited, notifyMessageChanged } from './edit-notices.ts'
import { type EditInput, type EditPlan, planEdit, referencesOf } from './edit-plan.ts'
import { insertInvited, markChanged, withdrawInvited } from './edit-queries.ts'
import { holdSeat } from './hold-seat.ts'
import { type OpenClass, openClass, readClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation, updateSeat } from './queries.ts'
import { settleSeats } from './release-seats.ts'
import { type SlotsInput, slotsOfClass, throwSlotConflict } from './throw-slot-conflict.ts'
import { findView } from './view-queries.ts'

type Edit = EditInput & { invitationId: string; seen?: number | undefined }

/**
 * The maker of a class changes it. Its claims and holds move in one transaction, or nothing changes. It is PENDING
 * again, with the full time to be answered. A player's class needs its coach's agreement again. A coach's class needs
 * that of its players, by joining. The old holds are given back. New ones are placed on the earliest-expiring contract
 * that can pay. Without one, a player's class needs a contract, and a coach's class stays unchanged. A change of text
 * alone asks nobody. An edit without effect, such as a repeat, answers the present state.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, any refusal of planEdit, revision_outdated, lesson_hours_too_few,
 *   slot_taken, slot_mine or participant_busy (data: SlotClash).
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", edit
 */
export async function editInvitation(db: Database, edit: Edit): Promise<Invitation> {
  return retryOnce(
    () => editOnce(db, edit),
    async (cells, isFinal) => throwSlotConflict(db, cells, await slotsOf(db, edit), { isFinal }),
  )
}

async function editOnce(db: Database, edit: Edit): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const { invitationId, actorId, now, seen } = edit
    const opened = await openClass(tx, invitationId, actorId)
    const { view, facts, actors } = opened
    const refusal = whyNot('edit', facts, actors, now)
    if (refusal) throw new ApiError(refusal)
    const plan = await planEdit(tx, opened, edit)
    if (plan.isUnchanged) return presentInvitation(view, now)
    await assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now))
    if (plan.isOnlyMessages) return changeText(tx, opened, plan, edit)

    const needContract = !(await moveHolds(tx, opened, plan, edit))
    const isByCoach = view.invitation.initiatorRole === 'coach'
    if (needContract && isByCoach) throw new ApiError('lesson_hours_too_few')
    await moveClass(tx, invitationId, plan.move)
    await withdrawInvited(tx, { invitationId, userIds: plan.guests.dropped })
    await insertInvited(tx, { invitationId, userIds: plan.guests.added, now })
    if (isByCoach && plan.asksAnew) await markChanged(tx, invitationId, now)
    // More seats or guests do not concern players who have said yes.
    const stands = isByCoach && !plan.asksAnew && view.invitation.invitationStatus === 'CONFIRMED'
    const toStatus = stands ? 'CONFIRMED' : 'PENDING'
    await updateInvitation(tx, invitationId, {
      ...plan.columns,
      needContract,
      invitationStatus: toStatus,
      ...(!stands && { confirmedAt: null }),
      responseTime: now,
    })
    await insertEvent(tx, {
      invitationId,
      action: 'edit',
      fromStatus: view.invitation.invitationStatus,
      toStatus,
      actorId: actorId,
      reason: plan.changes.length > 0 ? `修改${plan.changes.join('、')}` : '',
      now,
    })
    if (plan.columns.coachId !== view.invitation.coachId)
      await settleRequests(tx, { kind: 'invitation', id: invitationId }, APPROVAL.REJECTED)
    const edited = await findView(tx, invitationId)
    if (!edited) throw new Error('a class vanished inside its transaction')
    await notifyEdited(tx, opened, edited, plan, actorId)
    await publishBothGrids(tx, opened, plan)
    return presentInvitation(edited, now)
  })
}

/** Only the text for others changes. The class stays active, or waits, as before. */
async function changeText(
  tx: Database,
  opened: OpenClass,
  { columns: { messageToCoach, messageToPlayers }, changes }: EditPlan,
  { actorId, now }: Edit,
): Promise<Invitation> {
  const { id: invitationId, invitationStatus } = opened.view.invitation
  await updateInvitation(tx, invitationId, { messageToCoach, messageToPlayers, responseTime: now })
  await insertEvent(tx, {
    invitationId,
    action: 'edit',
    fromStatus: invitationStatus,
    toStatus: invitationStatus,
    actorId: actorId,
    reason: `修改${changes.join('、')}`,
    now,
  })
  await notifyMessageChanged(tx, opened, actorId)
  const after = await findView(tx, invitationId)
  return presentInvitation(after ?? opened.view, now)
}

/**
 * Gives back the held hours and holds new ones, for each seat that pays. Hours that somebody else's edit leaves on
 * another contract stay usable.
 *
 * @returns whether all of them could pay
 */
async function moveHolds(
  tx: Database,
  { view, joined }: OpenClass,
  { columns }: EditPlan,
  { actorId, now }: Edit,
): Promise<boolean> {
  const { initiatorRole, initiatorId } = view.invitation
  const paying = joined.filter(({ userId }) => initiatorRole === 'coach' || userId === initiatorId)
  const { courseDesignId: courseId, courseDate, consumedSessions: sessions } = columns
  await lockContractsOfSeats(tx, {
    userIds: paying.map(({ userId }) => userId),
    courseId,
    contractIds: paying.flatMap(({ contractId }) => contractId ?? []),
  })
  await settleSeats(
    tx,
    paying.map((seat) => ({ seat, isConsumed: false })),
    // Usually the same contract holds them again at once.
    { actorId: actorId, reason: '修改约课，退回课时', now, isOwnChoice: true },
  )
  let canAllPay = true
  for (const seat of paying) {
    const round = seat.round + 1
    const hold = { seat, courseId, courseDate, sessions, round, actorId: actorId, reason: '修改约课', now }
    const payingId = await holdSeat(tx, hold)
    if (seat.contractId !== null && seat.contractId !== payingId && seat.userId !== actorId)
      await keepUsable(tx, { contractId: seat.contractId, actorId, reason: '修改约课，退回课时', now })
    if (payingId !== null) continue
    canAllPay = false
    await updateSeat(tx, seat, { contractId: null, round })
  }
  return canAllPay
}

async function slotsOf(db: Database, { invitationId, body, actorId: userId, now }: Edit): Promise<SlotsInput> {
  const { coachId, stadiumId: venueId, beginTimeSlot, endTimeSlot } = body
  const { courtCode } = await checkBookingContext(db, { ...referencesOf(body, userId), now })
  const opened = await readClass(db, invitationId, userId)
  const slots = slotsOfClass(opened, now)
  const personIds = [...slots.personIds, ...(body.studentIds ?? [])]
  const courseDate = toIsoDay(body.courseDate)
  // Only the coach can make their own locks give way.
  const overLocksOf = body.useUnavailable && userId === coachId ? coachId : undefined
  const span = { courseDate, beginTimeSlot, endTimeSlot }
  return { ...slots, ...span, venueId, coachId, courtCode, userId, personIds, now, overLocksOf }
}

async function publishBothGrids(tx: Database, { view, joined }: OpenClass, { columns }: EditPlan): Promise<void> {
  const personIds = joined.map(({ userId }) => userId)
  for (const { stadiumId: venueId, coachId, courseDate: day } of [view.invitation, columns]) {
    await publishGridChanges(tx, { venueId, coachId, personIds, day })
  }
}
