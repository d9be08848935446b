import { addDays, type Day, weekdayOf } from '../../../kernel/day.ts'

/** A calendar month in Shanghai, yyyy-mm. */
export type Month = string

const DAYS_PER_WEEK = 7

/** The month of a day. */
export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

/** The month `count` months later, or earlier for a negative count. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = year * 12 + (number - 1) + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** First and last day of a month. */
export function daysOfMonth(month: Month): { first: Day; last: Day } {
  const first = `${month}-01`
  return { first, last: addDays(`${addMonths(month, 1)}-01`, -1) }
}

/** The weeks on a month's sheet, Sunday first. They are whole weeks, with days of the neighbouring months. */
export function weeksOf(month: Month): Day[][] {
  const { first, last } = daysOfMonth(month)
  const weeks: Day[][] = []
  for (let day = addDays(first, -weekdayOf(first)); day <= last; day = addDays(day, DAYS_PER_WEEK)) {
    const sunday = day
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, at) => addDays(sunday, at)))
  }
  return weeks
}
