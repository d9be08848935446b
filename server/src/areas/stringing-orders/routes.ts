import * as stringing from '@paidang/api/areas/stringing-orders'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { serveWithWords } from '../content/serve-with-words.ts'
import { cancelStringingOrder } from './cancel-stringing-order.ts'
import { createStringingOrder } from './create-stringing-order.ts'
import merchantRoutes from './merchant-routes.ts'
import stringingOperatorRoutes from './operator-routes.ts'
import photoRoutes from './photo-routes.ts'
import { rateStringingOrder } from './rate-stringing-order.ts'
import { listOrdersOfUser, readOwnOrder } from './read-stringing-orders.ts'

export default async function stringingOrdersRoutes(app: FastifyInstance) {
  const { fileLinks: links } = app

  serve(app, stringing.createStringingOrder, async ({ body: form, user: { id: by }, db, now }) => {
    const orderId = await createStringingOrder(db, {
      form,
      features: app.features,
      by,
      now,
      effects: app.payments.effects,
    })
    return readOwnOrder(db, { orderId, by, links, now })
  })
  serve(app, stringing.getStringingOrder, ({ params: { id: orderId }, user: { id: by }, db, now }) =>
    readOwnOrder(db, { orderId, by, links, now }),
  )
  serve(app, stringing.stringingOrdersOfUser, ({ params: { userId }, query, user: { id: by }, db }) => {
    const { current, rows, responseStatus: tab, racketId } = query
    return listOrdersOfUser(db, { userId, by, tab, racketId, current, rows })
  })
  serve(app, stringing.cancelStringingOrder, async ({ params: { id: orderId }, body, user: { id: by }, db, now }) => {
    await cancelStringingOrder(db, { orderId, by, reason: body.reason, now, effects: app.payments.effects })
    return readOwnOrder(db, { orderId, by, links, now })
  })
  serveWithWords(
    app,
    stringing.rateStringingOrder,
    { kind: 'review', words: ({ body: { text } }) => ({ text }), about: ({ params }) => params.id },
    async ({ params: { id: orderId }, body: { stars }, user: { id: by }, db, now }, say) => {
      await say((tx, { text = '' }) => rateStringingOrder(tx, { orderId, by, stars, text, now }))
      return readOwnOrder(db, { orderId, by, links, now })
    },
  )
  await app.register(merchantRoutes)
  await app.register(photoRoutes)
  await app.register(stringingOperatorRoutes)
}
