import { type Elsewhere, listElsewhere } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotBookAt } from '@paidang/domain/areas/activities/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, toIsoDay } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { takenBesides } from '../../time/schedule/find-holder.ts'
import { checkBookingContext } from './booking-context.ts'
import { mayRequest } from './create.ts'
import { hasPayingContract } from './insert-booking.ts'
import { countStudents, listUnclaimed } from './seats.ts'
import { freeRangesOf, type SlotsInput } from './slot-conflict.ts'

/** How far from its day a lesson is searched on other days. */
const DAYS_AROUND = 6
/** Of so many other coaches and venues one is looked for. */
const MOST_COACHES = 20
const MOST_VENUES = 5
const ROWS_SHOWN = 3

/** The lesson that could not be booked where and when it was wished. */
type Lesson = SlotsInput & {
  courseDesignId: string
  consumedSessions: number
  /** Whom the calling coach books for. */
  studentIds: readonly string[] | undefined
}
type Found = Pick<Elsewhere, 'differs' | 'coachId' | 'stadiumId' | 'courseDate' | 'beginTimeSlot' | 'endTimeSlot'> & {
  courtCode: string
}

/** The same coach and venue on other days: one time of each, the nearest day first. */
async function onOtherDays(db: Database, lesson: Lesson): Promise<Found[]> {
  const { coachId, stadiumId, courseDate, now } = lesson
  const [first, last] = [dayOf(now), addDays(dayOf(now), DATE_WINDOW_DAYS - 1)]
  const around = Array.from({ length: DAYS_AROUND }, (_, index) => index + 1)
    .flatMap((away): Day[] => [addDays(courseDate, away), addDays(courseDate, -away)])
    .filter((day) => first <= day && day <= last)
  const found: Found[] = []
  for (const day of around) {
    if (found.length === ROWS_SHOWN) break
    const [range] = await freeRangesOf(db, lesson, day, 1)
    if (range) found.push({ differs: 'DAY', coachId, stadiumId, ...range })
  }
  return found
}

/** Other coaches of the course at the venue, at the very time, those with most likes first. */
async function withOtherCoaches(db: Database, lesson: Lesson): Promise<Found[]> {
  const { userId, coachId, stadiumId, courseDesignId, courseDate, beginTimeSlot, endTimeSlot, now } = lesson
  const teaching = await db
    .select({ id: users.id })
    .from(coachCourses)
    .innerJoin(users, and(eq(users.id, coachCourses.coachId), isNull(users.closedAt)))
    .innerJoin(coachVenues, and(eq(coachVenues.coachId, users.id), eq(coachVenues.venueId, stadiumId)))
    .where(
      and(
        eq(coachCourses.courseId, courseDesignId),
        eq(coachVenues.approveStatus, APPROVAL.APPROVED),
        not(inArray(users.id, [coachId, userId])),
        not(isSuspended(sql`${users.id}`, now)),
        not(isBlockedBetween(users.id, userId)),
      ),
    )
    .orderBy(desc(users.likesCount), asc(users.id))
    .limit(MOST_COACHES)
  if (teaching.length === 0) return []
  const ofVenue = await db.select().from(courts).where(eq(courts.venueId, stadiumId)).orderBy(asc(courts.courtIndex))
  const taken = await takenBesides(db, {
    courtIds: ofVenue.map(({ id }) => id),
    personIds: [userId, ...teaching.map(({ id }) => id)],
    day: courseDate,
  })
  const inSpan = taken.filter(({ halfHour }) => beginTimeSlot <= halfHour && halfHour < endTimeSlot)
  const isFree = (isCourt: boolean, id: string) =>
    !inSpan.some((one) => one.isCourt === isCourt && one.resourceId === id)
  const court = ofVenue.find(({ id }) => isFree(true, id))
  if (!court || !isFree(false, userId)) return []
  const time = { stadiumId, courtCode: court.courtCode, courseDate, beginTimeSlot, endTimeSlot }
  return teaching.filter(({ id }) => isFree(false, id)).map(({ id }) => ({ differs: 'COACH', coachId: id, ...time }))
}

