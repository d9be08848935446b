import { STOCK_MOVES } from '@paidang/domain/areas/activities/shop/stock'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Revision, seen, sortedBy } from '../../shapes.ts'
import { Product } from './shop.ts'

/** How operators can sort products. */
export const MANAGED_PRODUCT_SORTS = ['createTime', 'stock', 'sales', 'price'] as const
export type ManagedProductSort = (typeof MANAGED_PRODUCT_SORTS)[number]

/** The stock levels to search for: nothing left, or few units. */
export const STOCK_LEVELS = ['none', 'few'] as const
export type StockLevel = (typeof STOCK_LEVELS)[number]

export const productsForOperator = {
  method: 'GET',
  path: '/admin/products',
  access: 'operator',
  summary: 'All products that are not deleted, on the shelf or not, the latest first by default',
  outcome: outcomes.listProducts,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy(...MANAGED_PRODUCT_SORTS),
    keyword: Type.Optional(freeText(40)),
    categoryId: Type.Optional(Id),
    isPublished: Type.Optional(Type.Boolean()),
    stockLevel: Type.Optional(Type.Enum([...STOCK_LEVELS])),
  }),
  data: Type.Array(Product),
  paged: true,
} satisfies Endpoint

export const productForOperator = {
  method: 'GET',
  path: '/admin/products/:id',
  access: 'operator',
  summary: 'One product, on the shelf or not',
  errors: ['product_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: Product,
} satisfies Endpoint

export const shelveProduct = {
  method: 'POST',
  path: '/admin/products/shelf/:id',
  access: 'operator',
  summary: 'Puts a product on the shelf, or takes it off',
  description: ['Repeating it changes nothing.'],
  errors: ['product_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'products',
  body: Type.Object({ isPublished: Type.Boolean(), ...seen }),
  data: Product,
} satisfies Endpoint

export const moveProductStock = {
  method: 'POST',
  path: '/admin/products/stock/:id',
  access: 'operator',
  once: 'by-key',
  summary: 'Books a delivery or the result of a count',
  description: ['`units` are negative only for missing units.'],
  errors: ['product_move_invalid', 'product_not_found', 'product_stock_too_high', 'product_stock_too_low'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'products',
  body: Type.Object({
    kind: Type.Enum(['DELIVERY', 'ADJUST']),
    units: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    reason: freeText(100),
    ...seen,
  }),
  data: Product,
} satisfies Endpoint

/**
 * A movement of a product's stock. `shopOrderId` is the order that caused it, or null. `staffName` is who moved it by
 * hand, null when nobody is recorded.
 */
export const StockMovement = Type.Object({
  seq: Type.Integer(),
  kind: Type.Enum([...STOCK_MOVES]),
  units: Type.Integer(),
  unitsAfter: Type.Integer(),
  shopOrderId: orNull(Id),
  shopOrderNo: orNull(Type.String()),
  staffName: orNull(Type.String()),
  reason: Type.String(),
  createTime: Instant,
})
export type StockMovement = Static<typeof StockMovement>

export const movesOfProduct = {
  method: 'GET',
  path: '/admin/products/stock/:id',
  access: 'operator',
  summary: "The movements of a product's stock, latest first",
  errors: ['product_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  query: Type.Object(PageQuery),
  data: Type.Array(StockMovement),
  paged: true,
} satisfies Endpoint

/** A category as operators see it. `productCount` counts products that are not deleted, on the shelf or not. */
export const ManagedCategory = Type.Object({
  id: Id,
  name: Type.String(),
  productCount: Type.Integer(),
  revision: Revision,
})
export type ManagedCategory = Static<typeof ManagedCategory>

export const categoriesForOperator = {
  method: 'GET',
  path: '/admin/categories',
  access: 'operator',
  summary: 'All categories in their order',
  outcome: outcomes.listProducts,
  data: Type.Array(ManagedCategory),
} satisfies Endpoint

const CategoryForm = Type.Object({ name: freeText(12) })

export const createCategory = {
  method: 'POST',
  path: '/admin/categories',
  access: 'operator',
  summary: 'Creates a category',
  description: ['It is placed last.'],
  errors: ['category_name_missing', 'category_name_taken'],
  outcome: outcomes.create,
  body: CategoryForm,
  data: Type.Array(ManagedCategory),
} satisfies Endpoint

export const renameCategory = {
  method: 'PUT',
  path: '/admin/categories/:id',
  access: 'operator',
  summary: 'Renames a category',
  errors: ['category_name_missing', 'category_name_taken', 'category_not_found', 'revision_outdated'],
  outcome: outcomes.update,
  params: ById,
  body: Type.Object({ ...CategoryForm.properties, ...seen }),
  data: Type.Array(ManagedCategory),
} satisfies Endpoint

export const orderCategories = {
  method: 'POST',
  path: '/admin/categories/order',
  access: 'operator',
  summary: 'Orders the categories',
  description: ['The body names every category exactly once, in the new order.'],
  errors: ['categories_changed'],
  outcome: outcomes.operate,
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
  data: Type.Array(ManagedCategory),
} satisfies Endpoint

export const deleteCategory = {
  method: 'DELETE',
  path: '/admin/categories/:id',
  access: 'operator',
  summary: 'Deletes a category that never had a product',
  errors: ['category_in_use', 'category_not_found', 'revision_outdated'],
  outcome: outcomes.deleteProduct,
  params: ById,
  query: Type.Object(seen),
  data: Type.Array(ManagedCategory),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The products of the shop with their stock, and their categories, as operators maintain them.',
  fields: {
    'ManagedCategory.id': 'The id of the category.',
    'renameCategory.id': 'The id of the category.',
    'deleteCategory.id': 'The id of the category.',
    name: 'The name of the category.',
    productCount: 'How many products the category has, whether published or not.',
    seq: "The position of the movement in the product's history, counted from 1.",
    kind: 'The cause of the movement: DELIVERY new units, SALE an order took them, RETURN an order brought them back, ADJUST a count.',
    'StockMovement.units': 'How many units moved; negative ones left.',
    'moveProductStock.kind': 'The cause of the movement: DELIVERY of new units, or ADJUST after a count.',
    'moveProductStock.units': 'How many units are added; negative only for missing units after a count.',
    unitsAfter: 'How many units were in stock after the movement.',
    shopOrderId: 'The id of the shop order that caused it; null without one.',
    shopOrderNo: 'The number of the shop order that caused it; null without one.',
    reason: 'Why the stock was moved by hand; may be empty.',
    categoryId: 'The id of the category whose products are wanted.',
    stockLevel: 'Which products: none with nothing left, few with few units.',
    id: 'The id of the product.',
    ids: 'The ids of all categories, in their new order.',
    'productsForOperator.keyword': "A part of the product's name.",
    isPublished: 'Whether the product is on the shelf, so that players see it.',
    'StockMovement.createTime': 'When the stock moved.',
    ManagedCategory: 'A category of products, as operators see it.',
    StockMovement: "A movement of a product's stock.",
  },
}
