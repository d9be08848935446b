import { addDays, type Day, dayOf, instantOf, weekdayOf } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'

/**
 * Usual courses come from the completed classes of this many days. Source: decision "The life of a class invitation".
 */
export const USUAL_WINDOW_DAYS = 90

/** The most unpinned usual courses that a player is offered, and the most that a player may pin. */
export const MAX_USUAL_COURSES = 10
export const MAX_USUAL_PINS = 20

/** The storage key of the usual course that is being opened. Source: specification §2. */
export const USUAL_COURSE_KEY = 'usualCourse'

/** Display name of a usual course. Source: specification §3 "Usual course". */
export function usualCourseName(courseName: string): string {
  return `常用课程-${courseName}`
}

/** The next day with this weekday (0 = Sunday) on which that half-hour has not begun. Today counts. */
export function nextSameWeekday(weekday: number, beginTimeSlot: HalfHour, now: Date): Day {
  const today = dayOf(now)
  const day = addDays(today, (weekday - weekdayOf(today) + 7) % 7)
  return instantOf(day, beginTimeSlot).getTime() > now.getTime() ? day : addDays(day, 7)
}
