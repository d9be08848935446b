import type { UsualCourse, UsualCourseKey } from '@paidang/api/areas/activities/usual-courses'
import * as usual from '@paidang/api/areas/activities/usual-courses'
import { nextSameWeekday } from '@paidang/domain/areas/activities/classes/usual-course'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, instantOf, isDay } from '@paidang/domain/kernel/day'
import { GUEST_ID, isId } from '@paidang/domain/kernel/id'
import { bookingPath } from '../../../paths'
import { USUAL_COURSES_KEY } from '../../../platform/cache-keys'
import { goTo } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { store } from '../../../platform/storage'
import { useWrite } from '../../../platform/write'
import { type Draft, EMPTY_DRAFT } from './draft'

/** What is read for the usual courses. A guest has none, and sends the id 123456. Source: specification §9. */
export const usualCoursesOf = (userId: string | null) => ({ params: { id: userId ?? GUEST_ID } })

/** The user's usual courses. */
export function useUsualCourses() {
  return useRead(USUAL_COURSES_KEY, usual.usualCourses, usualCoursesOf(useUserId()))
}

/** Passes a usual course to the booking page and opens it. Source: specification §2 "/pages/booking/index". */
export function bookUsualCourse(course: usual.UsualCourse): Promise<void> {
  store('usualCourse', course)
  return goTo(bookingPath())
}

const stale = [USUAL_COURSES_KEY]

/** Pins a class among the caller's usual courses, however often the caller has taken it. */
export function usePinUsualCourse() {
  return useWrite(usual.pinUsualCourse, { stale, input: (key: usual.UsualCourseKey) => ({ body: key }) })
}

/** Unpins by the id of the pin. A course that is taken often enough stays among the usual ones. */
export function useUnpinUsualCourse() {
  return useWrite(usual.unpinUsualCourse, { stale, input: (id: string) => ({ params: { id } }) })
}

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
