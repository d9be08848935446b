import * as api from '@paidang/api/areas/views/calendar'
import { BALL_STATUS_NAMES } from '@paidang/domain/areas/activities/balls/ball-status'
import { effectiveStatus } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { daysOfMonth } from '@paidang/domain/areas/views/calendar/month'
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
import { handle, plugin } from '../../../http/handle.ts'
import { classStatusFor, othersOf } from '../../activities/classes/class-event.ts'
import {
  type BallRow,
  type ClassRow,
  isPlayed,
  listBallRows,
  listClassRows,
  listStringingRows,
  placeOfBall,
  type StringingRow,
  titleOfStringing,
} from './rows.ts'

/**
 * Everything of a person in a range of days, by time. Entries with only a day come first on their day. These are
 * classes as player and as coach, ball games with a seat, and rackets with a day. Cancelled things are left out.
 */
async function listEntries(
  db: Database,
  userId: string,
  { from, to, now }: { from: Day; to: Day; now: Date },
): Promise<api.CalendarEntry[]> {
  const input = { userId, from, to }
  const [classes, balls, stringing] = await Promise.all([
    listClassRows(db, input),
    listBallRows(db, input),
    listStringingRows(db, input),
  ])
  const entries = [
    ...classes
      .filter((row) => classStatusFor(row, row.seat ?? undefined, now) !== 'CANCELLED')
      .map((row) => classEntry(row, userId, now)),
    ...balls.filter(isPlayed).map(ballEntry),
    ...stringing.filter(({ status }) => status !== 'CANCELLED').map(stringingEntry),
  ]
  return entries.sort(
    (one, other) =>
      one.date.localeCompare(other.date) ||
      (one.beginTimeSlot ?? -1) - (other.beginTimeSlot ?? -1) ||
      one.kind.localeCompare(other.kind) ||
      Number(one.id) - Number(other.id),
  )
}

/** A player sees the coach's name, a coach the players' names. */
function classEntry(row: ClassRow, userId: string, now: Date): api.CalendarEntry {
  const others = othersOf(row, userId)
  return {
    kind: 'class',
    id: row.id,
    date: row.courseDate,
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    title: others === '' ? row.courseDesignName : `${row.courseDesignName} · ${others}`,
    place: `${row.stadiumName} ${row.courtName}`,
    statusName: INVITATION_STATUS_NAMES[effectiveStatus(row, now)],
  }
}

/** The state of the seat takes precedence over the state of the game. */
function ballEntry(row: BallRow): api.CalendarEntry {
  const ofSeat: Partial<Record<BallRow['seat'], string>> = { HELD: BALL_STATUS_NAMES.UNPAID, OFFERED: '候补待确认' }
  return {
    kind: 'ball',
    id: row.id,
    date: row.activityDate,
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    title: row.title,
    place: placeOfBall(row),
    statusName: ofSeat[row.seat] ?? BALL_STATUS_NAMES[row.status],
  }
}

function stringingEntry(row: StringingRow): api.CalendarEntry {
  return {
    kind: 'stringing',
    id: row.id,
    date: row.day,
    beginTimeSlot: null,
    endTimeSlot: null,
    title: titleOfStringing(row),
    place: row.merchantName,
    statusName: STRINGING_STATUS_NAMES[row.status],
  }
}

function isIn({ beginTimeSlot, endTimeSlot }: api.CalendarEntry, timeIndex: number): boolean {
  return beginTimeSlot !== null && endTimeSlot !== null && beginTimeSlot <= timeIndex && timeIndex < endTimeSlot
}

export default plugin([
  handle(api.calendarDates, async ({ user, db, now }) => {
    const today = dayOf(now)
    const entries = await listEntries(db, user.id, { from: today, to: addDays(today, DATE_WINDOW_DAYS - 1), now })
    return dateWindow(today).map((item) => ({
      ...item,
      entryCount: entries.filter(({ date }) => date === toIsoDay(item.fullDate)).length,
    }))
  }),

  // The half-hours from 06:00 to 22:00, both included.
  handle(api.calendarTimeSlots, async ({ query, user, db, now }) => {
    const day = toIsoDay(query.date)
    const entries = await listEntries(db, user.id, { from: day, to: day, now })
    return halfHoursBetween(DEFAULT_FIRST_START, DEFAULT_LAST_START + 1).map((timeIndex) => ({
      timeIndex,
      timeSlot: timeOf(timeIndex),
      date: formatSlashDay(day),
      isPast: hasBegun(day, timeIndex, now),
      entry: entries.find((entry) => isIn(entry, timeIndex)) ?? null,
    }))
  }),

  handle(api.calendarMonth, ({ query: { month }, user, db, now }) => {
    const { first, last } = daysOfMonth(month)
    return listEntries(db, user.id, { from: first, to: last, now })
  }),
])
