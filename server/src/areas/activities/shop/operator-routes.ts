import * as managed from '@paidang/api/areas/admin-products'
import * as shopOrders from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { cancelUnsentOrder } from './cancel-shop-order.ts'
import { listManagedCategories } from './category-queries.ts'
import { decideShopRefund } from './decide-shop-refund.ts'
import { deleteCategory } from './delete-category.ts'
import { pageManagedProducts } from './managed-product-queries.ts'
import { moveProductStock } from './move-product-stock.ts'
import { orderCategories } from './order-categories.ts'
import { presentProduct } from './present-product.ts'
import { findProduct } from './product-queries.ts'
import { readManagedShopOrder, readManagedShopOrders } from './read-managed-shop-orders.ts'
import { readStockMoves } from './read-stock-moves.ts'
import { createCategory, renameCategory } from './save-category.ts'
import { sendShopOrder } from './send-shop-order.ts'
import { shelveProduct } from './shelve-product.ts'

export default async function operatorRoutes(app: FastifyInstance) {
  serveProducts(app)
  serveCategories(app)
  serveOrders(app)
}

function serveProducts(app: FastifyInstance) {
  serve(app, managed.productsForOperator, async ({ query, db }) => {
    const {
      keyword,
      categoryId,
      isPublished,
      stockLevel,
      sort = 'createTime',
      sord = 'desc',
      current,
      rows: size,
    } = query
    const search = { keyword: keyword?.trim(), categoryId, isPublished, stockLevel, sort, sord }
    const { rows, total } = await pageManagedProducts(db, { ...search, current, rows: size })
    return { rows: rows.map(presentProduct), total }
  })
  serve(app, managed.productForOperator, async ({ params, db }) => {
    const product = await findProduct(db, params.id)
    if (!product) throw new ApiError('product_not_found')
    return presentProduct(product)
  })
  serve(app, managed.shelveProduct, ({ params, body, staff, db, now }) =>
    shelveProduct(db, { productId: params.id, ...body, actorId: staff.id, now }),
  )
  serve(app, managed.moveProductStock, ({ params, body, staff, db, now }) =>
    moveProductStock(db, { productId: params.id, ...body, actorId: staff.id, now }),
  )
  serve(app, managed.movesOfProduct, ({ params, query: { current, rows }, db }) =>
    readStockMoves(db, { productId: params.id, current, rows }),
  )
}

function serveCategories(app: FastifyInstance) {
  serve(app, managed.categoriesForOperator, ({ db }) => listManagedCategories(db))
  serve(app, managed.createCategory, ({ body, staff, db, now }) =>
    createCategory(db, { ...body, actorId: staff.id, now }),
  )
  serve(app, managed.renameCategory, ({ params, body: { name, revision: seen }, staff, db, now }) =>
    renameCategory(db, { categoryId: params.id, name, seen, actorId: staff.id, now }),
  )
  serve(app, managed.orderCategories, ({ body, staff, db, now }) =>
    orderCategories(db, { ...body, actorId: staff.id, now }),
  )
  serve(app, managed.deleteCategory, ({ params, query: { revision: seen }, staff, db, now }) =>
    deleteCategory(db, { categoryId: params.id, seen, actorId: staff.id, now }),
  )
}

function serveOrders(app: FastifyInstance) {
  serve(app, shopOrders.shopOrdersForOperator, ({ query, db }) => readManagedShopOrders(db, query))
  serve(app, shopOrders.shopOrderForOperator, ({ params, db }) => readManagedShopOrder(db, params.id))
  serve(app, shopOrders.sendShopOrder, ({ params, body, staff, db, now }) =>
    sendShopOrder(db, { orderId: params.id, ...body, actorId: staff.id, now }),
  )
  serve(app, shopOrders.cancelUnsentShopOrder, ({ params, body, staff, db, now }) =>
    cancelUnsentOrder(db, { orderId: params.id, reason: body.reason, actorId: staff.id, now }),
  )
  serve(app, shopOrders.decideShopRefund, ({ params, body, staff, db, now }) =>
    decideShopRefund(db, { orderId: params.id, ...body, actorId: staff.id, now }),
  )
}
