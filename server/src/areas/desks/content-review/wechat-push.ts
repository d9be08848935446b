import { ApiError } from '@paidang/api/catalogue/errors'
import { type ContentVerdict, labelName } from '@paidang/domain/areas/ground/content/content'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { lockObject } from '../../ground/content/submissions.ts'
import { isSignedPush, type PushQuery, pictureVerdictIn } from '../../ground/wechat/read-push.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { lockContent, settleContent } from './settle-content.ts'

const PUSH_PATH = '/wechat/push'

/**
 * Applies WeChat's verdict on a picture, found by its trace. A submission that WeChat or an operator has already
 * decided stays as it is. An undecided verdict goes to operators.
 *
 * @throws ApiError content_not_found (nothing waits under this trace)
 */
async function applyVerdict(
  db: Database,
  { traceId, verdict, ...at }: { traceId: string; verdict: ContentVerdict; now: Date; effects: OrderEffects },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(contentSubmissions).where(eq(contentSubmissions.traceId, traceId))
    if (!found) throw new ApiError('content_not_found')
    await lockObject(tx, found.kind, found.objectId)
    const locked = await lockContent(tx, found.id)
    if (locked?.state !== 'WAITING') return
    if (verdict.verdict === 'undecided') {
      // WeChat sends no further verdict on it.
      await tx.update(contentSubmissions).set({ traceId: null }).where(eq(contentSubmissions.id, locked.id))
      return
    }
    const isApproved = verdict.verdict === 'passed'
    const reason = isApproved ? '' : `微信检测到${labelName('label' in verdict ? verdict.label : 0)}`
    await settleContent(tx, locked, { isApproved, reason, ...at })
  })
}

/**
 * Receives WeChat's notifications, in plain JSON as configured in the mini-program's settings. The signature proves
 * that WeChat calls. WeChat sends the GET to verify the address. A verdict on a picture counts once. Other
 * notifications are acknowledged. An unknown trace is refused, so that WeChat sends it again.
 * Source: WeChat documents, message push
 */
export default async function wechatPush(app: FastifyInstance) {
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
