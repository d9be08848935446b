import { createHash } from 'node:crypto'
import * as api from '@paidang/api/areas/views/calendar'
import { ApiError } from '@paidang/api/catalogue/errors'
import { BALL_STATUS_NAMES } from '@paidang/domain/areas/activities/balls/ball-status'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isKnown } from '../../../http/if-none-match.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import {
  ALARM_SECONDS_BEFORE,
  type CalendarEvent,
  type CalendarStatus,
  writeCalendar,
} from '../../../icalendar/write-calendar.ts'
import { calendarFeeds } from '../../../tables/calendar.ts'
import { classEventOf } from '../../activities/classes/class-event.ts'
import type { ShareTokens } from '../../activities/classes/share-link.ts'
import {
  type BallRow,
  isPlayed,
  listBallRows,
  listClassRows,
  listStringingRows,
  placeOfBall,
  type StringingRow,
  titleOfStringing,
} from './rows.ts'

/** The path below the API where calendar programs read a person's calendar. */
const FEED_PATH = '/calendar/feed'

/** The user and the version of a feed address. */
type FeedAddress = { userId: string; version: number }

const FILE_NAME = /^((\d{1,19})-(\d{1,9}))-([A-Za-z0-9_-]+)\.ics$/

/** The secret file name of a feed. It is signed over user and version, so a new version invalidates the old address. */
export function feedFileName({ userId, version }: FeedAddress, tokens: ShareTokens): string {
  const signed = `${userId}-${version}`
  return `${signed}-${tokens.of(signed)}.ics`
}

/** Reads the user and version from a file name; undefined when our signature is missing or wrong. */
function readFeedFileName(fileName: string, tokens: ShareTokens): FeedAddress | undefined {
  const [, signed, userId, version, token] = FILE_NAME.exec(fileName) ?? []
  if (!signed || !userId || !version || !token || !tokens.isOf(token, signed)) return undefined
  return { userId, version: Number(version) }
}

/** Clients must ask each time whether the feed is unchanged, since it can be revoked at any moment. */
const FEED_CACHING = 'private, no-cache'

/** Past and cancelled entries stay in the feed for this many days. Source: decision record 016 */
const PAST_DAYS = 60
/** Bookings cannot be later than this day. */
const LAST_DAY = '2099-12-31'

/** The calendar's name in calendar programs. */
const CALENDAR_NAME = '拍档'

const isActive = (userId: string) => and(eq(calendarFeeds.userId, userId), isNull(calendarFeeds.revokedAt))

/** The version of a person's active feed; undefined when they have none. */
async function findFeedVersion(db: Database, userId: string): Promise<number | undefined> {
  const [row] = await db.select({ version: calendarFeeds.version }).from(calendarFeeds).where(isActive(userId))
  return row?.version
}

const pathOf = (address: FeedAddress, tokens: ShareTokens) =>
  `${API_PREFIX}${FEED_PATH}/${feedFileName(address, tokens)}`

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

/**
 * A person's calendar for calendar programs: the past 60 days and everything ahead, cancelled entries included. It
 * contains no secrets of the person: no number, no contract, no message. The coach reads who takes part. The tag changes
 * with the entries, and not with the time of writing.
 */
function serveFeed(app: FastifyInstance): void {
  assertPolicy(app.permissionMatrix, 'GET', `${FEED_PATH}/{file}`, 'open')
  app.get<{ Params: { file: string } }>(
    `${API_PREFIX}${FEED_PATH}/:file`,
    {
      config: { errors: ['calendar_feed_not_found'] },
      schema: {
        operationId: 'readCalendarFeed',
        summary: 'The calendar feed as a file (iCalendar, RFC 5545)',
        description: 'Its address is a secret. It ends when the feed is revoked or renewed.',
        tags: ['calendar'],
        produces: ['text/calendar'],
      },
    },
    async ({ params, headers }, reply) => {
      const now = app.now()
      const address = readFeedFileName(params.file, app.calendarTokens)
      if (!address || (await findFeedVersion(app.db, address.userId)) !== address.version)
        throw new ApiError('calendar_feed_not_found')
      const events = await listFeedEvents(app.db, { userId: address.userId, now })
      const etag = `W/"${createHash('sha256').update(JSON.stringify(events)).digest('base64url')}"`
      reply.header('cache-control', FEED_CACHING).header('etag', etag)
      if (isKnown(headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('text/calendar; charset=utf-8').send(writeCalendar(events, { name: CALENDAR_NAME, now }))
    },
  )
}

export default plugin([
  // The entry equals that of the feed, so one replaces the other. It is there for whoever has a seat, or had one in the
  // past 60 days.
  handle(api.ballCalendarFile, async ({ params, user, db, now }) => {
    const span = { from: addDays(dayOf(now), -PAST_DAYS), to: LAST_DAY }
    const [row] = await listBallRows(db, { userId: user.id, ...span, id: params.id })
    if (!row) throw new ApiError('ball_not_found')
    const begin = timeOf(row.beginTimeSlot).replace(':', '')
    return { fileName: `paidang-${row.activityDate}-${begin}.ics`, ics: writeCalendar([ballEventOf(row)], { now }) }
  }),

  handle(api.getCalendarFeed, async ({ user, db, app }) => {
    const version = await findFeedVersion(db, user.id)
    return { path: version === undefined ? null : pathOf({ userId: user.id, version }, app.calendarTokens) }
  }),

  // The former address stops working.
  handle(api.renewCalendarFeed, async ({ user: { id: userId }, db, now, app }) => {
    const [row] = await db
      .insert(calendarFeeds)
      .values({ userId, version: 1, createdAt: now })
      .onConflictDoUpdate({
        target: calendarFeeds.userId,
        set: { version: sql`${calendarFeeds.version} + 1`, revokedAt: null },
      })
      .returning({ version: calendarFeeds.version })
    if (!row) throw new Error('the insert of a calendar feed answered no row')
    return { path: pathOf({ userId, version: row.version }, app.calendarTokens) }
  }),

  // A closed feed stays unchanged.
  handle(api.revokeCalendarFeed, async ({ user, db, now }) => {
    await db
      .update(calendarFeeds)
      .set({ revokedAt: now, version: sql`${calendarFeeds.version} + 1` })
      .where(isActive(user.id))
    return { path: null }
  }),

  serveFeed,
])
