import { readInbox } from '@paidang/api/areas/admin-approvals'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { listInbox } from './inbox-queries.ts'

export default async function approvalsRoutes(app: FastifyInstance) {
  serve(app, readInbox, ({ query: { kind }, db, now }) => listInbox(db, { kind, now }))
}
