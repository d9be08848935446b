import * as payments from '@paidang/api/areas/payments'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { checkOrder, giveUpOrder, readOrderByTradeNo, readOwnOrder } from './check-order.ts'
import notifyRoute from './notify-route.ts'
import paymentsOperatorRoutes from './operator-routes.ts'
import { payOrder } from './pay-order.ts'
import { presentOrder, presentOrders } from './present-order.ts'
import { pageOrders } from './queries.ts'
import { playSimulatedPayment, readSimulatedPayment } from './simulator/play-payment.ts'

export default async function paymentsRoutes(app: FastifyInstance) {
  for (const [endpoint, isOfBall] of [
    [payments.payOrder, false],
    [payments.payBall, true],
    [payments.payBallOrder, true],
  ] as const) {
    serve(app, endpoint, ({ body: { orderId, method, cardId, channel }, user, db, now, request }) => {
      const payer = { actorId: user.id, isOfBall, payerIp: request.ip, features: app.features, now }
      return payOrder(db, { orderId, method, cardId, channel, ...payer, payments: app.payments })
    })
  }
  serve(app, payments.getOrder, async ({ params, user, db }) =>
    presentOrder(db, await readOwnOrder(db, { orderId: params.id, actorId: user.id })),
  )
  serve(app, payments.getOrderByTradeNo, async ({ params: { outTradeNo }, user, db }) =>
    presentOrder(db, await readOrderByTradeNo(db, { outTradeNo, actorId: user.id })),
  )
  serve(app, payments.ordersOfCaller, async ({ query, user, db }) => {
    const page = { limit: query.rows, offset: offsetOf(query) }
    const { rows, total } = await pageOrders(db, { userId: user.id, state: query.state, ...page })
    return { rows: await presentOrders(db, rows), total }
  })
  serve(app, payments.checkOrder, ({ params, user, db, now }) =>
    checkOrder(db, { orderId: params.id, actorId: user.id, payments: app.payments, now }),
  )
  serve(app, payments.closeOrder, ({ params, user, db, now }) =>
    giveUpOrder(db, { orderId: params.id, actorId: user.id, payments: app.payments, now }),
  )
  serve(app, payments.getSimulatedPayment, ({ params: { outTradeNo }, user, db }) =>
    readSimulatedPayment(db, { outTradeNo, actorId: user.id, simulator: app.payments.simulator }),
  )
  serve(app, payments.playSimulatedPayment, ({ params: { outTradeNo }, body, user, db, now }) => {
    const { simulator } = app.payments
    return playSimulatedPayment(db, {
      outTradeNo,
      actorId: user.id,
      simulator,
      action: body.action,
      notify: body.notify,
      now,
    })
  })
  await app.register(paymentsOperatorRoutes)
  await app.register(notifyRoute)
}
