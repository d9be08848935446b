import { coachBoard } from '@paidang/api/areas/coach-board'
import * as coachHome from '@paidang/api/areas/coach-home'
import { ApiError } from '@paidang/api/catalogue/errors'
import { toIsoDay } from '@paidang/domain/kernel/day'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { isByNearest, listUnfinished } from '../../activities/classes/list-classes.ts'
import { listRecords, listSchedule } from './list-coach-classes.ts'
import { countWaiting } from './queries.ts'
import { readBoard } from './read-board.ts'
import { readCoachDays } from './read-coach-days.ts'
import { readFigures } from './read-figures.ts'
import { readRecordMonths } from './read-record-months.ts'

export default async function coachHomeRoutes(app: FastifyInstance) {
  serve(app, coachHome.coachFigures, ({ user, db, now }) => readFigures(db, { coachId: user.id, now }))
  serve(app, coachHome.invitingCount, async ({ params, user, db, now }) => {
    if (params.id !== user.id) throw new ApiError('data_of_others')
    return countWaiting(db, user.id, now)
  })
  serve(app, coachHome.coachDayMarks, ({ query, user, db, now }) =>
    readCoachDays(db, { coachId: user.id, from: toIsoDay(query.from), days: query.days, now }),
  )
  serve(app, coachBoard, ({ query: { date, from, days }, user, db, now }) =>
    readBoard(db, { coachId: user.id, date: toIsoDay(date), from: toIsoDay(from), days, now }),
  )
  serve(app, coachHome.unfinishedOfCoach, ({ user, db, now }) => listUnfinished(db, { coachId: user.id, now }))
  serve(app, coachHome.scheduleOfCoach, ({ params, query, user, db, now }) =>
    listSchedule(db, {
      coachId: params.coachId,
      actorId: user.id,
      limit: query.rows,
      offset: offsetOf(query),
      isNearest: isByNearest(query),
      sord: query.sord ?? 'desc',
      now,
    }),
  )
  serve(app, coachHome.recordsOfCoach, ({ params, query, user, db, now }) => {
    const { keyword, invitationStatus, courseDesignId, rows: limit } = query
    const filter = { keyword, invitationStatus, courseDesignId }
    return listRecords(db, {
      coachId: params.coachId,
      actorId: user.id,
      ...filter,
      sord: query.sord ?? 'desc',
      limit,
      offset: offsetOf(query),
      now,
    })
  })
  serve(app, coachHome.recordMonths, ({ params, query, user, db, now }) =>
    readRecordMonths(db, { coachId: params.coachId, actorId: user.id, months: query.months, now }),
  )
  serve(app, coachHome.exportRecords, ({ params, query, user, now, request }) =>
    app.makeExport(request, 'records', { coachId: params.coachId, actorId: user.id, months: query.months, now }),
  )
}
