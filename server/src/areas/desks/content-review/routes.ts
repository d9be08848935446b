import * as calls from '@paidang/api/areas/admin-content'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { decideContent } from './decide-content.ts'
import { pageContent } from './queries.ts'
import { presentContent, readContent } from './read-content.ts'
import wechatPushRoute from './wechat-push-route.ts'

export default async function contentReviewRoutes(app: FastifyInstance) {
  serve(app, calls.listContent, async ({ query, db, now }) => {
    const { rows, total } = await pageContent(db, { ...query, now })
    return { rows: rows.map(presentContent), total }
  })
  serve(app, calls.getContent, ({ params, db }) => readContent(db, params.id))
  serve(app, calls.decideContent, ({ params, body, staff, db, now }) =>
    decideContent(db, { ...body, id: params.id, actorId: staff.id, now, effects: app.payments.effects }),
  )
  await app.register(wechatPushRoute)
}
