import * as locks from '@paidang/api/areas/locks'
import { toIsoDay } from '@paidang/domain/kernel/day'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { lockCoachTime } from './lock-coach-time.ts'
import { lockVenueCells } from './lock-venue-cells.ts'
import { readCoachLocks, readVenueLocks } from './read-locks.ts'
import { unlockCoachTime } from './unlock-coach-time.ts'
import { unlockVenueCells } from './unlock-venue-cells.ts'

export default async function locksRoutes(app: FastifyInstance) {
  serve(app, locks.createCoachLock, ({ body, user, db, now }) => lockCoachTime(db, { body, actorId: user.id, now }))
  serve(app, locks.coachLocksOfDay, ({ query, user, db }) =>
    readCoachLocks(db, { coachId: query.userId, actorId: user.id, day: toIsoDay(query.date) }),
  )
  serve(app, locks.deleteCoachLock, ({ params, query, user, db }) =>
    unlockCoachTime(db, { lockId: params.id, actorId: user.id, series: query.series ?? false }),
  )
  serve(app, locks.lockVenueCells, ({ body, user, db, now }) => lockVenueCells(db, { body, actorId: user.id, now }))
  serve(app, locks.unlockVenueCells, ({ body, user, db }) => unlockVenueCells(db, { body, actorId: user.id }))
  serve(app, locks.venueLocksOfDay, ({ query, db }) =>
    readVenueLocks(db, { venueId: query.stadiumId, day: toIsoDay(query.date) }),
  )
}
