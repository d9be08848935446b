import * as stringing from '@paidang/api/areas/stringing'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { deleteRacket } from './delete-racket.ts'
import operatorRoutes from './operator-routes.ts'
import { listRacketRows } from './racket-queries.ts'
import { readMerchant, readReviews } from './read-merchant.ts'
import { readMerchants } from './read-merchants.ts'
import { readRackets } from './read-rackets.ts'
import { createRacket, updateRacket } from './save-racket.ts'
import shopRoutes from './shop-routes.ts'

export default async function stringingRoutes(app: FastifyInstance) {
  serve(app, stringing.listMerchants, ({ query, db, now }) => readMerchants(db, { ...query, now }))
  serve(app, stringing.getMerchant, ({ params: { id: merchantId }, query, db, now }) =>
    readMerchant(db, { ...query, merchantId, now }),
  )
  serve(app, stringing.reviewsOfMerchant, ({ params: { id: merchantId }, query: { current, rows }, user, db, now }) =>
    readReviews(db, { merchantId, current, rows, actorId: user?.id, now }),
  )
  serve(app, stringing.listRackets, ({ user, db, now }) => readRackets(db, { actorId: user.id, now }))
  serve(app, stringing.createRacket, {
    handle: ({ body: form, user, db, now }) => createRacket(db, { form, actorId: user.id, now }),
    stands: async (db, made, { user }) => (await listRacketRows(db, user.id)).some(({ id }) => id === made.id),
  })
  serve(app, stringing.updateRacket, ({ params: { id: racketId }, body: { revision: seen, ...form }, user, db, now }) =>
    updateRacket(db, { racketId, form, seen, actorId: user.id, now }),
  )
  serve(app, stringing.deleteRacket, ({ params: { id: racketId }, query: { revision: seen }, user, db, now }) =>
    deleteRacket(db, { racketId, seen, actorId: user.id, now }),
  )
  await app.register(shopRoutes)
  await app.register(operatorRoutes)
}
