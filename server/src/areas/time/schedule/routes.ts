import * as schedule from '@paidang/api/areas/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import { toIsoDay } from '@paidang/domain/kernel/day'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { isAdminOfCoach } from '../../places/companies/is-admin-of-coach.ts'
import { isManagerOf } from './grid-venue.ts'
import { readCourtStatusJson } from './read-court-status.ts'
import { readCourtStatusVersion } from './read-court-status-version.ts'
import { readDayMarks } from './read-day-marks.ts'

export default async function scheduleRoutes(app: FastifyInstance) {
  serve(app, schedule.courtStatusForPlayer, ({ body, user, db, now }) => {
    const { coachId, stadiumId: venueId, date } = body
    return readCourtStatusJson(db, app.gridCache, { venueId, coachId, userId: user.id, day: toIsoDay(date), now })
  })

  serve(app, schedule.courtStatusVersion, async ({ body, user, db, now }) => {
    const { coachId, stadiumId: venueId, date } = body
    return readCourtStatusVersion(db, app.gridCache, { venueId, coachId, userId: user.id, day: toIsoDay(date), now })
  })

  serve(app, schedule.courtStatusForCoach, async ({ body, user, db, now }) => {
    const { coachId, stadiumId: venueId, date } = body
    const mayLook =
      coachId === user.id ||
      (coachId !== undefined && (await isAdminOfCoach(db, user.id, coachId))) ||
      (await isManagerOf(db, user.id, venueId))
    if (!mayLook) throw new ApiError('action_forbidden')
    return readCourtStatusJson(db, app.gridCache, { venueId, coachId, userId: user.id, day: toIsoDay(date), now })
  })

  serve(app, schedule.dayMarks, ({ body, user, db, now }) =>
    readDayMarks(db, app.gridCache, { venueId: body.stadiumId, coachId: body.coachId, userId: user.id, now }),
  )
}
