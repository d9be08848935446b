import * as operatorCalls from '@paidang/api/areas/admin-reports'
import { reportContent as reportEndpoint } from '@paidang/api/areas/reports'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { serve } from '../../../http/serve.ts'
import { hasBallLink } from '../../activities/balls/has-ball-link.ts'
import { serveReviewed } from '../../ground/content/serve-reviewed.ts'
import { decideReport } from './decide-report.ts'
import { presentReport, readReport } from './read-report.ts'
import { reportContent } from './report-content.ts'
import { pageReports } from './report-queries.ts'

export default async function reportsRoutes(app: FastifyInstance) {
  serveReviewed(
    app,
    reportEndpoint,
    { kind: 'report', words: ({ body: { words } }) => ({ words }), about: () => undefined },
    async ({ body: { share, ...form }, user, db, now, request }, say) => {
      const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId: form.objectId, share })
      const reporting = { hasLink, actorId: user.id, now, origin: originOf(request) }
      await say(
        (tx, { words = '' }) => reportContent(tx, { form: { ...form, words }, ...reporting }),
        (id) => id,
      )
      return null
    },
  )
  serve(app, operatorCalls.listReports, async ({ query, db }) => {
    const { rows, total } = await pageReports(db, query)
    return { rows: rows.map(presentReport), total }
  })
  serve(app, operatorCalls.getReport, ({ params, db }) => readReport(db, params.id))
  serve(app, operatorCalls.decideReport, ({ params, body: { revision: seen, ...body }, staff, db, now }) =>
    decideReport(db, { ...body, seen, id: params.id, actorId: staff.id, now }),
  )
}
