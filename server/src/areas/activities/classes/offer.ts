import * as api from '@paidang/api/areas/activities/class-actions'
import { type Invitation, type OfferTime, offerTimes } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { answerDueText, answerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { whyNotBookAt } from '@paidang/domain/areas/activities/classes/booking-time'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { type Day, dateAndWeekday, instantOf, toIsoDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ACTIVE_STATUSES, hasStatus, invitations } from '../../../tables/classes.ts'
import { courts } from '../../../tables/venues.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { moveClass } from '../../time/schedule/move-class.ts'
import { checkBookingContext, lockOfferForShare } from './booking-context.ts'
import { insertStep, lessonOf, NO_OFFER, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { findView, presentById, presentInvitation } from './class-view.ts'
import { moveHolds } from './edit.ts'
import {
  assertClassSeen,
  assertMay,
  assertNotAway,
  assertOfCompany,
  type ClassAction,
  isAgreedWith,
  isLockedOut,
  type OpenClass,
  openClass,
  readClass,
} from './open-class.ts'
import { holdRequested, listCoachIds, playersOf } from './seats.ts'
import { freeTimesOfDay, freeTimesOfWeek, slotsOfClass, throwSlotConflict } from './slot-conflict.ts'

type ClassRow = typeof invitations.$inferSelect
type Offering = ClassAction & { body: Omit<Input<typeof api.offerTime>['body'], 'revision'> }

/** Where the coach offers to hold a class. Course, length and coach stay. */
async function placeOf(db: Database, { view }: OpenClass, { body, now }: Offering) {
  const { coachId, courseDesignId, initiatorId, beginTimeSlot: formerBegin, endTimeSlot: formerEnd } = view.invitation
  const { stadiumId, selectedCourt, beginTimeSlot } = body
  const context = await checkBookingContext(
    db,
    { coachId, courseDesignId, stadiumId, selectedCourt },
    { userId: initiatorId, now },
  )
  const endTimeSlot = beginTimeSlot + formerEnd - formerBegin
  const span = { courseDate: toIsoDay(body.courseDate), beginTimeSlot, endTimeSlot }
  return { context, columns: { ...span, stadiumId, courtId: context.courtId } }
}

/** @throws ApiError when the class cannot be offered there, whoever is free */
async function planOffer(tx: Database, opened: OpenClass, offering: Offering) {
  const { view, joined, startsAt: formerStart } = opened
  const { now } = offering
  const row = view.invitation
  await lockOfferForShare(tx, { ...row, stadiumId: offering.body.stadiumId })
  const { context, columns } = await placeOf(tx, opened, offering)
  const refusal = whyNotBookAt(columns, context, now)
  if (refusal) throw new ApiError(refusal)
  const isSame = (Object.keys(columns) as (keyof typeof columns)[]).every((name) => row[name] === columns[name])
  const startsAt = instantOf(columns.courseDate, columns.beginTimeSlot)
  const isTooLate = [formerStart, startsAt].some((start) => isTooLateToChange(start, now))
  if (!isSame && isAgreedWith(row.initiatorId, { view, joined }) && isTooLate)
    throw new ApiError('invitation_change_too_late')
  return { columns, startsAt, isSame }
}

async function moveToOffer(
  tx: Database,
  { view: { invitation: row }, joined }: OpenClass,
  columns: Awaited<ReturnType<typeof planOffer>>['columns'],
): Promise<void> {
  const { id, coachId } = row
  const playerIds = playersOf(joined)
  const cells = cellsOf({ ...columns, coachId, playerIds, coachPlayerIds: await listCoachIds(tx, playerIds) })
  const { courseDate: day, beginTimeSlot, endTimeSlot } = columns
  await moveClass(tx, id, { cells, overLocksOf: { coachId, day, beginTimeSlot, endTimeSlot } })
}

const timeOf = ({
  courseDate,
  beginTimeSlot,
  endTimeSlot,
}: Pick<ClassRow, 'courseDate' | 'beginTimeSlot' | 'endTimeSlot'>) =>
  `${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`

async function offerOnce(db: Database, offering: Offering): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const { invitationId: id, actorId, now, seen } = offering
    const opened = await openClass(tx, id, actorId)
    const { view, joined } = opened
    const row = view.invitation
    assertMay('offer', opened, now)
    await assertOfCompany(tx, row, actorId)
    const { columns, startsAt, isSame } = await planOffer(tx, opened, offering)
    if (isSame && row.offeredAt) return presentInvitation(view, now)
    // What the class holds already is confirmed, not offered.
    if (isSame && !row.useUnavailable) throw new ApiError('input_invalid')
    await assertClassSeen(tx, opened, { seen, now })

    const needContract = !(await moveHolds(tx, opened, { ...row, ...columns }, { actorId, now }))
    await moveToOffer(tx, opened, columns)
    await assertNotAway(tx, { ...row, ...columns }, actorId)
    await updateInvitation(tx, id, {
      ...columns,
      ...answerTimes(now, startsAt),
      useUnavailable: false,
      needContract,
      offeredAt: now,
      askedStartsAt: row.askedStartsAt ?? opened.startsAt,
      responseTime: now,
    })
    const edited = await findView(tx, id)
    if (!edited) throw new Error('a class vanished inside its transaction')
    const isElsewhere = columns.stadiumId !== row.stadiumId || columns.courtId !== row.courtId
    const place = isElsewhere ? ` ${edited.stadiumName} ${edited.courtName}` : ''
    const [before, after] = [timeOf(row), `${timeOf(columns)}${place}`]
    await insertStep(tx, row, { action: 'offer', actorId, reason: `${before} → ${after}`, now })
    // A request to take the class over is answered by that.
    await settleRequests(tx, { kind: 'invitation', id }, null)
    const due = answerDueText(edited.invitation.expiresAt)
    const notice = { senderId: actorId, title: '教练建议改约' }
    await notifyOfClass(tx, id, {
      ...notice,
      receiverIds: [row.initiatorId],
      category: 'invitation',
      content: `${view.coachName} 建议把 ${lessonOf(row)} 改到 ${after}，请在 ${due} 前答复，超时自动取消`,
    })
    await notifyOfClass(tx, id, {
      ...notice,
      receiverIds: playersOf(joined).filter((userId) => userId !== row.initiatorId),
      content: `${view.coachName} 建议把 ${lessonOf(row)} 改到 ${after}，等待 ${view.initiatorName} 答复`,
    })
    for (const each of [row, { ...row, ...columns }]) await publishGrid(tx, each, playersOf(joined))
    return presentInvitation(edited, now)
  })
}

