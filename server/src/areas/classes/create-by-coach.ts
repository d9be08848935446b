import type { CreateByCoach } from '@paidang/api/areas/class-actions'
import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotBookAt } from '@paidang/domain/areas/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import { expiryOf } from '@paidang/domain/areas/classes/invitation'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { hyphened, instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { claimCells, giveWay, publishGridChanges } from '../schedule/claim-cells.ts'
import { bookingFactsOf, type SoundBookingFacts } from './booking-facts.ts'
import { keepOffer } from './booking-queries.ts'
import { insertInvitation } from './create-by-coach-queries.ts'
import { countStudents, insertSeats, keepStudents } from './join-queries.ts'
import { presentInvitation } from './present.ts'
import { insertEvent } from './queries.ts'
import { refuseTaken } from './refuse-taken.ts'
import { tryTwice } from './try-twice.ts'
import { findView } from './view-queries.ts'
import { whyOfferLost } from './why-offer-lost.ts'

/** The class that a coach makes, and all that was looked up for it. */
type NewClass = { body: CreateByCoach; by: string; now: Date; courseDate: string; facts: SoundBookingFacts }

/**
 * A coach makes a class for his students: court and himself are claimed, the students invited and told, all or nothing. He
 * has agreed by making it, so the first student to join makes it CONFIRMED; each one's hours are held when he joins. With
 * `useUnavailable` the coach's own locks give way; court and coach are won now, and so the class is stored without it.
 *
 * @throws ApiError data_of_others, invitation_with_oneself, action_forbidden for somebody who is no student of his,
 *   course_not_found, venue_not_found, court_not_found, coach_not_of_course, coach_not_at_venue, participants_invalid, any
 *   BookingTimeRefusal, slot_taken or slot_mine (data: SlotClash)
 * Source: specification §3 "Course invitation", §5; decision "The life of a class invitation", create
 */
export async function createByCoach(
  db: Database,
  { body, by, now }: { body: CreateByCoach; by: string; now: Date },
): Promise<Invitation> {
  const { studentIds, participantsCount = studentIds.length, beginTimeSlot, endTimeSlot } = body
  if ([body.coachId, body.initiatorId].some((id) => id !== undefined && id !== by)) throw new ApiError('data_of_others')
  if (studentIds.includes(by)) throw new ApiError('invitation_with_oneself')
  if ((await countStudents(db, by, studentIds)) < studentIds.length) throw new ApiError('action_forbidden')

  const courseDate = hyphened(body.courseDate)
  const facts = await bookingFactsOf(db, {
    coachId: by,
    courseId: body.courseDesignId,
    venueId: body.stadiumId,
    courtIndex: body.selectedCourt ?? 0,
    userId: by,
    now,
  })
  const refusal = whyNotBookAt({ courseDate, beginTimeSlot, endTimeSlot }, facts, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > facts.maxParticipants) throw new ApiError('participants_invalid')

  const wanted = {
    venueId: body.stadiumId,
    coachId: by,
    courtCode: facts.courtCode,
    courseDate,
    beginTimeSlot,
    endTimeSlot,
    userId: by,
    overLocksOf: body.useUnavailable ? by : undefined,
    now,
  }
  return tryTwice(
    () => createOnce(db, { body: { ...body, participantsCount }, by, now, courseDate, facts }),
    (cells, isFinal) => refuseTaken(db, cells, wanted, { isFinal }),
  )
}

async function createOnce(db: Database, { body, by, now, courseDate, facts }: NewClass): Promise<Invitation> {
  const { studentIds, participantsCount = studentIds.length, beginTimeSlot, endTimeSlot, stadiumId } = body
  return db.transaction(async (tx) => {
    const offer = { coachId: by, courseId: body.courseDesignId, venueId: stadiumId }
    const asked = { beginTimeSlot, endTimeSlot }
    if (!(await keepOffer(tx, offer, asked))) throw await whyOfferLost(tx, { venueId: stadiumId, ...asked })
    if (!(await keepStudents(tx, by, studentIds))) throw new ApiError('action_forbidden')
    const invitationId = await insertInvitation(tx, {
      initiatorId: by,
      initiatorRole: 'coach',
      coachId: by,
      companyId: facts.companyId,
      courseDesignId: body.courseDesignId,
      courseDesignName: facts.courseName,
      courseDesignPrice: facts.pricePerSession,
      sessionDuration: facts.sessionDuration,
      consumedSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, facts.sessionDuration),
      participantsCount,
      maxParticipants: facts.maxParticipants,
      seatsTaken: 0,
      stadiumId,
      courtId: facts.courtId,
      courseDate,
      beginTimeSlot,
      endTimeSlot,
      useUnavailable: false,
      needContract: false,
      invitationStatus: 'PENDING',
      messageToCoach: body.messageToCoach ?? '',
      messageToPlayers: body.messageToPlayers ?? '',
      expiresAt: expiryOf(now, instantOf(courseDate, beginTimeSlot)),
      responseTime: now,
      createdAt: now,
    })
    await insertSeats(
      tx,
      studentIds.map((userId) => ({ invitationId, userId, state: 'INVITED', now })),
    )
    await insertEvent(tx, {
      invitationId,
      action: 'create',
      fromStatus: null,
      toStatus: 'PENDING',
      actorId: by,
      now,
    })
    const span = { courseDate, beginTimeSlot, endTimeSlot }
    if (body.useUnavailable)
      await giveWay(tx, { coachId: by, day: courseDate, beginTimeSlot, endTimeSlot, invitationId })
    await claimCells(tx, invitationId, cellsOf({ courtId: facts.courtId, coachId: by, playerIds: [], ...span }))

    const view = await findView(tx, invitationId)
    if (!view) throw new Error('a class vanished inside its transaction')
    await tell(tx, {
      receiverIds: studentIds,
      senderId: by,
      category: 'invitation',
      title: '教练约您上课',
      content: `${view.coachName} 约您 ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${facts.courseName}，请尽快答复`,
      about: { kind: 'invitation', id: invitationId },
    })
    await publishGridChanges(tx, { venueId: stadiumId, coachId: by, personIds: [], day: courseDate })
    return presentInvitation(view, now)
  })
}
