import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertPolicy } from '../../http/permission-matrix.ts'
import { API_PREFIX } from '../../http/serve.ts'
import { isSignedPush, type PushQuery, pictureVerdictIn } from '../wechat/read-push.ts'
import { hearVerdict } from './decide-content.ts'

const PUSH_PATH = '/wechat/push'

/**
 * Where WeChat brings its notifications, in plain JSON as the mini-program's settings say. Who calls is proven by the signature;
 * the GET is WeChat's question whether the address is ours. A picture's verdict counts once. What is heard but of no interest
 * is answered as heard; a trace that is not known yet makes WeChat come again. Source: WeChat documents, message push
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
    // Only digits: nothing that a browser could take for a page is ever sent back.
    if (typeof echostr !== 'string' || !/^\d{1,64}$/.test(echostr)) throw new ApiError('input_invalid')
    return reply.type('text/plain; charset=utf-8').send(echostr)
  })
  app.post<{ Querystring: PushQuery }>(API_PREFIX + PUSH_PATH, options, async (request, reply) => {
    assertSigned(request)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const heard = pictureVerdictIn(body, app.wechat.appId)
    if (heard) await hearVerdict(app.db, { ...heard, now: app.now(), effects: app.payments.effects })
    return reply.type('text/plain; charset=utf-8').send('success')
  })
}