/**
 * The coach answers a request with another time. The request itself moves there: claims and held hours move in one
 * transaction, or nothing changes. It then waits for its player, with the full time to be answered. The coach's own
 * locks give way. The same offer again changes nothing.
 *
 * @throws ApiError the refusals of the endpoint
 * Source: decision record 054
 */
export async function offerTime(db: Database, offering: Offering): Promise<Invitation> {
  return retryOnce(
    () => offerOnce(db, offering),
    async (cells, isFinal) => {
      const { invitationId, actorId: userId, now } = offering
      const opened = await readClass(db, invitationId, userId)
      const { context, columns } = await placeOf(db, opened, offering)
      const { stadiumId, courseDate, beginTimeSlot, endTimeSlot } = columns
      const slots = {
        ...slotsOfClass(opened, { userId, now }),
        ...{ stadiumId, courseDate, beginTimeSlot, endTimeSlot, courtCode: context.courtCode },
      }
      await throwSlotConflict(db, cells, { ...slots, overLocksOf: slots.coachId }, isFinal)
    },
  )
}

/**
 * The free times that the coach can offer, of a day or the nearest ones, with how full the coach's day is. Each of them
 * would be accepted now.
 *
 * @throws ApiError the refusals of the endpoint
 */
export async function listOfferTimes(
  db: Database,
  { invitationId, actorId, day, now }: { invitationId: string; actorId: string; day?: Day | undefined; now: Date },
): Promise<OfferTime[]> {
  const opened = await readClass(db, invitationId, actorId)
  assertMay('offer', opened, now)
  await assertOfCompany(db, opened.view.invitation, actorId)
  const { coachId, stadiumId, useUnavailable } = opened.view.invitation
  // A request that may conflict can lack its court: then the same time on another court is worth an offer.
  const slots = { ...slotsOfClass(opened, { userId: actorId, now }), isOtherTime: !useUnavailable }
  const times = day === undefined ? await freeTimesOfWeek(db, slots) : await freeTimesOfDay(db, slots, day)
  const days = [...new Set(times.map(({ courseDate }) => courseDate))]
  if (days.length === 0) return []
  const { courseDate } = invitations
  const isOther = and(
    eq(invitations.coachId, coachId),
    ne(invitations.id, invitationId),
    hasStatus(ACTIVE_STATUSES, now),
  )
  const [ofVenue, busy] = await Promise.all([
    db.select().from(courts).where(eq(courts.venueId, stadiumId)),
    db
      .select({ courseDate, classes: sql<number>`count(*)`.mapWith(Number) })
      .from(invitations)
      .where(and(isOther, inArray(courseDate, days)))
      .groupBy(courseDate),
  ])
  return times.flatMap(({ courtCode, ...time }) => {
    const court = ofVenue.find((one) => one.courtCode === courtCode)
    const classes = busy.find((one) => one.courseDate === time.courseDate)?.classes ?? 0
    return court ? [{ ...time, stadiumId, selectedCourt: court.courtIndex, courtName: court.name, classes }] : []
  })
}

