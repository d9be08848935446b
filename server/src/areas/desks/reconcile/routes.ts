import * as calls from '@paidang/api/areas/admin-reconcile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { presentFinding, presentRun } from './present-run.ts'
import { findRun, pageFindings, pageRuns } from './queries.ts'
import { recheckFinding } from './recheck-finding.ts'
import { startRun } from './start-run.ts'

export default async function reconcileRoutes(app: FastifyInstance) {
  serve(app, calls.startReconcile, ({ body, staff, db, now }) =>
    startRun(db, { day: body.day, actorId: staff.id, now }),
  )
  serve(app, calls.listReconcileRuns, async ({ query, db }) => {
    const { rows, total } = await pageRuns(db, { limit: query.rows, offset: offsetOf(query) })
    return { rows: rows.map(presentRun), total }
  })
  serve(app, calls.getReconcileRun, async ({ params, db }) => {
    const row = await findRun(db, params.id)
    if (!row) throw new ApiError('reconcile_run_not_found')
    return presentRun(row)
  })
  serve(app, calls.listReconcileFindings, async ({ params, query, db }) => {
    const { kind, rows: limit } = query
    const { rows, total } = await pageFindings(db, { runId: params.id, kind, limit, offset: offsetOf(query) })
    return { rows: rows.map(presentFinding), total }
  })
  serve(app, calls.recheckFinding, ({ params, staff, db, now }) =>
    recheckFinding(db, { findingId: params.id, payments: app.payments, actorId: staff.id, now }),
  )
}
