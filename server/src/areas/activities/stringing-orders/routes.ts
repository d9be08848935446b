import * as stringing from '@paidang/api/areas/stringing-orders'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { serveReviewed } from '../../ground/content/serve-reviewed.ts'
import { cancelStringingOrder } from './cancel-stringing-order.ts'
import { createStringingOrder } from './create-stringing-order.ts'
import merchantRoutes from './merchant-routes.ts'
import stringingOperatorRoutes from './operator-routes.ts'
import photoRoutes from './photo-routes.ts'
import { rateStringingOrder } from './rate-stringing-order.ts'
import { listOrdersOfUser, readOwnOrder } from './read-stringing-orders.ts'

export default async function stringingOrdersRoutes(app: FastifyInstance) {
  const { fileLinks: links } = app

  serve(app, stringing.createStringingOrder, async ({ body: form, user: { id: actorId }, db, now }) => {
    const orderId = await createStringingOrder(db, {
      form,
      features: app.features,
      actorId,
      now,
      effects: app.payments.effects,
    })
    return readOwnOrder(db, { orderId, actorId, links, now })
  })
  serve(app, stringing.getStringingOrder, ({ params: { id: orderId }, user: { id: actorId }, db, now }) =>
    readOwnOrder(db, { orderId, actorId, links, now }),
  )
  serve(app, stringing.stringingOrdersOfUser, ({ params: { userId }, query, user: { id: actorId }, db }) => {
    const { current, rows, responseStatus: tab, racketId, sord = 'desc' } = query
    return listOrdersOfUser(db, { userId, actorId, tab, racketId, sord, current, rows })
  })
  serve(
    app,
    stringing.cancelStringingOrder,
    async ({ params: { id: orderId }, body, user: { id: actorId }, db, now }) => {
      await cancelStringingOrder(db, { orderId, actorId, reason: body.reason, now, effects: app.payments.effects })
      return readOwnOrder(db, { orderId, actorId, links, now })
    },
  )
  serveReviewed(
    app,
    stringing.rateStringingOrder,
    { kind: 'review', words: ({ body: { text } }) => ({ text }), about: ({ params }) => params.id },
    async ({ params: { id: orderId }, body: { stars }, user: { id: actorId }, db, now }, say) => {
      await say((tx, { text = '' }) => rateStringingOrder(tx, { orderId, actorId, stars, text, now }))
      return readOwnOrder(db, { orderId, actorId, links, now })
    },
  )
  await app.register(merchantRoutes)
  await app.register(photoRoutes)
  await app.register(stringingOperatorRoutes)
}
