import * as calls from '@paidang/api/areas/admin-payments'
import * as shipments from '@paidang/api/areas/admin-shipments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { pageAllOrders, pageRefunds } from './operator-queries.ts'
import {
  presentManagedOrder,
  presentManagedRefund,
  presentManagedShipment,
  readManagedOrder,
} from './present-managed-order.ts'
import { readProviderStatus } from './read-provider-status.ts'
import { retryRefund } from './retry-refund.ts'
import { retryShipment } from './retry-shipment.ts'
import { pageShipments } from './shipment-queries.ts'

export default async function paymentsOperatorRoutes(app: FastifyInstance) {
  serve(app, calls.queryOrders, async ({ query, db }) => {
    const { kind, state, method, keyword, userId, amount, from, until, rows: limit } = query
    const { rows, total } = await pageAllOrders(db, {
      kind,
      state,
      method,
      keyword: keyword?.trim(),
      userId,
      amountFen: amount === undefined ? undefined : typedFen(amount),
      from: from === undefined ? undefined : instantOf(from, 0),
      before: until === undefined ? undefined : instantOf(addDays(until, 1), 0),
      limit,
      offset: offsetOf(query),
    })
    return { rows: rows.map(presentManagedOrder), total }
  })
  serve(app, calls.getManagedOrder, ({ params, db }) => readManagedOrder(db, params.id))
  serve(app, calls.askProviderOfOrder, ({ params, db }) =>
    readProviderStatus(db, { orderId: params.id, provider: app.payments.provider }),
  )
  serve(app, calls.queryRefunds, async ({ query, db }) => {
    const { rows, total } = await pageRefunds(db, { state: query.state, limit: query.rows, offset: offsetOf(query) })
    return { rows: rows.map(presentManagedRefund), total }
  })
  serve(app, calls.retryRefund, ({ params, staff, db, now }) =>
    retryRefund(db, { refundId: params.id, actorId: staff.id, now }),
  )
  serve(app, shipments.queryShipments, async ({ query, db }) => {
    const { rows, total } = await pageShipments(db, { state: query.state, limit: query.rows, offset: offsetOf(query) })
    return { rows: rows.map(presentManagedShipment), total }
  })
  serve(app, shipments.retryShipment, ({ params, staff, db, now }) =>
    retryShipment(db, { shipmentId: params.id, actorId: staff.id, now }),
  )
}

function typedFen(yuan: string): number {
  const fen = fenOfYuan(yuan)
  if (fen === undefined) throw new ApiError('order_amount_invalid')
  return fen
}