/** The coach's other venues on the day, with the nearest time of each. */
async function atOtherVenues(db: Database, lesson: Lesson): Promise<Found[]> {
  const { coachId, stadiumId, courseDate, beginTimeSlot: wished } = lesson
  const others = await db
    .select({ id: venues.id })
    .from(coachVenues)
    .innerJoin(venues, and(eq(venues.id, coachVenues.venueId), eq(venues.approveStatus, APPROVAL.APPROVED)))
    .where(
      and(eq(coachVenues.coachId, coachId), eq(coachVenues.approveStatus, APPROVAL.APPROVED), ne(venues.id, stadiumId)),
    )
    .orderBy(asc(venues.id))
    .limit(MOST_VENUES)
  const found: Found[] = []
  for (const { id } of others) {
    // No court there is the wished one, so the wished time itself may be free.
    const place = { ...lesson, stadiumId: id, courtCode: '' }
    const [range] = await freeRangesOf(db, place, courseDate, 1)
    if (range) found.push({ differs: 'VENUE', coachId, stadiumId: id, ...range })
  }
  const far = ({ beginTimeSlot }: Found) => Math.abs(beginTimeSlot - wished)
  return found.sort((one, other) => far(one) - far(other))
}

type Booking = Parameters<typeof hasPayingContract>[1]

/** Students without an account join a class of their coach at once, so that their hours have to pay it. */
async function canAllPay(db: Database, booking: Booking, studentIds: readonly string[]): Promise<boolean> {
  for (const initiatorId of await listUnclaimed(db, studentIds)) {
    if (!(await hasPayingContract(db, { ...booking, initiatorId }))) return false
  }
  return true
}

/** One of each kind, then more days. What a booking would be refused for is left out. */
async function chosen(db: Database, lesson: Lesson): Promise<Found[]> {
  const { userId: initiatorId, courseDesignId, consumedSessions, studentIds, now: createdAt } = lesson
  const allowed = async (places: readonly Found[], most: number) => {
    const own: Found[] = []
    for (const { coachId, courseDate, ...rest } of places) {
      if (own.length === most) break
      const booking = { initiatorId, coachId, courseDesignId, courseDate, consumedSessions, createdAt }
      const isAccepted = studentIds
        ? await canAllPay(db, booking, studentIds)
        : await mayRequest(db, booking, { more: 1, needContract: !(await hasPayingContract(db, booking)) })
      if (isAccepted) own.push({ ...rest, coachId, courseDate })
    }
    return own
  }
  const days = await allowed(await onOtherDays(db, lesson), ROWS_SHOWN)
  const coaches = studentIds ? [] : await allowed(await withOtherCoaches(db, lesson), 1)
  const places = await allowed(await atOtherVenues(db, lesson), 1)
  return [...days.slice(0, 1), ...coaches, ...places, ...days.slice(1)].slice(0, ROWS_SHOWN)
}

export default plugin([
  handle(listElsewhere, async ({ body, user: { id: userId }, db, now }): Promise<Elsewhere[]> => {
    const courseDate = toIsoDay(body.courseDate)
    const { coachId, courseDesignId, stadiumId, beginTimeSlot, endTimeSlot, studentIds } = body
    if (studentIds && coachId !== userId) throw new ApiError('data_of_others')
    // When somebody is busy is told to their own coach alone.
    if (studentIds && (await countStudents(db, coachId, studentIds)) < studentIds.length)
      throw new ApiError('action_forbidden')
    const context = await checkBookingContext(db, body, { userId, now })
    const refusal = whyNotBookAt({ courseDate, beginTimeSlot, endTimeSlot }, context, now)
    if (refusal) throw new ApiError(refusal)
    const { courtCode, sessionDuration } = context
    const consumedSessions = consumedSessionsOf(beginTimeSlot, endTimeSlot, sessionDuration)
    const wished = { stadiumId, coachId, courtCode, courseDate, beginTimeSlot, endTimeSlot }
    const lesson = { ...wished, courseDesignId, consumedSessions, userId, studentIds, now }
    const found = await chosen(db, { ...lesson, personIds: studentIds ?? [userId] })
    if (found.length === 0) return []
    const coaches = await db
      .select({ coachId: users.id, coachName: users.nickname })
      .from(users)
      .where(inArray(users.id, [...new Set(found.map((one) => one.coachId))]))
    const places = await db
      .select({
        stadiumId: venues.id,
        stadiumName: venues.name,
        courtCode: courts.courtCode,
        courtName: courts.name,
        selectedCourt: courts.courtIndex,
      })
      .from(courts)
      .innerJoin(venues, eq(venues.id, courts.venueId))
      .where(inArray(venues.id, [...new Set(found.map((one) => one.stadiumId))]))
    return found.flatMap((one) => {
      const person = coaches.find((other) => other.coachId === one.coachId)
      const place = places.find((other) => other.stadiumId === one.stadiumId && other.courtCode === one.courtCode)
      if (!person || !place) return []
      const { stadiumName, courtName, selectedCourt: index } = place
      return [{ ...one, coachName: person.coachName, stadiumName, courtName, selectedCourt: index }]
    })
  }),
])
