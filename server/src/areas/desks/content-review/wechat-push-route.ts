import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import { isSignedPush, type PushQuery, pictureVerdictIn } from '../../ground/wechat/read-push.ts'
import { applyVerdict } from './decide-content.ts'

const PUSH_PATH = '/wechat/push'

/**
 * Receives WeChat's notifications, in plain JSON as configured in the mini-program's settings. The signature proves
 * that WeChat calls. WeChat sends the GET to verify the address. A verdict on a picture counts once. Other
 * notifications are acknowledged. An unknown trace is refused, so that WeChat sends it again.
 * Source: WeChat documents, message push
 */
export default async function wechatPushRoute(app: FastifyInstance) {
  for (const method of ['GET', 'POST'] as const) assertPolicy(app.permissionMatrix, method, PUSH_PATH, 'open')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const
  const assertSigned = (request: FastifyRequest<{ Querystring: PushQuery }>) => {
    if (!isSignedPush(request.query, { token: app.wechat.pushToken, now: app.now() })) {
      throw new ApiError('notification_unsigned')
    }
  }

  app.get<{ Querystring: PushQuery }>(API_PREFIX + PUSH_PATH, options, async (request, reply) => {
    assertSigned(request)
    const { echostr } = request.query
    // Digits only: the answer must never contain anything that a browser could read as a page.
    if (typeof echostr !== 'string' || !/^\d{1,64}$/.test(echostr)) throw new ApiError('input_invalid')
    return reply.type('text/plain; charset=utf-8').send(echostr)
  })
  app.post<{ Querystring: PushQuery }>(API_PREFIX + PUSH_PATH, options, async (request, reply) => {
    assertSigned(request)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const heard = pictureVerdictIn(body, app.wechat.appId)
    if (heard) await applyVerdict(app.db, { ...heard, now: app.now(), effects: app.payments.effects })
    return reply.type('text/plain; charset=utf-8').send('success')
  })
}
