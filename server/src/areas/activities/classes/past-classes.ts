import type { Invitation } from '@paidang/api/areas/activities/classes'
import * as api from '@paidang/api/areas/activities/past-classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerDueText, pastAnswerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { whyNotRecordAt } from '@paidang/domain/areas/activities/classes/booking-time'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { invitations } from '../../../tables/classes.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { lockContractsOfSeats } from '../../money/contracts/holds.ts'
import { claimCells, releaseOwnLocks, retryOnce } from '../../time/schedule/claim-cells.ts'
import {
  assertCoursePriceSeen,
  checkBookingContext,
  lockOfferForShare,
  statedColumns,
  whyOfferLost,
} from './booking-context.ts'
import { cancelClass } from './cancel.ts'
import { insertEvent, insertStep, lessonOf, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { presentById, presentInvitation } from './class-view.ts'
import { completeClass } from './complete.ts'
import { assertClassSeen, assertMay, findClass, openClass } from './open-class.ts'
import { countStudents, holdSeat, insertSeats, listCoachIds, lockStudentsForShare, updateSeat } from './seats.ts'
import { throwSlotConflict } from './slot-conflict.ts'

/** The row of a class of the past, ready to be stored. */
type PastClass = Awaited<ReturnType<typeof columnsOf>>['columns']

/** @throws ApiError the refusals of the endpoint that need no lock */
async function columnsOf(
  db: Database,
  { body, reason, coachId, now }: { body: api.RecordPast; reason: string; coachId: string; now: Date },
) {
  const { studentIds } = body
  if (reason.trim() === '') throw new ApiError('past_reason_missing')
  if (studentIds.includes(coachId)) throw new ApiError('invitation_with_oneself')
  if ((await countStudents(db, coachId, studentIds)) < studentIds.length) throw new ApiError('action_forbidden')
  const context = await checkBookingContext(db, { ...body, coachId }, { userId: coachId, now })
  const stated = statedColumns(body, context)
  const refusal = whyNotRecordAt(stated, context, now)
  if (refusal) throw new ApiError(refusal)
  if (studentIds.length > context.maxParticipants) throw new ApiError('participants_invalid')
  assertCoursePriceSeen(body.courseDesignPrice, context)
  const columns = {
    ...stated,
    coachId,
    initiatorId: coachId,
    initiatorRole: 'coach' as const,
    participantsCount: studentIds.length,
    seatsTaken: studentIds.length,
    useUnavailable: false,
    needContract: false,
    invitationStatus: 'CONFIRMED' as const,
    ...pastAnswerTimes(now),
    responseTime: now,
    confirmedAt: now,
    createdAt: now,
    pastReason: reason,
  }
  return { columns, courtCode: context.courtCode }
}

/** Stores the class with seats, held hours and half-hours, or nothing. */
async function recordOnce(db: Database, columns: PastClass, studentIds: readonly string[]): Promise<Invitation> {
  const { coachId, courtId, courseDate, beginTimeSlot, endTimeSlot, courseDesignId, createdAt: now } = columns
  return db.transaction(async (tx) => {
    if (!(await lockOfferForShare(tx, columns, columns))) throw await whyOfferLost(tx, columns)
    if (!(await lockStudentsForShare(tx, coachId, studentIds))) throw new ApiError('action_forbidden')
    const [made] = await tx.insert(invitations).values(columns).returning({ id: invitations.id })
    if (!made) throw new Error('the insert of a class answered no row')
    const invitationId = made.id
    await insertSeats(tx, invitationId, { userIds: studentIds, state: 'JOINED', now })
    const step = { action: 'record-past', fromStatus: null, toStatus: 'CONFIRMED' } as const
    await insertEvent(tx, { ...step, invitationId, actorId: coachId, reason: columns.pastReason, now })
    await lockContractsOfSeats(tx, { userIds: studentIds, courseId: courseDesignId })
    // A contract counts that was there on that day, and whose hours can still be used today.
    const lesson = { ...columns, courseDate: dayOf(now), madeBy: courseDate }
    for (const userId of [...studentIds].sort()) {
      const movement = { actorId: coachId, reason: '补录课程，等学员核对', now }
      const contractId = await holdSeat(tx, { invitationId, userId, round: 0 }, lesson, movement)
      if (contractId === null) throw new ApiError('past_class_unpaid')
    }
    await releaseOwnLocks(tx, { coachId, day: courseDate, beginTimeSlot, endTimeSlot, invitationId })
    const coachPlayerIds = await listCoachIds(tx, studentIds)
    const people = { courtId, coachId, playerIds: [...studentIds], coachPlayerIds }
    await claimCells(tx, invitationId, cellsOf({ ...people, courseDate, beginTimeSlot, endTimeSlot }))
    const answer = await presentById(tx, invitationId, now)
    const cost = `${lessonHoursText(columns.consumedSessions)} 课时`
    await notifyOfClass(tx, invitationId, {
      receiverIds: studentIds,
      senderId: coachId,
      category: 'invitation',
      title: '教练补录了一节课',
      content: `${answer.coachName} 补录 ${lessonOf(columns)}，${cost}：${columns.pastReason}。请在 ${answerDueText(columns.expiresAt)} 前核对，没有异议到时扣课时`,
    })
    await publishGrid(tx, columns, studentIds)
    return answer
  })
}

/**
 * A coach enters a class that was held (补录). It claims court, coach and players at that time: another booking there
 * refuses it. The hours of each student are held, and consumed once all of them agreed, or when the time to object is
 * over. The coach's own locks give way.
 */
async function recordPast(db: Database, input: Parameters<typeof columnsOf>[1]): Promise<Invitation> {
  const { columns, courtCode } = await columnsOf(db, input)
  const { coachId: userId, now, body } = input
  const slots = { ...columns, courtCode, userId, personIds: body.studentIds, overLocksOf: userId, isFixed: true, now }
  return retryOnce(
    () => recordOnce(db, columns, body.studentIds),
    (cells, isFinal) => throwSlotConflict(db, cells, slots, isFinal),
  )
}

type Answering = Handled<typeof api.answerPast>

/**
 * A player agrees or objects to a class of the past. The last who agrees completes it; one who objects ends it for all.
 * The row's lock decides between agreement, objection and clock. A repeat answers the present state.
 */
async function answerPast(tx: Database, { params: { id }, body, user, now }: Answering, words: string) {
  const { agree, revision: seen } = body
  const { id: actorId } = user
  const opened = await openClass(tx, id, actorId)
  const { view, own } = opened
  const row = view.invitation
  if (!agree) {
    const objection = { actorId, now, seen, reason: words, byClub: false, action: 'object-past' } as const
    if (words === '' && row.invitationStatus !== 'CANCELLED') throw new ApiError('objection_words_missing')
    return cancelClass(tx, opened, objection)
  }
  const isRepeat = own?.state === 'JOINED' && own.attendance !== null && row.invitationStatus !== 'CANCELLED'
  if (row.pastReason !== null && isRepeat) return presentInvitation(view, now)
  assertMay('agree-past', opened, now)
  await assertClassSeen(tx, opened, { seen, now })
  await updateSeat(tx, { invitationId: id, userId: actorId }, { attendance: 'present' })
  await updateInvitation(tx, id, { responseTime: now })
  await insertStep(tx, row, { action: 'agree-past', actorId, now })
  const asClock = await findClass(tx, id, undefined)
  if (asClock?.facts.isPastAgreed) await completeClass(tx, asClock, { actorId: null, now })
  return presentById(tx, id, now)
}

export default plugin([
  handleReviewed(
    api.recordPast,
    { kind: 'class', words: ({ body: { reason } }) => ({ reason }), about: () => undefined },
    ({ body, user, now }, say) =>
      say(
        (tx, { reason = '' }) => recordPast(tx, { body, reason, coachId: user.id, now }),
        ({ id }) => id,
      ),
  ),

  handleReviewed(
    api.answerPast,
    { kind: 'class', words: ({ body: { words } }) => ({ words }), about: ({ params }) => params.id },
    (handled, say) => say((tx, { words = '' }) => answerPast(tx, handled, words)),
  ),
])
