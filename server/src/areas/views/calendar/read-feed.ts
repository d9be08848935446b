import { createHash } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import { BALL_STATUS_NAMES } from '@paidang/domain/areas/balls/ball-status'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/stringing/order-status'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import {
  ALARM_SECONDS_BEFORE,
  type CalendarEvent,
  type CalendarStatus,
  writeCalendar,
} from '../../../icalendar/write-calendar.ts'
import { classEventOf } from '../../activities/classes/class-event.ts'
import type { ShareTokens } from '../../activities/classes/share-token.ts'
import { readFeedFileName } from './feed-address.ts'
import { isPlayed, placeOfBall, titleOfStringing } from './list-entries.ts'
import {
  type BallRow,
  findFeedVersion,
  listBallRows,
  listClassRows,
  listStringingRows,
  type StringingRow,
} from './queries.ts'

/** Past and cancelled entries stay in the feed for this many days. Source: decision record 016 */
const PAST_DAYS = 60
/** Bookings cannot be later than this day. */
const LAST_DAY = '2099-12-31'

/** The calendar's name in calendar programs. */
const CALENDAR_NAME = '拍档'

/**
 * A person's calendar for calendar programs: the past 60 days and everything ahead, cancelled entries included. It
 * contains no secrets of the person: no number, no contract, no message. The coach reads who takes part. The tag changes with the entries, and not with
 * the time of writing.
 *
 * @throws ApiError calendar_feed_not_found for an address that is unknown, replaced or revoked
 */
export async function readFeed(
  db: Database,
  { fileName, tokens, now }: { fileName: string; tokens: ShareTokens; now: Date },
): Promise<{ ics: string; etag: string }> {
  const address = readFeedFileName(fileName, tokens)
  if (!address || (await findFeedVersion(db, address.userId)) !== address.version) {
    throw new ApiError('calendar_feed_not_found')
  }
  const events = await listFeedEvents(db, { userId: address.userId, now })
  const hash = createHash('sha256').update(JSON.stringify(events)).digest('base64url')
  return { ics: writeCalendar(events, { name: CALENDAR_NAME, now }), etag: `W/"${hash}"` }
}

/**
 * One game of a person as a calendar file. The entry equals that of the feed, so one replaces the other.
 *
 * @throws ApiError ball_not_found when the person has no seat in the game, and had none in the past 60 days
 */
export async function readBallFile(
  db: Database,
  { ballId, userId, now }: { ballId: string; userId: string; now: Date },
): Promise<{ fileName: string; ics: string }> {
  const rows = await listBallRows(db, { userId, from: addDays(dayOf(now), -PAST_DAYS), to: LAST_DAY })
  const row = rows.find(({ id }) => id === ballId)
  if (!row) throw new ApiError('ball_not_found')
  const begin = timeOf(row.beginTimeSlot).replace(':', '')
  return { fileName: `paidang-${row.activityDate}-${begin}.ics`, ics: writeCalendar([ballEventOf(row)], { now }) }
}

async function listFeedEvents(db: Database, { userId, now }: { userId: string; now: Date }): Promise<CalendarEvent[]> {
  const expected = { userId, from: addDays(dayOf(now), -PAST_DAYS), to: LAST_DAY }
  const [classes, balls, stringing] = await Promise.all([
    listClassRows(db, expected),
    listBallRows(db, expected),
    listStringingRows(db, expected),
  ])
  return [
    ...classes.map(({ seat, ...facts }) => classEventOf(facts, { userId, seat: seat ?? undefined }, now)),
    ...balls.map(ballEventOf),
    ...stringing.map(stringingEventOf),
  ]
}

/** The calendar status of a game for a person with this seat. */
function ballStatusFor(row: BallRow): CalendarStatus {
  if (!isPlayed(row)) return 'CANCELLED'
  return row.status !== 'UNPAID' && row.seat === 'CONFIRMED' ? 'CONFIRMED' : 'TENTATIVE'
}

function ballEventOf(row: BallRow): CalendarEvent {
  const { id, activityDate, beginTimeSlot, endTimeSlot, title, stadiumAddress } = row
  return {
    uid: `ball-${id}@paidang`,
    sequence: row.revision + row.ownSteps - (row.status === 'CANCELLED' ? 0 : 1),
    createdAt: row.createdAt,
    when: { startsAt: instantOf(activityDate, beginTimeSlot), endsAt: instantOf(activityDate, endTimeSlot) },
    title,
    notes: [`发起人：${row.initiatorName}`, `球局：${BALL_STATUS_NAMES[row.status]}`],
    place: { name: placeOfBall(row), ...(stadiumAddress !== null && { address: stadiumAddress }) },
    status: ballStatusFor(row),
    alarm: ALARM_SECONDS_BEFORE,
  }
}

/** The day on which a racket is ready. An unpaid order can still be cancelled, so it is tentative. */
function stringingEventOf(row: StringingRow): CalendarEvent {
  const { id, day, status, merchantName, merchantAddress } = row
  return {
    uid: `stringing-${id}@paidang`,
    sequence: row.steps - 1,
    createdAt: row.createdAt,
    changedAt: row.responseTime,
    when: { day },
    title: titleOfStringing(row),
    notes: [`商家：${merchantName}`, `进度：${STRINGING_STATUS_NAMES[status]}`],
    place: { name: merchantName, address: merchantAddress },
    status: status === 'CANCELLED' ? 'CANCELLED' : status === 'SUBMITTED' ? 'TENTATIVE' : 'CONFIRMED',
  }
}
