import * as analytics from '@paidang/api/areas/analytics'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { listAtRisk } from './list-at-risk.ts'
import { openAnalytics } from './open-analytics.ts'
import { readIncome } from './read-income.ts'
import { readOverview } from './read-overview.ts'
import { readUse } from './read-use.ts'
import { listCoachesOf } from './use-queries.ts'

/** The company is always that of the caller's token. */
export default async function analyticsRoutes(app: FastifyInstance) {
  serve(app, analytics.openAnalytics, ({ body: { companyId }, user, db, now }) =>
    openAnalytics(db, { companyId, by: user, now }),
  )
  serve(app, analytics.analyticsOverview, ({ query: period, admin: { companyId }, db, now }) =>
    readOverview(db, { companyId, period, now }),
  )
  serve(app, analytics.analyticsIncome, ({ params: { by }, query, admin: { companyId }, db }) => {
    const { from, until, sort, sord, rows: limit } = query
    return readIncome(db, { companyId, by, period: { from, until }, sort, sord, limit, offset: offsetOf(query) })
  })
  serve(app, analytics.exportAnalyticsIncome, ({ params: { by }, query, admin: { companyId }, request }) => {
    const { from, until, ...order } = query
    return app.makeExport(request, 'companyIncome', { companyId, by, period: { from, until }, ...order })
  })
  serve(app, analytics.analyticsUse, ({ params: { of }, query: { id, ...period }, admin: { companyId }, db }) =>
    readUse(db, { companyId, of, id, period }),
  )
  serve(app, analytics.exportAnalyticsUse, ({ params: { of }, query, admin: { companyId }, request }) => {
    const { id, format, ...period } = query
    return app.makeExport(request, 'companyUse', { companyId, of, id, period, format })
  })
  serve(app, analytics.studentsAtRisk, ({ query, admin: { companyId }, db, now }) => {
    const { current: _current, rows: limit, ...input } = query
    return listAtRisk(db, { companyId, ...input, limit, offset: offsetOf(query), now })
  })
  serve(app, analytics.exportStudentsAtRisk, ({ query, admin: { companyId }, now, request }) =>
    app.makeExport(request, 'studentsAtRisk', { companyId, ...query, now }),
  )
  serve(app, analytics.analyticsCoaches, async ({ admin: { companyId }, db }) =>
    (await listCoachesOf(db, companyId)).map(({ id, name }) => ({ id, name })),
  )
}
