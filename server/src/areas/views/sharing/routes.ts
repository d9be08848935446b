import * as sharing from '@paidang/api/areas/sharing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { renderPng } from '../../../drawing/render-png.ts'
import { accountOf } from '../../../http/account-of.ts'
import { isKnown } from '../../../http/if-none-match.ts'
import { originOf } from '../../../http/origin.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX, serve } from '../../../http/serve.ts'
import { hasUnstorableText } from '../../../http/validation.ts'
import type { WechatClient } from '../../ground/wechat/wechat-client.ts'
import { createCodes } from './make-codes.ts'
import { openShare } from './open-share.ts'
import { type PlannedPicture, planSharePicture } from './plan-share-picture.ts'
import { presentShare } from './present-share.ts'
import { renewShare } from './renew-share.ts'
import { sharePage } from './share-page.ts'

/** Long enough for a chat that shows the picture twice, short enough to show a seat that was just taken. */
const CACHING_SECONDS = 60
const KEPT_BYTES = 33_554_432

type Settings = {
  /** The client of WeChat; undefined when the mini-program is not connected. */
  wechat: WechatClient | undefined
  /** The web address of the product, if configured. Otherwise links use the address that the caller reached. */
  publicUrl: string | undefined
}

/** A picture to draw, and the account that requests it. */
type AskedPicture = { picture: PlannedPicture; account: string }

export default async function sharingRoutes(app: FastifyInstance, { wechat, publicUrl }: Settings) {
  const ballTokenOf = app.ballShareTokens.of
  serve(app, sharing.sharePage, async ({ body: page, user, db, now, request }) =>
    presentShare(await sharePage(db, { page, actorId: user.id, now, origin: originOf(request) }), ballTokenOf),
  )
  serve(app, sharing.renewShare, async ({ body, user, db }) => {
    await renewShare(db, { ...body, actorId: user.id })
    return null
  })
  serve(app, sharing.openShare, async ({ params: { shareId }, user, db, now, request }) =>
    presentShare(await openShare(db, { shareId, actorId: user?.id, now, origin: originOf(request) }), ballTokenOf),
  )

  const codes = createCodes({ wechat, onFault: (error) => app.log.warn({ err: error }, 'code of the mini-program') })
  const kept = new LRUCache<string, Buffer, AskedPicture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
    // Requests for a picture that is being drawn wait for the same drawing.
    fetchMethod: async (_etag, _stale, { context: { picture, account } }) => renderPng(await picture.draw(), account),
  })
  // Without a configured address the code leads to the address that this caller reached, so no shared cache may store
  // it.
  const caching = `${publicUrl === undefined ? 'private' : 'public'}, max-age=${CACHING_SECONDS}`
  const addressOf = (request: FastifyRequest) => publicUrl ?? originOf(request)

  assertPolicy(app.permissionMatrix, 'GET', '/share/{shareId}/{picture}', 'open')
  app.get<{ Params: { shareId: string; picture: string } }>(
    `${API_PREFIX}/share/:shareId/:picture`,
    {
      config: { errors: ['share_not_found'] },
      schema: {
        operationId: 'readSharePicture',
        summary: 'A picture of a shared page',
        description: '`picture.png` is 5:4, `code.png` is to be scanned, and `poster.png` is the poster of a card.',
        tags: ['sharing'],
        produces: ['image/png'],
      },
    },
    async (request, reply) => {
      const { shareId, picture } = request.params
      const id = hasUnstorableText(request.params) ? '' : shareId
      // The short id alone opens its pictures: an image element sends no token.
      const shared = await openShare(app.db, {
        shareId: id,
        actorId: undefined,
        now: app.now(),
        origin: originOf(request),
      })
      const tools = { store: app.fileStore, codes, webAddress: addressOf(request) }
      const planned = await planSharePicture(shared, picture, tools)
      reply.header('cache-control', caching).header('etag', planned.etag)
      // The mini-program and a web app on another origin also show these pictures.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      if (isKnown(request.headers['if-none-match'], planned.etag)) return reply.status(304).send()
      const account = accountOf(request)
      return reply
        .type('image/png')
        .send(await kept.forceFetch(planned.etag, { context: { picture: planned, account } }))
    },
  )
}
