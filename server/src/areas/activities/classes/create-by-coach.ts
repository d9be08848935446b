import type { CreateByCoach } from '@paidang/api/areas/class-actions'
import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerDueText, answerTimes } from '@paidang/domain/areas/classes/answer-time'
import { whyNotBookAt } from '@paidang/domain/areas/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { instantOf, monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { claimCells, publishGridChanges, releaseOwnLocks } from '../../time/schedule/claim-cells.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
import { assertCoursePriceSeen, type CheckedBookingContext, checkBookingContext } from './booking-context.ts'
import { lockOfferForShare } from './booking-queries.ts'
import { insertInvitation } from './create-by-coach-queries.ts'
import { countStudents, insertSeats, lockStudentsForShare } from './join-queries.ts'
import { presentInvitation } from './present.ts'
import { insertEvent } from './queries.ts'
import { throwSlotConflict } from './throw-slot-conflict.ts'
import { findView } from './view-queries.ts'
import { whyOfferLost } from './why-offer-lost.ts'

/** The class that a coach makes, with everything looked up for it. */
type NewClass = { body: CreateByCoach; actorId: string; now: Date; courseDate: string; facts: CheckedBookingContext }

/**
 * A coach makes a class for students. Court and coach are claimed, and the students are invited and notified, all or
 * nothing. Making it counts as the coach's agreement, so the first student to join makes it CONFIRMED. Each student's
 * hours are held when they join. With `useUnavailable` the coach's own locks give way. Court and coach are claimed now,
 * so the class is stored without that flag.
 *
 * @throws ApiError data_of_others, invitation_with_oneself, action_forbidden (for a user who is no student of the
 *   coach)
 * @throws ApiError course_not_found, venue_not_found, court_not_found, coach_not_of_course, coach_not_at_venue
 * @throws ApiError participants_invalid, any BookingTimeRefusal, slot_taken or slot_mine (data: SlotClash),
 *   revision_outdated (the course has another price than the coach saw)
 * Source: specification §3 "Course invitation", §5; decision "The life of a class invitation", create
 */
export async function createByCoach(
  db: Database,
  { body, actorId, now }: { body: CreateByCoach; actorId: string; now: Date },
): Promise<Invitation> {
  const { studentIds, participantsCount = studentIds.length, beginTimeSlot, endTimeSlot } = body
  if ([body.coachId, body.initiatorId].some((id) => id !== undefined && id !== actorId))
    throw new ApiError('data_of_others')
  if (studentIds.includes(actorId)) throw new ApiError('invitation_with_oneself')
  if ((await countStudents(db, actorId, studentIds)) < studentIds.length) throw new ApiError('action_forbidden')

  const courseDate = toIsoDay(body.courseDate)
  const facts = await checkBookingContext(db, {
    coachId: actorId,
    courseId: body.courseDesignId,
    venueId: body.stadiumId,
    courtIndex: body.selectedCourt ?? 0,
    userId: actorId,
    now,
  })
  const refusal = whyNotBookAt({ courseDate, beginTimeSlot, endTimeSlot }, facts, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > facts.maxParticipants) throw new ApiError('participants_invalid')
  assertCoursePriceSeen(body.courseDesignPrice, facts)

  const input = {
    venueId: body.stadiumId,
    coachId: actorId,
    courtCode: facts.courtCode,
    courseDate,
    beginTimeSlot,
    endTimeSlot,
    userId: actorId,
    personIds: studentIds,
    overLocksOf: body.useUnavailable ? actorId : undefined,
    now,
  }
  return retryOnce(
    () => createOnce(db, { body: { ...body, participantsCount }, actorId, now, courseDate, facts }),
    (cells, isFinal) => throwSlotConflict(db, cells, input, { isFinal }),
  )
}

async function createOnce(db: Database, { body, actorId, now, courseDate, facts }: NewClass): Promise<Invitation> {
  const { studentIds, participantsCount = studentIds.length, beginTimeSlot, endTimeSlot, stadiumId } = body
  return db.transaction(async (tx) => {
    const offer = { coachId: actorId, courseId: body.courseDesignId, venueId: stadiumId }
    const asked = { beginTimeSlot, endTimeSlot }
    if (!(await lockOfferForShare(tx, offer, asked))) throw await whyOfferLost(tx, { venueId: stadiumId, ...asked })
    if (!(await lockStudentsForShare(tx, actorId, studentIds))) throw new ApiError('action_forbidden')
    const invitationId = await insertInvitation(tx, {
      initiatorId: actorId,
      initiatorRole: 'coach',
      coachId: actorId,
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
      ...answerTimes(now, instantOf(courseDate, beginTimeSlot)),
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
      actorId: actorId,
      now,
    })
    const span = { courseDate, beginTimeSlot, endTimeSlot }
    if (body.useUnavailable)
      await releaseOwnLocks(tx, { coachId: actorId, day: courseDate, beginTimeSlot, endTimeSlot, invitationId })
    await claimCells(tx, invitationId, cellsOf({ courtId: facts.courtId, coachId: actorId, playerIds: [], ...span }))

    const view = await findView(tx, invitationId)
    if (!view) throw new Error('a class vanished inside its transaction')
    await notify(tx, {
      receiverIds: studentIds,
      senderId: actorId,
      category: 'invitation',
      title: '教练约您上课',
      content: `${view.coachName} 约您 ${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${facts.courseName}，请在 ${answerDueText(view.invitation.expiresAt)} 前答复`,
      about: { kind: 'invitation', id: invitationId },
    })
    await publishGridChanges(tx, { venueId: stadiumId, coachId: actorId, personIds: [], day: courseDate })
    return presentInvitation(view, now)
  })
}
