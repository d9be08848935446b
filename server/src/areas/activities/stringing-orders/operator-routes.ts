import * as calls from '@paidang/api/areas/admin-stringing'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { decideRefund } from './decide-refund.ts'
import { loseRacket, recordPickup } from './lose-racket.ts'
import { presentManagedOrder, presentRefundRequest, readManagedOrder } from './present-refund-request.ts'
import { pageManagedOrders, pageRefundRequests } from './refund-request-queries.ts'
import { askRefund } from './request-refund.ts'
import { withdrawRefund } from './withdraw-refund.ts'

export default async function stringingOperatorRoutes(app: FastifyInstance) {
  serve(app, calls.listManagedStringingOrders, async ({ query: { current, rows: limit, ...input }, db }) => {
    const offset = offsetOf({ current, rows: limit })
    const { rows, total } = await pageManagedOrders(db, { ...input, limit, offset })
    return { rows: rows.map(presentManagedOrder), total }
  })
  serve(app, calls.getManagedStringingOrder, ({ params, db }) => readManagedOrder(db, params.id))
  serve(app, calls.loseRacketOfOrder, ({ params, body, staff, db, now }) =>
    loseRacket(db, { orderId: params.id, reason: body.reason, actorId: staff.id, now }),
  )
  serve(app, calls.recordPickupOfOrder, ({ params, body, staff, db, now }) =>
    recordPickup(db, { orderId: params.id, reason: body.reason, actorId: staff.id, now }),
  )
  serve(app, calls.listStringingRefunds, async ({ query, db }) => {
    const { state, orderNo, rows: limit } = query
    const { rows, total } = await pageRefundRequests(db, { state, orderNo, limit, offset: offsetOf(query) })
    return { rows: rows.map(presentRefundRequest), total }
  })
  serve(app, calls.requestStringingRefund, ({ params, body, staff, db, now }) =>
    askRefund(db, { orderId: params.id, ...body, actor: staff, now }),
  )
  serve(app, calls.decideStringingRefund, ({ params, body, staff, db, now }) =>
    decideRefund(db, {
      requestId: params.id,
      isApproved: body.approve,
      note: body.note ?? '',
      seen: body.revision,
      actor: staff,
      now,
    }),
  )
  serve(app, calls.withdrawStringingRefund, ({ params, staff, db, now }) =>
    withdrawRefund(db, { requestId: params.id, actorId: staff.id, now }),
  )
}
