import type { CalendarEntry } from '@paidang/api/areas/calendar'
import { BALL_STATUS_NAMES, LIVE_SEATS } from '@paidang/domain/areas/balls/ball-status'
import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/classes/invitation-status'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/stringing/order-status'
import type { Database } from '../../../db/database.ts'
import { classStatusFor, othersOf } from '../../activities/classes/class-event.ts'
import {
  type BallRow,
  type CalendarQuery,
  type ClassRow,
  listBallRows,
  listClassRows,
  listStringingRows,
  type StringingRow,
} from './queries.ts'

/**
 * Everything of a person in a range of days, by time. Entries with only a day come first on their day. These are
 * classes as player and as coach, ball games with a seat, and rackets with a day. Cancelled things are left out.
 */
export async function listEntries(db: Database, input: CalendarQuery & { now: Date }): Promise<CalendarEntry[]> {
  const { userId, now } = input
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

/** Whether a person with this seat will play or has played the game. */
export function isPlayed({ status, seat }: Pick<BallRow, 'status' | 'seat'>): boolean {
  return status !== 'CANCELLED' && LIVE_SEATS.some((state) => state === seat)
}

/** A player sees the coach's name, a coach the players' names. */
function classEntry(row: ClassRow, userId: string, now: Date): CalendarEntry {
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

/** The place of a game: the venue with its court, if one is booked, otherwise the initiator's text. */
export function placeOfBall({ stadiumName, courtName, place }: BallRow): string {
  return stadiumName === null ? place : courtName === null ? stadiumName : `${stadiumName} ${courtName}`
}

/** The state of the seat takes precedence over the state of the game. */
function ballEntry(row: BallRow): CalendarEntry {
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

/** The title of a stringing order in a calendar. */
export const titleOfStringing = ({ racketName }: Pick<StringingRow, 'racketName'>) => `穿线 · ${racketName}`

function stringingEntry(row: StringingRow): CalendarEntry {
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
