import type { CreateInvitation } from '@paidang/api/areas/class-actions'
import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotBookAt } from '@paidang/domain/areas/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import { expiryOf } from '@paidang/domain/areas/classes/invitation'
import { whyNotAskForMore } from '@paidang/domain/areas/classes/open-requests'
import { type Cell, cellsOf } from '@paidang/domain/areas/schedule/cells'
import { hyphened, instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/faults.ts'
import { tell } from '../messages/tell.ts'
import { CellsTaken, publishGridChanges } from '../schedule/claim-cells.ts'
import { CLAIM_KIND } from '../schedule/tables.ts'
import { bookingFactsOf } from './booking-facts.ts'
import { hasPayingContract, insertBooking, type NewBooking } from './booking-queries.ts'
import { countOpenRequests, lockAsking } from './open-request-queries.ts'
import { presentInvitation } from './present.ts'
import { refuseTaken, type SlotsWanted } from './refuse-taken.ts'
import { whyOfferLost } from './why-offer-lost.ts'

/** Thrown to undo and run again: the contract that was waited for is empty, another one can pay. */
class AnotherContractPays extends Error {}

/**
 * A player books a class: claims for court, coach and himself, a hold on the earliest-expiring contract that can pay, the
 * invitation PENDING and the coach told, all or nothing. Without such a contract `needContract` is true. With
 * `useUnavailable` only the player's half-hours are claimed; court and coach must be won at confirmation.
 *
 * @throws ApiError data_of_others, invitation_with_oneself, coach_not_found, course_not_found, venue_not_found,
 *   court_not_found, coach_not_of_course, coach_not_at_venue, coach_unavailable (one of the two has the other on his blacklist, or the coach is suspended),
 *   participants_invalid, any BookingTimeRefusal, invitations_unconfirmed (too many requests wait already),
 *   slot_taken or slot_mine (data: SlotClash)
 * Source: specification §3 "Course invitation", §5; decisions "Claims", "The life of a class invitation"
 */
export async function createByPlayer(
  db: Database,
  { body, by, now }: { body: CreateInvitation; by: string; now: Date },
): Promise<Invitation> {
  if (body.initiatorId !== undefined && body.initiatorId !== by) throw new ApiError('data_of_others')
  if (body.coachId === by) throw new ApiError('invitation_with_oneself')
  const courseDate = hyphened(body.courseDate)
  const { beginTimeSlot, endTimeSlot, participantsCount = 1, useUnavailable = false } = body
  const facts = await bookingFactsOf(db, {
    coachId: body.coachId,
    courseId: body.courseDesignId,
    venueId: body.stadiumId,
    courtIndex: body.selectedCourt ?? 0,
    userId: by,
    now,
  })
  if (facts.isUnavailable) throw new ApiError('coach_unavailable')
  const refusal = whyNotBookAt({ courseDate, beginTimeSlot, endTimeSlot }, facts, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > facts.maxParticipants) throw new ApiError('participants_invalid')

  const cells = cellsOf({
    courtId: useUnavailable ? null : facts.courtId,
    coachId: useUnavailable ? null : body.coachId,
    playerIds: [by],
    coachPlayerIds: facts.callerIsCoach ? [by] : [],
    courseDate,
    beginTimeSlot,
    endTimeSlot,
  })
  const booking: NewBooking = {
    playerId: by,
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
    expiresAt: expiryOf(now, instantOf(courseDate, beginTimeSlot)),
    now,
    claims: columnsOf(cells),
  }
  const wanted: SlotsWanted = { ...booking, courtCode: facts.courtCode, userId: by }
  return bookOnce(db, booking, cells).catch(async (error: unknown) => {
    if (error instanceof AnotherContractPays) return bookOnce(db, booking, cells)
    if (!(error instanceof CellsTaken)) throw error
    // A request that nobody answered in time may still hold them; once it is expired the half-hours are free.
    await refuseTaken(db, cells, wanted)
    return bookOnce(db, booking, cells).catch(async (again: unknown) => {
      if (again instanceof CellsTaken) await refuseTaken(db, cells, wanted, { isFinal: true })
      throw again
    })
  })
}

async function bookOnce(db: Database, booking: NewBooking, cells: readonly Cell[]): Promise<Invitation> {
  return db.transaction(async (tx) => {
    await lockAsking(tx, booking.playerId)
    const view = await insertBooking(tx, booking).catch((error: unknown) => {
      throw isUniqueViolation(error, 'slot_claims_pkey') ? new CellsTaken(cells) : error
    })
    if (!view) throw await whyOfferLost(tx, booking)
    if (view.invitation.needContract && (await hasPayingContract(tx, booking))) throw new AnotherContractPays()
    const { coachId, playerId, venueId, courseDate, courseName, beginTimeSlot, endTimeSlot, now } = booking
    const open = await countOpenRequests(tx, { playerId, coachId, now })
    const refusal = whyNotAskForMore({ ...open, needContract: view.invitation.needContract })
    if (refusal) throw new ApiError(refusal)
    await tell(tx, {
      receiverIds: [coachId],
      senderId: playerId,
      category: 'invitation',
      title: '新的约课申请',
      content: `${view.initiatorName} 约您 ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseName}，请尽快答复`,
      about: { kind: 'invitation', id: view.invitation.id },
    })
    await publishGridChanges(tx, { venueId, coachId, personIds: [playerId], day: courseDate })
    return presentInvitation(view, now)
  })
}

function columnsOf(cells: readonly Cell[]): NewBooking['claims'] {
  return {
    kinds: cells.map(({ kind }) => CLAIM_KIND[kind]),
    resourceIds: cells.map(({ resourceId }) => resourceId),
    halfHours: cells.map(({ halfHour }) => halfHour),
  }
}
