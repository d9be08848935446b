import * as outboxCalls from '@paidang/api/areas/admin-outbox'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { pageOutbox } from './outbox-list-queries.ts'
import { presentOutboxRow } from './present-outbox.ts'
import { dismissOutbox, retryOutbox } from './retry-outbox.ts'

/** The routes with which operators read and resend messages to WeChat. */
export default async function operatorRoutes(app: FastifyInstance) {
  serve(app, outboxCalls.listOutbox, async ({ query: { current, rows: limit, state, receiverId }, db }) => {
    const page = await pageOutbox(db, { state, receiverId, limit, offset: offsetOf({ current, rows: limit }) })
    return { rows: page.rows.map(presentOutboxRow), total: page.total }
  })
  serve(app, outboxCalls.retryOutbox, ({ body: { ids }, staff, db, now }) =>
    retryOutbox(db, { ids, actorId: staff.id, now }),
  )
  serve(app, outboxCalls.dismissOutbox, ({ body: { ids }, staff, db, now }) =>
    dismissOutbox(db, { ids, actorId: staff.id, now }),
  )
}
