import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { readBookingFacts } from './booking-queries.ts'

/** What a booking refers to, all of it there and fitting together. */
export type SoundBookingFacts = {
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
  /** Whether caller and coach keep out of each other's sight, or he is suspended: then nothing new is agreed with him. */
  isUnavailable: boolean
}

/**
 * Reads coach, course, venue and court, and checks that they fit: the coach teaches the course and serves the venue, the
 * court lies in it.
 *
 * @throws ApiError coach_not_found, course_not_found, venue_not_found, court_not_found, coach_not_of_course, coach_not_at_venue
 */
export async function bookingFactsOf(
  db: Database,
  wanted: { coachId: string; courseId: string; venueId: string; courtIndex: number; userId: string; now: Date },
): Promise<SoundBookingFacts> {
  const facts = await readBookingFacts(db, wanted)
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
