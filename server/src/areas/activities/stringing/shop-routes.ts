import * as shop from '@paidang/api/areas/merchant-shop'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { acceptUploads } from '../../../http/upload.ts'
import { readServices, readShop } from './read-shop.ts'
import { createService, updateService } from './save-service.ts'
import { publishShop, updateShop } from './save-shop.ts'
import { shopOf } from './shop-of.ts'
import { uploadShopPicture } from './upload-shop-picture.ts'

/** The routes with which the staff of a shop manage it. */
export default async function shopRoutes(app: FastifyInstance) {
  await acceptUploads(app)
  const places = { store: app.fileStore, links: app.fileLinks }

  serve(app, shop.ownShop, ({ staff, db }) => readShop(db, shopOf(staff)))
  serve(app, shop.updateOwnShop, ({ body: change, staff, db, now }) =>
    updateShop(db, { merchantId: shopOf(staff), change, actorId: staff.id, now }),
  )
  serve(app, shop.publishOwnShop, ({ body: { isPublished }, staff, db, now }) =>
    publishShop(db, { merchantId: shopOf(staff), isPublished, actorId: staff.id, now }),
  )
  serve(app, shop.uploadOwnShopPicture, ({ file, staff, db, now }) =>
    uploadShopPicture(db, places, { file, merchantId: shopOf(staff), actorId: staff.id, now }),
  )
  serve(app, shop.servicesOfMerchant, ({ staff, db }) => readServices(db, shopOf(staff)))
  serve(app, shop.createService, ({ body: service, staff, db, now }) =>
    createService(db, { merchantId: shopOf(staff), service, actorId: staff.id, now }),
  )
  serve(app, shop.updateService, ({ params: { id: serviceId }, body: change, staff, db, now }) =>
    updateService(db, { merchantId: shopOf(staff), serviceId, change, actorId: staff.id, now }),
  )
}
