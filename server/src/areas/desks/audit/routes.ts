import { searchAudit as auditSearch } from '@paidang/api/areas/admin-audit'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { searchAudit } from './search-audit.ts'

export default async function auditRoutes(app: FastifyInstance) {
  serve(app, auditSearch, ({ query, db }) => searchAudit(db, query))
}
