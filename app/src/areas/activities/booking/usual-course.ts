import type { UsualCourse, UsualCourseKey } from '@paidang/api/areas/usual-courses'
import { nextSameWeekday } from '@paidang/domain/areas/classes/usual-course'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, instantOf, isDay } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import { type Draft, EMPTY_DRAFT } from './draft'

/** The parts of a usual course that describe its next class. */
export type UsualClass = Pick<
  UsualCourse,
  'weekday' | 'courseDate' | 'beginTimeSlot' | 'endTimeSlot' | 'courtCode' | 'courseDesignId' | 'courseDesignName'
> & { coach: { id: string }; stadium: { id: string } }

/**
 * Parses the usual course that was stored for the booking screen, as a value or as JSON text.
 *
 * @returns undefined when nothing is stored
 * @throws SyntaxError when the stored data is no usual course
 * Source: specification §2, §8 "Usual courses"
 */
export function parseUsualCourse(stored: unknown): UsualClass | undefined {
  if (stored === undefined || stored === null || stored === '') return undefined
  const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  if (!isUsualClass(value)) throw new SyntaxError('Not a usual course')
  return value
}

/**
 * Returns a draft of the next class of a usual course. Coach, venue, course, court and time are the same, on the next
 * same weekday. The slots are chosen when the grid of that day is there. Source: decision "Usual courses".
 */
export function draftOfUsual(usual: UsualClass, now: Date, ownerId: string | null): Draft {
  const { courtCode, beginTimeSlot, endTimeSlot } = usual
  const courseDate = nextDate(usual, now)
  return {
    ...EMPTY_DRAFT,
    ownerId,
    coachId: usual.coach.id,
    stadiumId: usual.stadium.id,
    date: courseDate,
    pendingCourse: { id: usual.courseDesignId, name: usual.courseDesignName },
    pendingRange: { courtCode, courseDate, beginTimeSlot, endTimeSlot },
  }
}

/**
 * Returns the server's date while the class is still to come and within the 14 days. Otherwise it returns the next day
 * of that weekday.
 */
function nextDate({ courseDate, weekday, beginTimeSlot }: UsualClass, now: Date): Day {
  const isToCome = instantOf(courseDate, beginTimeSlot).getTime() > now.getTime()
  if (isToCome && courseDate < addDays(dayOf(now), DATE_WINDOW_DAYS)) return courseDate
  return nextSameWeekday(weekday, beginTimeSlot, now)
}

function isUsualClass(value: unknown): value is UsualClass {
  if (typeof value !== 'object' || value === null) return false
  const { coach, stadium, weekday, courseDate, beginTimeSlot, endTimeSlot, courtCode, ...rest } = value as UsualClass
  const isHalfHour = (index: unknown) => typeof index === 'number' && Number.isInteger(index)
  return (
    isId(String(coach?.id)) &&
    isId(String(stadium?.id)) &&
    [0, 1, 2, 3, 4, 5, 6].includes(weekday) &&
    typeof courseDate === 'string' &&
    isDay(courseDate) &&
    isHalfHour(beginTimeSlot) &&
    isHalfHour(endTimeSlot) &&
    beginTimeSlot >= 0 &&
    beginTimeSlot < endTimeSlot &&
    endTimeSlot <= 48 &&
    typeof courtCode === 'string' &&
    typeof rest.courseDesignId === 'string' &&
    typeof rest.courseDesignName === 'string'
  )
}

/** Returns the fields that identify a usual course: the content of a pin. */
export function keyOfUsual({ coach, stadium, ...course }: UsualCourse): UsualCourseKey {
  const { courseDesignId, weekday, beginTimeSlot, endTimeSlot, selectedCourt } = course
  return {
    coachId: coach.id,
    stadiumId: stadium.id,
    courseDesignId,
    weekday,
    beginTimeSlot,
    endTimeSlot,
    selectedCourt,
  }
}
