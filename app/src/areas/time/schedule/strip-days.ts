import type { DayMark } from '@paidang/api/areas/time/schedule'
import type { CoachDayMark } from '@paidang/api/areas/views/coach-home'
import {
  addDays,
  DATE_WINDOW_DAYS,
  type Day,
  dateWindow,
  daysBetween,
  monthDotDay,
  toIsoDay,
  WEEKDAY_NAMES,
  weekdayOf,
} from '@paidang/domain/kernel/day'
import type { DateStripDay } from '../../../ui/date-strip'

const NEAR_NAMES = ['今天', '明天']

/**
 * Returns the 14 days from today for the date strip: 今天, 明天, then weekdays. A day is marked 我的 where the person has a
 * class, else 约满 where nothing is free. Without marks (not fetched yet) the days have none.
 */
export function stripDaysOf(today: Day, marks: readonly DayMark[] | undefined): DateStripDay[] {
  const markOf = new Map((marks ?? []).map((mark) => [mark.date, mark]))
  return dateWindow(today).map(({ fullDate, displayDate, weekday }, offset) => {
    const day = toIsoDay(fullDate)
    const mark = markOf.get(day)
    const spoken = spokenDay(day)
    return {
      day,
      name: NEAR_NAMES[offset] ?? weekday,
      date: displayDate,
      mark: cornerOf(mark),
      label: mark ? `${spoken} 可约 ${mark.freeCells} 格` : spoken,
    }
  })
}

/**
 * Returns the 14 days from `from` for their coach. A day shows its number of classes. It shows 休 when it has no classes
 * and the coach has locked it completely. Today's mark is highlighted.
 */
export function coachStripDaysOf(from: Day, today: Day, marks: readonly CoachDayMark[] | undefined): DateStripDay[] {
  const markOf = new Map((marks ?? []).map((mark) => [mark.date, mark]))
  return Array.from({ length: DATE_WINDOW_DAYS }, (_, offset) => {
    const day = addDays(from, offset)
    const mark = markOf.get(day)
    const text = mark?.classes ? `${mark.classes} 节` : mark?.isResting ? '休' : undefined
    return {
      day,
      name: NEAR_NAMES[daysBetween(today, day)] ?? WEEKDAY_NAMES[weekdayOf(day)],
      date: monthDotDay(day),
      mark: text === undefined ? undefined : { text, tone: day === today ? 'mine' : 'quiet' },
      label: mark?.waiting ? `${spokenDay(day)} 待确认 ${mark.waiting} 节，共` : spokenDay(day),
    }
  })
}

/**
 * Returns the first day after `date` with a free cell, else the first one before it; undefined when all 14 are full.
 */
export function nextFreeDay(date: Day, marks: readonly DayMark[]): Day | undefined {
  const free = marks.filter((mark) => mark.freeCells > 0 && mark.date !== date).map((mark) => mark.date)
  return free.find((day) => day > date) ?? free[0]
}

/** Formats a date as 周日 11.22. */
export function weekdayAndDate(day: Day): string {
  return `${WEEKDAY_NAMES[weekdayOf(day)]} ${monthDotDay(day)}`
}

function spokenDay(day: Day): string {
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${WEEKDAY_NAMES[weekdayOf(day)]}`
}

function cornerOf(mark: DayMark | undefined): DateStripDay['mark'] {
  if (mark?.mine) return { text: '我的', tone: 'mine' }
  return mark?.freeCells === 0 ? { text: '约满', tone: 'quiet' } : undefined
}
