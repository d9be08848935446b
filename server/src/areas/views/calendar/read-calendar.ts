import type { CalendarEntry, calendarDates, calendarTimeSlots } from '@paidang/api/areas/calendar'
import type { Data } from '@paidang/api/endpoint'
import { daysOfMonth, type Month } from '@paidang/domain/areas/calendar/month'
import {
  addDays,
  DATE_WINDOW_DAYS,
  type Day,
  dateWindow,
  dayOf,
  formatSlashDay,
  hasBegun,
  toIsoDay,
} from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START, halfHoursBetween, timeOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { listEntries } from './list-entries.ts'

type Asking = { userId: string; now: Date }

/** The 14 days from today with the number of the caller's entries. Source: specification §3 "Date list" */
export async function readDates(db: Database, { userId, now }: Asking): Promise<Data<typeof calendarDates>> {
  const today = dayOf(now)
  const entries = await listEntries(db, { userId, from: today, to: addDays(today, DATE_WINDOW_DAYS - 1), now })
  return dateWindow(today).map((item) => ({
    ...item,
    entryCount: entries.filter(({ date }) => date === toIsoDay(item.fullDate)).length,
  }))
}

/**
 * The half-hours of a day from 06:00 to 22:00, both included, with the caller's entries in each.
 * Source: specification §9
 */
export async function readTimeSlots(
  db: Database,
  { userId, day, now }: Asking & { day: Day },
): Promise<Data<typeof calendarTimeSlots>> {
  const entries = await listEntries(db, { userId, from: day, to: day, now })
  return halfHoursBetween(DEFAULT_FIRST_START, DEFAULT_LAST_START + 1).map((timeIndex) => ({
    timeIndex,
    timeSlot: timeOf(timeIndex),
    date: formatSlashDay(day),
    isPast: hasBegun(day, timeIndex, now),
    entry: entries.find((entry) => isIn(entry, timeIndex)) ?? null,
  }))
}

function isIn({ beginTimeSlot, endTimeSlot }: CalendarEntry, timeIndex: number): boolean {
  return beginTimeSlot !== null && endTimeSlot !== null && beginTimeSlot <= timeIndex && timeIndex < endTimeSlot
}

/** All entries of the caller in a month, by time. */
export async function readMonth(
  db: Database,
  { userId, month, now }: Asking & { month: Month },
): Promise<CalendarEntry[]> {
  const { first, last } = daysOfMonth(month)
  return listEntries(db, { userId, from: first, to: last, now })
}
