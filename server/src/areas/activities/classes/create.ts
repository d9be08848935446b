import * as api from '@paidang/api/areas/activities/class-actions'
import type { Invitation } from '@paidang/api/areas/activities/classes'
import { bookCommonCourse } from '@paidang/api/areas/activities/common-courses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerDueText, answerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { whyNotBookAt } from '@paidang/domain/areas/activities/classes/booking-time'
import { whyNotRequestMore } from '@paidang/domain/areas/activities/classes/open-requests'
import { type Cell, cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { instantOf, toIsoDay } from '@paidang/domain/kernel/day'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { refuseCost } from '../../../db/revision-queries.ts'
import { param, statement } from '../../../db/statement.ts'
import { plugin } from '../../../http/handle.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND } from '../../../tables/schedule.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { courseOfOffer } from '../../places/companies/list-offers.ts'
import { CellsTaken, claimCells, releaseOwnLocks, retryOnce } from '../../time/schedule/claim-cells.ts'
import {
  assertCoursePriceSeen,
  type BookingContext,
  checkBookingContext,
  lockOfferForShare,
  statedColumns,
  whyOfferLost,
} from './booking-context.ts'
import { insertEvent, lessonOf, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { findView, type NamesOfClass, presentInvitation } from './class-view.ts'
import {
  hasPayingContract,
  insertBooking,
  type NewBooking,
  selectWaiting,
  type WaitingRequests,
} from './insert-booking.ts'
import { assertNotAway } from './open-class.ts'
import { countStudents, insertSeats, listUnclaimed, lockStudentsForShare, seatUnclaimed } from './seats.ts'
import { assertNotClosed, type SlotsInput, throwSlotConflict } from './slot-conflict.ts'

/** A class that its maker books, at their time. */
type Making<Body> = { body: Body; actorId: string; now: Date }

/** The columns that every new class has, and none of its maker's. */
function newColumns(
  body: api.CreateInvitation,
  { context, participantsCount, now }: { context: BookingContext; participantsCount: number; now: Date },
) {
  const stated = statedColumns(body, context)
  const { courseDate, beginTimeSlot, endTimeSlot } = stated
  const refusal = whyNotBookAt({ courseDate, beginTimeSlot, endTimeSlot }, context, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > context.maxParticipants) throw new ApiError('participants_invalid')
  assertCoursePriceSeen(body.courseDesignPrice, context)
  return {
    ...stated,
    participantsCount,
    invitationStatus: 'PENDING',
    ...answerTimes(now, instantOf(courseDate, beginTimeSlot)),
    responseTime: now,
    createdAt: now,
  } as const
}

/**
 * A coach makes a class for students. Court and coach are claimed, and the students are invited and notified, all or
 * nothing. Making it counts as the coach's agreement, so the first student to join makes it CONFIRMED. Each student's
 * hours are held when they join. For a student without an account the coach says yes, so that they join at once. With `useUnavailable` the coach's own locks give way. Court and coach are claimed now,
 * so the class is stored without that flag.
 *
 * @throws ApiError the refusals of the endpoint; action_forbidden for a user who is no student of the coach
 * Source: specification §3 "Course invitation", §5; decision "The life of a class invitation", create
 */
export async function createByCoach(
  db: Database,
  { body, actorId, now }: Making<api.CreateByCoach>,
): Promise<Invitation> {
  const { studentIds, participantsCount = studentIds.length } = body
  if ([body.coachId, body.initiatorId].some((id) => id !== undefined && id !== actorId))
    throw new ApiError('data_of_others')
  if (studentIds.includes(actorId)) throw new ApiError('invitation_with_oneself')
  if ((await countStudents(db, actorId, studentIds)) < studentIds.length) throw new ApiError('action_forbidden')

  const booking = { ...body, coachId: actorId }
  const context = await checkBookingContext(db, booking, { userId: actorId, now })
  const columns = { ...newColumns(booking, { context, participantsCount, now }), coachId: actorId }
  const overLocksOf = body.useUnavailable ? actorId : undefined
  const slots = { ...columns, courtCode: context.courtCode, userId: actorId, personIds: studentIds, overLocksOf, now }
  return retryOnce(
    () => makeOnce(db, columns, { studentIds, overLocksOf, now }),
    (cells, isFinal) => throwSlotConflict(db, cells, slots, isFinal),
  )
}

async function makeOnce(
  db: Database,
  columns: ReturnType<typeof newColumns> & { coachId: string },
  { studentIds, overLocksOf, now }: { studentIds: readonly string[]; overLocksOf: string | undefined; now: Date },
): Promise<Invitation> {
  const { coachId, courtId, courseDate, beginTimeSlot, endTimeSlot } = columns
  return db.transaction(async (tx) => {
    if (!(await lockOfferForShare(tx, columns, columns))) throw await whyOfferLost(tx, columns)
    if (!(await lockStudentsForShare(tx, coachId, studentIds))) throw new ApiError('action_forbidden')
    const [made] = await tx
      .insert(invitations)
      .values({
        ...columns,
        initiatorId: coachId,
        initiatorRole: 'coach',
        seatsTaken: 0,
        useUnavailable: false,
        needContract: false,
      })
      .returning({ id: invitations.id })
    if (!made) throw new Error('the insert of a class answered no row')
    const invitationId = made.id
    const unclaimed = await listUnclaimed(tx, studentIds)
    const asked = studentIds.filter((id) => !unclaimed.includes(id))
    await insertSeats(tx, invitationId, { userIds: asked, state: 'INVITED', now })
    const step = { action: 'create', fromStatus: null, toStatus: 'PENDING' } as const
    await insertEvent(tx, { ...step, invitationId, actorId: coachId, now })
    const isPaid = await seatUnclaimed(tx, { invitationId, userIds: unclaimed }, columns, { actorId: coachId, now })
    if (!isPaid) throw new ApiError('lesson_hours_too_few')
    if (unclaimed.length > 0) {
      const seated = { seatsTaken: unclaimed.length, invitationStatus: 'CONFIRMED' as const, confirmedAt: now }
      await updateInvitation(tx, invitationId, seated)
      const join = { action: 'join', fromStatus: 'PENDING', toStatus: 'CONFIRMED', reason: '教练替学员约课' } as const
      await insertEvent(tx, { ...join, invitationId, actorId: coachId, now })
    }
    if (overLocksOf) await releaseOwnLocks(tx, { coachId, day: courseDate, beginTimeSlot, endTimeSlot, invitationId })
    const cells = cellsOf({ courtId, coachId, playerIds: unclaimed, courseDate, beginTimeSlot, endTimeSlot })
    await claimCells(tx, invitationId, cells)
    await assertNotAway(tx, columns, coachId)

    const view = await findView(tx, invitationId)
    if (!view) throw new Error('a class vanished inside its transaction')
    await notifyOfClass(tx, invitationId, {
      receiverIds: asked,
      senderId: coachId,
      category: 'invitation',
      title: '教练约您上课',
      content: `${view.coachName} 约您 ${lessonOf(columns)}，请在 ${answerDueText(columns.expiresAt)} 前答复`,
    })
    await publishGrid(tx, columns, unclaimed)
    return presentInvitation(view, now)
  })
}

/** Thrown to roll back and run again. The chosen contract was emptied while we waited for it, and another can pay. */
class AnotherContractPays extends Error {}

/**
 * A player books a class. Court, coach and player are claimed, and hours are held on the earliest-expiring contract
 * that can pay. The invitation is PENDING and the coach is notified, all or nothing. Without such a contract
 * `needContract` is true. With `useUnavailable` only the player's half-hours are claimed. Court and coach must then be
 * won at confirmation, so a court that the venue closed is refused.
 *
 * @throws ApiError the refusals of the endpoint
 * Source: specification §3 "Course invitation", §5; decisions "Claims", "The life of a class invitation"
 */
export async function createByPlayer(
  db: Database,
  { body, actorId, now }: Making<api.CreateByPlayer>,
): Promise<Invitation> {
  if (body.initiatorId !== undefined && body.initiatorId !== actorId) throw new ApiError('data_of_others')
  if (body.coachId === actorId) throw new ApiError('invitation_with_oneself')
  const { coachId, participantsCount = 1, useUnavailable = false, paysByContract = false } = body
  const day = toIsoDay(body.courseDate)
  const context = await checkBookingContext(db, body, { userId: actorId, day, now })
  if (context.isUnavailable) throw new ApiError('coach_unavailable')
  if (context.isAway) throw new ApiError('coach_on_leave')
  const booking: NewBooking = {
    ...newColumns(body, { context, participantsCount, now }),
    coachId,
    initiatorId: actorId,
    initiatorRole: 'player',
    seatsTaken: 1,
    useUnavailable,
  }
  const { courseDate, beginTimeSlot, endTimeSlot } = booking
  const cells = cellsOf({
    courtId: useUnavailable ? null : context.courtId,
    coachId: useUnavailable ? null : coachId,
    playerIds: [actorId],
    coachPlayerIds: context.callerIsCoach ? [actorId] : [],
    ...{ courseDate, beginTimeSlot, endTimeSlot },
  })
  const slots: SlotsInput = { ...booking, courtCode: context.courtCode, userId: actorId, personIds: [actorId], now }
  const making = { booking, cells, slots, names: context, paysByContract }
  return bookOnce(db, making).catch(async (error: unknown) => {
    if (error instanceof AnotherContractPays) return bookOnce(db, making)
    if (!(error instanceof CellsTaken)) throw error
    // Another time would not help a player who may not request more.
    const needContract = !(await hasPayingContract(db, booking))
    if (!(await mayRequest(db, booking, { more: 1, needContract }))) throw new ApiError('invitations_unconfirmed')
    // An unanswered request may still hold them. Once it is expired the half-hours are free.
    await throwSlotConflict(db, cells, slots)
    return bookOnce(db, making).catch(async (again: unknown) => {
      if (again instanceof CellsTaken) await throwSlotConflict(db, cells, slots, true)
      throw again
    })
  })
}

const lockPlayer = statement<{ playerId: string }>(
  () => sql`select from ${users} where id = ${param('playerId')} for no key update`,
  { isSentWithNext: true },
)

type Booking = {
  booking: NewBooking
  cells: readonly Cell[]
  slots: SlotsInput
  names: NamesOfClass
  paysByContract: boolean
}

async function bookOnce(db: Database, { booking, cells, slots, names, paysByContract }: Booking): Promise<Invitation> {
  const { initiatorId: playerId, coachId, expiresAt, createdAt: now } = booking
  const claims = {
    kinds: cells.map(({ kind }) => CLAIM_KIND[kind]),
    resourceIds: cells.map(({ resourceId }) => resourceId),
    halfHours: cells.map(({ halfHour }) => halfHour),
  }
  return db.transaction(async (tx) => {
    // Simultaneous requests of a player are counted one after the other: the statement after it sees what they wrote.
    await tx.execute(lockPlayer({ playerId }))
    if (booking.useUnavailable) await assertNotClosed(tx, { ...slots, courtId: booking.courtId })
    const made = await insertBooking(tx, booking, { ...claims, names }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'slot_claims_pkey') ? new CellsTaken(cells) : error
    })
    if (!made) throw await whyOfferLost(tx, booking)
    const { view, waiting } = made
    const { id, needContract } = view.invitation
    if (needContract && (await hasPayingContract(tx, booking))) throw new AnotherContractPays()
    if (needContract && paysByContract) refuseCost('可用课时已不够这节课', { needContract })
    const refusal = whyNotRequestMore({ ...withMore(waiting, 1), needContract })
    if (refusal) throw new ApiError(refusal)
    await notifyOfClass(tx, id, {
      receiverIds: [coachId],
      senderId: playerId,
      category: 'invitation',
      title: '新的约课申请',
      content: `${view.initiatorName} 约您 ${lessonOf(booking)}，请在 ${answerDueText(expiresAt)} 前答复`,
      haveAccounts: true,
    })
    await publishGrid(tx, booking, [playerId])
    return presentInvitation(view, now)
  })
}

