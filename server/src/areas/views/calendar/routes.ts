import * as calendar from '@paidang/api/areas/calendar'
import { toIsoDay } from '@paidang/domain/kernel/day'
import type { FastifyInstance } from 'fastify'
import { isKnown } from '../../../http/if-none-match.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX, serve } from '../../../http/serve.ts'
import { FEED_PATH } from './feed-address.ts'
import { readDates, readMonth, readTimeSlots } from './read-calendar.ts'
import { readBallFile, readFeed } from './read-feed.ts'
import { readFeedPath, renewFeed, revokeFeed } from './renew-feed.ts'

/** Clients must ask each time whether the feed is unchanged, since it can be revoked at any moment. */
const FEED_CACHING = 'private, no-cache'

export default async function calendarRoutes(app: FastifyInstance) {
  const tokens = app.calendarTokens

  serve(app, calendar.calendarDates, ({ user, db, now }) => readDates(db, { userId: user.id, now }))
  serve(app, calendar.calendarTimeSlots, ({ query: { date }, user, db, now }) =>
    readTimeSlots(db, { userId: user.id, day: toIsoDay(date), now }),
  )
  serve(app, calendar.calendarMonth, ({ query: { month }, user, db, now }) =>
    readMonth(db, { userId: user.id, month, now }),
  )
  serve(app, calendar.ballCalendarFile, ({ params: { id: ballId }, user, db, now }) =>
    readBallFile(db, { ballId, userId: user.id, now }),
  )
  serve(app, calendar.getCalendarFeed, ({ user, db }) => readFeedPath(db, { userId: user.id, tokens }))
  serve(app, calendar.renewCalendarFeed, ({ user, db, now }) => renewFeed(db, { userId: user.id, tokens, now }))
  serve(app, calendar.revokeCalendarFeed, ({ user, db, now }) => revokeFeed(db, { userId: user.id, now }))

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
    async ({ params: { file: fileName }, headers }, reply) => {
      const { ics, etag } = await readFeed(app.db, { fileName, tokens, now: app.now() })
      reply.header('cache-control', FEED_CACHING).header('etag', etag)
      if (isKnown(headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('text/calendar; charset=utf-8').send(ics)
    },
  )
}