export default plugin([
  handle(api.offerTime, ({ params: { id: invitationId }, body: { revision: seen, ...body }, user, db, now }) =>
    offerTime(db, { invitationId, actorId: user.id, now, seen, body }),
  ),

  // The player agrees to the offered time, which the class holds already. Without a contract the coach has to make one
  // first, with the full time for it. Agreeing again answers the present state.
  handle(api.acceptOffer, ({ params: { id }, body: { revision: seen }, user: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const opened = await openClass(tx, id, actorId)
      const { view, role, facts, actors, joined, startsAt } = opened
      const row = view.invitation
      if (role === 'initiator' && row.invitationStatus === 'CONFIRMED') return presentInvitation(view, now)
      const isCoachAway = await isLockedOut(tx, row.coachId, now)
      assertMay('accept', { facts: { ...facts, isCoachAway }, actors }, now)
      await assertOfCompany(tx, row, actorId)
      await assertNotAway(tx, row, actorId)
      await assertClassSeen(tx, opened, { seen, now })

      const stands = await holdRequested(tx, row, joined, { actorId, reason: '接受改约，预留课时', now })
      const toStatus = stands ? 'CONFIRMED' : 'PENDING'
      const times = answerTimes(now, startsAt)
      await updateInvitation(tx, id, {
        ...NO_OFFER,
        invitationStatus: toStatus,
        needContract: !stands,
        responseTime: now,
        ...(stands ? { confirmedAt: now } : times),
      })
      await insertStep(tx, row, { action: 'accept', toStatus, actorId, now })
      const due = stands ? '' : `，请在 ${answerDueText(times.expiresAt)} 前缔约并确认`
      const notice = { senderId: actorId, content: `${view.initiatorName} 接受改到 ${lessonOf(row)}` }
      await notifyOfClass(tx, id, {
        ...notice,
        receiverIds: [row.coachId],
        category: stands ? 'classNotice' : 'invitation',
        title: stands ? '约课已确认' : '球员接受改约',
        content: `${notice.content}${due}`,
      })
      await notifyOfClass(tx, id, {
        ...notice,
        receiverIds: playersOf(joined).filter((userId) => userId !== actorId),
        title: stands ? '约课已确认' : '约课已修改',
      })
      return presentById(tx, id, now)
    }),
  ),

  handle(offerTimes, ({ params: { id: invitationId }, query: { date }, user: { id: actorId }, db, now }) => {
    const day = date === undefined ? undefined : toIsoDay(date)
    return listOfferTimes(db, { invitationId, actorId, day, now })
  }),
])
