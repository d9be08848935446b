import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { asApiError } from '../../../http/error-handler.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import { handleNotification } from './handle-notification.ts'
import { NotificationRefused } from './provider.ts'

/** The path to which a provider posts its notifications. */
export const notifyPath = (provider: string) => `${API_PREFIX}/payments/notify/${provider.toLowerCase()}`

/**
 * The route for the provider's notifications. It is not for the clients of the API. It has no session, no envelope and
 * no entry in the reference. The signature over the unchanged bytes of the body proves the sender. 204 means that the
 * notification was accepted, now or before. After any other status the provider sends it again.
 * Source: WeChat Pay v3, payment notice
 */
export default async function notifyRoute(app: FastifyInstance) {
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
      const { payments } = app
      if (request.params.provider !== payments.provider.name.toLowerCase()) throw new ApiError('path_unknown')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const notification = { headers: request.headers, body }
      const event = await handleNotification(app.db, { payments, notification, now: app.now() })
      if (event.kind === 'refund' && event.refund.state !== 'SUCCESS') request.log.error({ event }, 'refund is stuck')
      return reply.status(204).send()
    },
  )
}
