import * as shop from '@paidang/api/areas/shop'
import * as shopOrders from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { cancelShopOrder } from './cancel-shop-order.ts'
import { removeCartItems, selectCartItems, updateCart } from './change-cart.ts'
import { createShopOrder } from './create-shop-order.ts'
import { deleteProduct } from './delete-product.ts'
import { listShopOrders } from './list-shop-orders.ts'
import operatorRoutes from './operator-routes.ts'
import { presentProductSummary } from './present-product.ts'
import { readOwnShopOrder } from './present-shop-order.ts'
import { findProduct, listCategoryRows, pageProducts } from './product-queries.ts'
import { readCart } from './read-cart.ts'
import { readProduct } from './read-product.ts'
import { receiveShopOrder } from './receive-shop-order.ts'
import { requestShopRefund } from './request-shop-refund.ts'
import { createProduct, updateProduct } from './save-product.ts'

export default async function shopRoutes(app: FastifyInstance) {
  serveProducts(app)
  serveCart(app)
  serveOrders(app)
  await app.register(operatorRoutes)
}

function serveProducts(app: FastifyInstance) {
  serve(app, shop.listCategories, ({ db }) => listCategoryRows(db))
  serve(app, shop.listProducts, async ({ query, db }) => {
    const { keyword, categoryId, inStock = false, order = 'default', direction, current, rows: size } = query
    if (direction !== undefined && order !== 'price')
      throw new ApiError('input_invalid', { data: { field: 'direction' } })
    const search = { keyword: keyword?.trim(), categoryId, inStock, order, direction: direction ?? 'asc' }
    const { rows, total } = await pageProducts(db, { ...search, current, rows: size })
    return { rows: rows.map(presentProductSummary), total }
  })
  serve(app, shop.getProduct, ({ params, db }) => readProduct(db, params.id))
  serve(app, shop.createProduct, {
    handle: ({ body: form, staff, db, now }) =>
      createProduct(db, { form, actorId: staff.id, store: app.fileStore, now }),
    stands: async (db, { id }) => (await findProduct(db, id)) !== undefined,
  })
  serve(app, shop.updateProduct, ({ params, body: form, staff, db, now }) =>
    updateProduct(db, { productId: params.id, form, actorId: staff.id, store: app.fileStore, now }),
  )
  serve(app, shop.deleteProduct, ({ params, staff, db, now }) =>
    deleteProduct(db, { productId: params.id, actorId: staff.id, now }),
  )
}

function serveCart(app: FastifyInstance) {
  serve(app, shop.getCart, ({ user, db }) => readCart(db, user.id))
  serve(app, shop.updateCart, ({ body, user, db, now }) => updateCart(db, { ...body, actorId: user.id, now }))
  serve(app, shop.selectCartItems, ({ body, user, db }) => selectCartItems(db, { ...body, actorId: user.id }))
  serve(app, shop.removeCartItems, ({ body, user, db }) => removeCartItems(db, { ...body, actorId: user.id }))
}

function serveOrders(app: FastifyInstance) {
  serve(app, shopOrders.createShopOrder, ({ body, user, db, now }) =>
    createShopOrder(db, { ...body, actorId: user.id, now }),
  )
  serve(app, shopOrders.listShopOrders, ({ query, user, db }) => {
    const { tab = 'all', rows: limit } = query
    return listShopOrders(db, { userId: user.id, tab }, { limit, offset: offsetOf(query) })
  })
  serve(app, shopOrders.getShopOrder, ({ params, user, db }) =>
    readOwnShopOrder(db, { orderId: params.id, actorId: user.id }),
  )
  serve(app, shopOrders.cancelShopOrder, ({ params, body, user, db, now }) =>
    cancelShopOrder(db, { orderId: params.id, actorId: user.id, ...body, now, effects: app.payments.effects }),
  )
  serve(app, shopOrders.receiveShopOrder, ({ params, user, db, now }) =>
    receiveShopOrder(db, { orderId: params.id, actorId: user.id, now }),
  )
  serve(app, shopOrders.requestShopRefund, ({ params, body, user, db, now }) =>
    requestShopRefund(db, { orderId: params.id, actorId: user.id, ...body, now }),
  )
}