const withMore = ({ withCoach, inAll }: WaitingRequests, more: number) => ({
  withCoach: withCoach + more,
  inAll: inAll + more,
})

const countWaiting = statement<Requesting>(() => selectWaiting)

type Requesting = Pick<NewBooking, 'initiatorId' | 'coachId' | 'createdAt'>

/** Whether a player may send so many more requests. */
export async function mayRequest(
  db: Database,
  { initiatorId, coachId, createdAt }: Requesting,
  { more, needContract }: { more: number; needContract: boolean },
): Promise<boolean> {
  const { rows } = await db.execute<WaitingRequests>(countWaiting({ initiatorId, coachId, createdAt }))
  const [waiting] = rows
  if (!waiting) throw new Error('an aggregate answers one row')
  return whyNotRequestMore({ ...withMore(waiting, more), needContract }) === undefined
}

/** The texts of a new class, which stands until it is cancelled or expires. */
const made = {
  kind: 'class',
  about: () => undefined,
  words: ({
    body: { messageToCoach, messageToPlayers },
  }: {
    body: Partial<Record<`messageTo${'Coach' | 'Players'}`, string>>
  }) => ({
    messageToCoach,
    messageToPlayers,
  }),
  stands: async (db: Database, { id }: { id: string }) => {
    const status = (await findView(db, id))?.invitation.invitationStatus
    return status !== 'CANCELLED' && status !== 'EXPIRED'
  },
} as const
const idOf = ({ id }: Invitation) => id

export default plugin([
  handleReviewed(api.createByCoach, made, ({ body, user, now }, say) =>
    say((tx, words) => createByCoach(tx, { body: { ...body, ...words }, actorId: user.id, now }), idOf),
  ),

  handleReviewed(api.createByPlayer, made, ({ body, user, now }, say) =>
    say((tx, words) => createByPlayer(tx, { body: { ...body, ...words }, actorId: user.id, now }), idOf),
  ),

  // The course that the coach teaches for a class of the catalogue. From there on it is an ordinary booking.
  handleReviewed(
    bookCommonCourse,
    { ...made, words: ({ body: { messageToCoach } }) => ({ messageToCoach }) },
    ({ body: { commonCourseId, ...body }, user: { id: actorId }, now }, say) =>
      say(async (tx, words) => {
        const offer = { userId: actorId, coachId: body.coachId, commonCourseId, now }
        const courseDesignId = await courseOfOffer(tx, offer)
        return createByPlayer(tx, { body: { ...body, ...words, courseDesignId }, actorId, now })
      }, idOf),
  ),
])
