import * as companies from '@paidang/api/areas/admin-companies'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { handOverCompany } from './hand-over-company.ts'
import { pageCompanies } from './operator-queries.ts'
import { presentManagedCompany, readManagedCompany } from './read-managed-company.ts'
import { renameCompany } from './rename-company.ts'

/** The routes with which operators read companies, and act if an admin cannot. */
export default async function operatorRoutes(app: FastifyInstance) {
  serve(app, companies.queryCompanies, async ({ query, db, now }) => {
    const { current, rows, sort = 'createdAt', sord = 'desc', keyword, isPerson, isClosed } = query
    const input = { keyword: keyword?.trim(), isPerson, isClosed }
    const page = await pageCompanies(db, { ...input, current, rows, sort, sord, now })
    return { rows: page.rows.map(presentManagedCompany), total: page.total }
  })
  serve(app, companies.readManagedCompany, ({ params, db, now }) =>
    readManagedCompany(db, { companyId: params.id, now }),
  )
  serve(app, companies.handOverCompany, ({ params, body: { fromId, toId, reason }, staff, db, now }) =>
    handOverCompany(db, { companyId: params.id, fromId, toId, reason, actorId: staff.id, now }),
  )
  serve(app, companies.renameCompany, ({ params, body: { companyName, reason }, staff, db, now }) =>
    renameCompany(db, { companyId: params.id, companyName, reason, actorId: staff.id, now }),
  )
}
