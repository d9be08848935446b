/** A course as a form holds it. The price is in fen and the duration in minutes, as numbers or as the typed digits. */
export type CourseInput = {
  courseName: string
  courseDescription?: string | undefined
  pricePerSession: number | string
  sessionDuration: number | string
  maxParticipants?: number | string | undefined
  isTrial?: boolean | undefined
}

/** A course that can be stored. */
export type CourseFields = {
  courseName: string
  courseDescription: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
  /** A trial lesson (体验课): one player pays its price once, and no contract. */
  isTrial: boolean
}

export type CourseRefusal =
  | 'course_name_missing'
  | 'course_price_invalid'
  | 'course_duration_invalid'
  | 'course_participants_invalid'
  | 'course_trial_invalid'

/**
 * The allowed minutes of one session: whole half-hours, at most as long as one class. Source: specification §9 "Max
 * selection".
 */
export const COURSE_DURATIONS = [30, 60, 90, 120, 150, 180] as const

/** 10,000 yuan per lesson hour. A higher amount is a typing error. */
export const MAX_PRICE_FEN = 1_000_000
export const MAX_PARTICIPANTS = 20

/**
 * The course of a form. Price and duration become numbers. When omitted, maxParticipants is 1 and the description is
 * empty. Source: specification §5 "Course add"
 */
export function courseOf(input: CourseInput): CourseFields {
  const {
    courseName,
    courseDescription = '',
    pricePerSession,
    sessionDuration,
    maxParticipants = 1,
    isTrial = false,
  } = input
  return {
    courseName: courseName.trim(),
    courseDescription: courseDescription.trim(),
    pricePerSession: numberOf(pricePerSession),
    sessionDuration: numberOf(sessionDuration),
    maxParticipants: numberOf(maxParticipants === '' ? 1 : maxParticipants),
    isTrial,
  }
}

/** Why a company cannot teach this course; undefined when it can. */
export function whyNotCourse(course: CourseFields): CourseRefusal | undefined {
  const { courseName, pricePerSession, sessionDuration, maxParticipants, isTrial } = course
  if (courseName === '') return 'course_name_missing'
  if (!isWithin(pricePerSession, 0, MAX_PRICE_FEN)) return 'course_price_invalid'
  if (!COURSE_DURATIONS.some((minutes) => minutes === sessionDuration)) return 'course_duration_invalid'
  if (!isWithin(maxParticipants, 1, MAX_PARTICIPANTS)) return 'course_participants_invalid'
  return isTrial && (maxParticipants > 1 || pricePerSession === 0) ? 'course_trial_invalid' : undefined
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && least <= value && value <= most
}

/** The typed text as a number. It is NaN for an empty text, which fails every limit. */
function numberOf(typed: number | string): number {
  if (typeof typed === 'number') return typed
  return typed.trim() === '' ? Number.NaN : Number(typed)
}
