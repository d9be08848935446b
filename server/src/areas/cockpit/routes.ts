import * as cockpit from '@paidang/api/areas/cockpit'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { listAtRisk } from './list-at-risk.ts'
import { openCockpit } from './open-cockpit.ts'
import { readIncome } from './read-income.ts'
import { readOverview } from './read-overview.ts'
import { readUse } from './read-use.ts'
import { listCoachesOf } from './use-queries.ts'

/** The company is always the one of the caller's token. */
export default async function cockpitRoutes(app: FastifyInstance) {
  serve(app, cockpit.openCockpit, ({ body: { companyId }, user, db, now }) =>
    openCockpit(db, { companyId, by: user, now }),
  )
  serve(app, cockpit.cockpitOverview, ({ query: period, admin: { companyId }, db, now }) =>
    readOverview(db, { companyId, period, now }),
  )
  serve(app, cockpit.cockpitIncome, ({ params: { by }, query, admin: { companyId }, db }) => {
    const { from, until, sort, sord, rows: limit } = query
    return readIncome(db, { companyId, by, period: { from, until }, sort, sord, limit, offset: offsetOf(query) })
  })
  serve(app, cockpit.exportCockpitIncome, ({ params: { by }, query, admin: { companyId }, request }) => {
    const { from, until, ...order } = query
    return app.makeExport(request, 'companyIncome', { companyId, by, period: { from, until }, ...order })
  })
  serve(app, cockpit.cockpitUse, ({ params: { of }, query: { id, ...period }, admin: { companyId }, db }) =>
    readUse(db, { companyId, of, id, period }),
  )
  serve(app, cockpit.exportCockpitUse, ({ params: { of }, query, admin: { companyId }, request }) => {
    const { id, format, ...period } = query
    return app.makeExport(request, 'companyUse', { companyId, of, id, period, format })
  })
  serve(app, cockpit.studentsAtRisk, ({ query, admin: { companyId }, db, now }) => {
    const { current: _current, rows: limit, ...wanted } = query
    return listAtRisk(db, { companyId, ...wanted, limit, offset: offsetOf(query), now })
  })
  serve(app, cockpit.exportStudentsAtRisk, ({ query, admin: { companyId }, now, request }) =>
    app.makeExport(request, 'studentsAtRisk', { companyId, ...query, now }),
  )
  serve(app, cockpit.cockpitCoaches, async ({ admin: { companyId }, db }) =>
    (await listCoachesOf(db, companyId)).map(({ id, name }) => ({ id, name })),
  )
}
