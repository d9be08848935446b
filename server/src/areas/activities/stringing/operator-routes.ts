import * as merchants from '@paidang/api/areas/admin-merchants'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { readServices, readShop, readShops } from './read-shop.ts'
import { createShop, publishShop, updateShop } from './save-shop.ts'

/** The routes with which operators manage the shops. */
export default async function operatorRoutes(app: FastifyInstance) {
  serve(app, merchants.queryMerchants, ({ query, db, now }) => readShops(db, { ...query, now }))
  serve(app, merchants.getMerchantFile, async ({ params: { id }, db }) => ({
    shop: await readShop(db, id),
    services: await readServices(db, id),
  }))
  serve(app, merchants.createMerchant, ({ body: facts, staff, db, now }) =>
    createShop(db, { facts, actorId: staff.id, now }),
  )
  serve(app, merchants.updateMerchant, ({ params: { id: merchantId }, body: change, staff, db, now }) =>
    updateShop(db, { merchantId, change, actorId: staff.id, now }),
  )
  serve(app, merchants.publishMerchant, ({ params: { id: merchantId }, body: { isPublished }, staff, db, now }) =>
    publishShop(db, { merchantId, isPublished, actorId: staff.id, now }),
  )
}
