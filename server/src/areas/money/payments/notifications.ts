import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { asApiError } from '../../../http/error-handler.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import { paymentEvents } from '../../../tables/payments.ts'
import { NotificationRefused, type Payments, type ProviderEvent } from './provider.ts'
import { settleRefund } from './refunds.ts'
import { settlePayment } from './settle-payment.ts'

/** The path to which a provider posts its notifications. */
export const notifyPath = (provider: string) => `${API_PREFIX}/payments/notify/${provider.toLowerCase()}`

/**
 * Applies a notification once, in the transaction that records it. A repeat changes nothing. Only a successful payment
 * and a refund take effect here. Other payment states are left to the poll.
 *
 * @throws ApiError payment_not_found, when we know no such payment
 * Source: decision "Hours and money", Payments; invariant O1
 */
async function applyOnce(
  db: Database,
  event: ProviderEvent,
  { provider, effects }: Payments,
  now: Date,
): Promise<void> {
  const { eventId, outTradeNo } = event
  await db.transaction(async (tx) => {
    // Waits for a concurrent insert of the same notification.
    const recorded = await tx
      .insert(paymentEvents)
      .values({ provider: provider.name, eventId, outTradeNo })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId })
    if (recorded.length === 0) return
    if (event.kind === 'refund') {
      await settleRefund(tx, { outRefundNo: event.outRefundNo, refund: event.refund, now })
    } else if (event.payment.state === 'SUCCESS') {
      await settlePayment(tx, { outTradeNo, received: event.payment, effects, now })
    }
  })
}

/**
 * The route for the provider's notifications. It is not for the clients of the API. It has no session, no envelope and
 * no entry in the reference. The signature over the unchanged bytes of the body proves the sender. 204 means that the
 * notification was accepted, now or before. After any other status the provider sends it again.
 * Source: WeChat Pay v3, payment notice
 */
export default async function notifications(app: FastifyInstance) {
  assertPolicy(app.permissionMatrix, 'POST', '/payments/notify/{provider}', 'open')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const refuse = (reply: FastifyReply, status: number, message: string) =>
    reply.status(status).type('application/json; charset=utf-8').send({ code: 'FAIL', message })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof NotificationRefused) {
      request.log.warn({ err: error }, 'notification refused')
      return refuse(reply, 401, error.message)
    }
    const refusal = asApiError(error)
    // Somebody paid this money even though we never began the payment, so it is logged.
    if (refusal.status >= 500 || refusal.code === 'payment_not_found') request.log.error({ err: error }, 'notification')
    return refuse(reply, refusal.status, refusal.message)
  })

  app.post<{ Params: { provider: string } }>(
    notifyPath(':provider'),
    // A provider sends all its notifications from a few addresses.
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const { provider } = app.payments
      if (request.params.provider !== provider.name.toLowerCase()) throw new ApiError('path_unknown')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = provider.readNotification({ headers: request.headers, body })
      await applyOnce(app.db, event, app.payments, app.now())
      if (event.kind === 'refund' && event.refund.state !== 'SUCCESS') request.log.error({ event }, 'refund is stuck')
      return reply.status(204).send()
    },
  )
}
