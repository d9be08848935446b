import type { UsualCourse, UsualCourseKey } from '@paidang/api/areas/usual-courses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotSpan } from '@paidang/domain/areas/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import {
  MAX_USUAL_COURSES,
  MAX_USUAL_PINS,
  nextSameWeekday,
  USUAL_WINDOW_DAYS,
  usualCourseName,
} from '@paidang/domain/areas/classes/usual-course'
import { addDays, DATE_WINDOW_DAYS, dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { checkBookingContext } from './booking-context.ts'
import { countPins, deletePin, listUsualRows, lockPinsOf, type UsualRow, upsertPin } from './usual-queries.ts'

/**
 * A player's usual courses, pinned ones first, then the most frequent. Each proposes the first same weekday of the
 * booking window on which court, coach and player are free. Without such a day it proposes the next one. A class that
 * is booked already is named.
 *
 * Source: specification §3 "Usual course", decision "Usual courses"
 */
export async function listUsualCourses(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<UsualCourse[]> {
  const today = dayOf(now)
  const rows = await listUsualRows(db, {
    userId,
    sinceDay: addDays(today, -USUAL_WINDOW_DAYS),
    today,
    lastDay: addDays(today, DATE_WINDOW_DAYS - 1),
    begunHalfHour: halfHourOfInstant(now),
    limit: MAX_USUAL_COURSES,
  })
  return rows.map((row) => present(row, now))
}

/**
 * The caller pins a class. Pinning the same one again changes only its court.
 *
 * @returns the pin's id
 * @throws ApiError invitation_with_oneself, coach_not_found, course_not_found, venue_not_found, court_not_found,
 *   coach_not_of_course, coach_not_at_venue, coach_unavailable, invitation_time_invalid, invitation_too_long,
 *   usual_courses_too_many
 */
export async function pinUsualCourse(
  db: Database,
  { pin, actorId, now }: { pin: UsualCourseKey; actorId: string; now: Date },
): Promise<{ id: string }> {
  const { coachId, stadiumId, courseDesignId, weekday, beginTimeSlot, endTimeSlot, selectedCourt } = pin
  if (coachId === actorId) throw new ApiError('invitation_with_oneself')
  const facts = await checkBookingContext(db, {
    coachId,
    courseId: courseDesignId,
    venueId: stadiumId,
    courtIndex: selectedCourt,
    userId: actorId,
    now,
  })
  if (facts.isUnavailable) throw new ApiError('coach_unavailable')
  const refusal = whyNotSpan({ beginTimeSlot, endTimeSlot }, facts)
  if (refusal) throw new ApiError(refusal)
  return db.transaction(async (tx) => {
    await lockPinsOf(tx, actorId)
    const { courtId } = facts
    const span = { weekday, beginTimeSlot, endTimeSlot }
    const id = await upsertPin(tx, { userId: actorId, coachId, stadiumId, courseDesignId, courtId, ...span })
    if ((await countPins(tx, actorId)) > MAX_USUAL_PINS) throw new ApiError('usual_courses_too_many')
    return { id }
  })
}

/** The caller unpins an own class. An unknown pin or a pin of another user is ignored. */
export async function unpinUsualCourse(
  db: Database,
  { pinId, actorId }: { pinId: string; actorId: string },
): Promise<null> {
  await deletePin(db, { pinId, userId: actorId })
  return null
}

function present(row: UsualRow, now: Date): UsualCourse {
  const { coachId, stadiumId, weekday, beginTimeSlot, endTimeSlot, courseDesignId } = row
  return {
    id: [coachId, stadiumId, weekday, beginTimeSlot, endTimeSlot, courseDesignId].join('-'),
    name: usualCourseName(row.courseDesignName),
    coach: { id: coachId, nickname: row.coachName, avatar: row.coachAvatar },
    stadium: { id: stadiumId, avatar: row.stadiumAvatar, name: row.stadiumName, address: row.stadiumAddress },
    weekday,
    courseDate: row.freeDay ?? nextSameWeekday(weekday, beginTimeSlot, now),
    beginTimeSlot,
    endTimeSlot,
    selectedCourt: row.courtIndex,
    courtCode: row.courtCode,
    courseDesignId,
    courseDesignName: row.courseDesignName,
    availableSessions: row.availableSessions,
    neededSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, row.sessionDuration),
    booked: row.bookedDay === null || row.bookedId === null ? null : { id: row.bookedId, courseDate: row.bookedDay },
    isFree: row.freeDay !== null,
    pinId: row.pinId,
  }
}
