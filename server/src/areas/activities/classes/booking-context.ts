import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen } from '../../../db/revision-queries.ts'
import { readBookingContext } from './booking-queries.ts'

/** What a booking refers to. All parts exist and fit together. */
export type CheckedBookingContext = {
  courseName: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
  companyId: string
  firstStart: number
  lastStart: number
  courtId: string
  courtCode: string
  callerIsCoach: boolean
  /**
   * Whether caller and coach are blocked from each other, or the coach is suspended. Then no new class can be agreed.
   */
  isUnavailable: boolean
}

/**
 * Reads coach, course, venue and court, and checks that they fit. The coach must teach the course and serve the venue,
 * and the court must belong to it.
 *
 * @throws ApiError coach_not_found, course_not_found, venue_not_found, court_not_found, coach_not_of_course,
 *   coach_not_at_venue
 */
export async function checkBookingContext(
  db: Database,
  input: { coachId: string; courseId: string; venueId: string; courtIndex: number; userId: string; now: Date },
): Promise<CheckedBookingContext> {
  const facts = await readBookingContext(db, input)
  if (!facts.coachUserType) throw new ApiError('coach_not_found')
  const { courseName, pricePerSession, sessionDuration, maxParticipants, companyId } = facts
  if (
    courseName === null ||
    pricePerSession === null ||
    sessionDuration === null ||
    maxParticipants === null ||
    companyId === null
  ) {
    throw new ApiError('course_not_found')
  }
  const { firstStart, lastStart, courtId, courtCode } = facts
  if (firstStart === null || lastStart === null) throw new ApiError('venue_not_found')
  if (courtId === null || courtCode === null) throw new ApiError('court_not_found')
  if (!facts.teachesCourse) throw new ApiError('coach_not_of_course')
  if (!facts.servesVenue) throw new ApiError('coach_not_at_venue')
  return {
    courseName,
    pricePerSession,
    sessionDuration,
    maxParticipants,
    companyId,
    firstStart,
    lastStart,
    courtId,
    courtCode,
    callerIsCoach: facts.callerUserType !== 0,
    isUnavailable: facts.isUnavailable,
  }
}

/**
 * Refuses a booking at another price than the course has. Without a price nothing is compared.
 *
 * @throws ApiError revision_outdated (data: OutdatedRevision without a revision)
 */
export function assertCoursePriceSeen(seenFen: number | undefined, facts: CheckedBookingContext): void {
  if (seenFen === undefined || seenFen === facts.pricePerSession) return
  const { courseName, pricePerSession, sessionDuration, maxParticipants } = facts
  const course = { courseName, pricePerSession, sessionDuration, maxParticipants }
  assertPricesSeen('courses', 'price_per_session', { repriced: [course], state: course })
}
