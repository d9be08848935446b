import type { CreateInvitation } from '@paidang/api/areas/class-actions'
import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerDueText, answerTimes } from '@paidang/domain/areas/classes/answer-time'
import { whyNotBookAt } from '@paidang/domain/areas/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import { whyNotRequestMore } from '@paidang/domain/areas/classes/open-requests'
import { type Cell, cellsOf } from '@paidang/domain/areas/schedule/cells'
import { instantOf, monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { CLAIM_KIND } from '../../../tables/schedule.ts'
import { notify } from '../../ground/messages/notify.ts'
import { CellsTaken, publishGridChanges } from '../../time/schedule/claim-cells.ts'
import { assertCoursePriceSeen, checkBookingContext } from './booking-context.ts'
import { hasPayingContract, insertBooking, type NewBooking } from './booking-queries.ts'
import { countOpenRequests, lockOpenRequests } from './open-request-queries.ts'
import { presentInvitation } from './present.ts'
import { type SlotsInput, throwSlotConflict } from './throw-slot-conflict.ts'
import { whyOfferLost } from './why-offer-lost.ts'

/** Thrown to roll back and run again. The chosen contract was emptied while we waited for it, and another can pay. */
class AnotherContractPays extends Error {}

/**
 * A player books a class. Court, coach and player are claimed, and hours are held on the earliest-expiring contract
 * that can pay. The invitation is PENDING and the coach is notified, all or nothing. Without such a contract
 * `needContract` is true. With `useUnavailable` only the player's half-hours are claimed. Court and coach must then be
 * won at confirmation.
 *
 * @throws ApiError data_of_others, invitation_with_oneself, coach_not_found, course_not_found, venue_not_found
 * @throws ApiError court_not_found, coach_not_of_course, coach_not_at_venue, participants_invalid, any
 *   BookingTimeRefusal
 * @throws ApiError coach_unavailable (one of the two has the other on their blacklist, or the coach is suspended)
 * @throws ApiError invitations_unconfirmed (too many requests wait already)
 * @throws ApiError revision_outdated (the course has another price than the player saw)
 * @throws ApiError slot_taken or slot_mine (data: SlotClash)
 * Source: specification §3 "Course invitation", §5; decisions "Claims", "The life of a class invitation"
 */
export async function createByPlayer(
  db: Database,
  { body, actorId, now }: { body: CreateInvitation; actorId: string; now: Date },
): Promise<Invitation> {
  if (body.initiatorId !== undefined && body.initiatorId !== actorId) throw new ApiError('data_of_others')
  if (body.coachId === actorId) throw new ApiError('invitation_with_oneself')
  const courseDate = toIsoDay(body.courseDate)
  const { beginTimeSlot, endTimeSlot, participantsCount = 1, useUnavailable = false } = body
  const facts = await checkBookingContext(db, {
    coachId: body.coachId,
    courseId: body.courseDesignId,
    venueId: body.stadiumId,
    courtIndex: body.selectedCourt ?? 0,
    userId: actorId,
    now,
  })
  if (facts.isUnavailable) throw new ApiError('coach_unavailable')
  const refusal = whyNotBookAt({ courseDate, beginTimeSlot, endTimeSlot }, facts, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > facts.maxParticipants) throw new ApiError('participants_invalid')
  assertCoursePriceSeen(body.courseDesignPrice, facts)

  const cells = cellsOf({
    courtId: useUnavailable ? null : facts.courtId,
    coachId: useUnavailable ? null : body.coachId,
    playerIds: [actorId],
    coachPlayerIds: facts.callerIsCoach ? [actorId] : [],
    courseDate,
    beginTimeSlot,
    endTimeSlot,
  })
  const booking: NewBooking = {
    playerId: actorId,
    coachId: body.coachId,
    companyId: facts.companyId,
    courseId: body.courseDesignId,
    courseName: facts.courseName,
    pricePerSession: facts.pricePerSession,
    sessionDuration: facts.sessionDuration,
    consumedSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, facts.sessionDuration),
    participantsCount,
    maxParticipants: facts.maxParticipants,
    venueId: body.stadiumId,
    courtId: facts.courtId,
    courseDate,
    beginTimeSlot,
    endTimeSlot,
    useUnavailable,
    messageToCoach: body.messageToCoach ?? '',
    messageToPlayers: body.messageToPlayers ?? '',
    ...answerTimes(now, instantOf(courseDate, beginTimeSlot)),
    now,
    claims: columnsOf(cells),
  }
  const input: SlotsInput = { ...booking, courtCode: facts.courtCode, userId: actorId, personIds: [actorId] }
  return bookOnce(db, booking, cells).catch(async (error: unknown) => {
    if (error instanceof AnotherContractPays) return bookOnce(db, booking, cells)
    if (!(error instanceof CellsTaken)) throw error
    // Another time would not help a player who may not request more.
    await assertMayRequest(db, booking, { more: 1, needContract: !(await hasPayingContract(db, booking)) })
    // An unanswered request may still hold them. Once it is expired the half-hours are free.
    await throwSlotConflict(db, cells, input)
    return bookOnce(db, booking, cells).catch(async (again: unknown) => {
      if (again instanceof CellsTaken) await throwSlotConflict(db, cells, input, { isFinal: true })
      throw again
    })
  })
}

async function bookOnce(db: Database, booking: NewBooking, cells: readonly Cell[]): Promise<Invitation> {
  return db.transaction(async (tx) => {
    await lockOpenRequests(tx, booking.playerId)
    const view = await insertBooking(tx, booking).catch((error: unknown) => {
      throw isUniqueViolation(error, 'slot_claims_pkey') ? new CellsTaken(cells) : error
    })
    if (!view) throw await whyOfferLost(tx, booking)
    if (view.invitation.needContract && (await hasPayingContract(tx, booking))) throw new AnotherContractPays()
    const { coachId, playerId, venueId, courseDate, courseName, beginTimeSlot, endTimeSlot, now } = booking
    await assertMayRequest(tx, booking, { more: 0, needContract: view.invitation.needContract })
    await notify(tx, {
      receiverIds: [coachId],
      senderId: playerId,
      category: 'invitation',
      title: '新的约课申请',
      content: `${view.initiatorName} 约您 ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseName}，请在 ${answerDueText(booking.expiresAt)} 前答复`,
      about: { kind: 'invitation', id: view.invitation.id },
    })
    await publishGridChanges(tx, { venueId, coachId, personIds: [playerId], day: courseDate })
    return presentInvitation(view, now)
  })
}

/** @throws ApiError invitations_unconfirmed when, with so many more, too many requests wait */
async function assertMayRequest(
  db: Database,
  booking: NewBooking,
  { more, needContract }: { more: number; needContract: boolean },
): Promise<void> {
  const { withCoach, inAll } = await countOpenRequests(db, booking)
  const refusal = whyNotRequestMore({ withCoach: withCoach + more, inAll: inAll + more, needContract })
  if (refusal) throw new ApiError(refusal)
}

function columnsOf(cells: readonly Cell[]): NewBooking['claims'] {
  return {
    kinds: cells.map(({ kind }) => CLAIM_KIND[kind]),
    resourceIds: cells.map(({ resourceId }) => resourceId),
    halfHours: cells.map(({ halfHour }) => halfHour),
  }
}
