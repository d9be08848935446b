import { CART_STATES, MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import { MAX_PICTURES, PRODUCT_SORTS } from '@paidang/domain/areas/shop/product'
import { MAX_STOCK } from '@paidang/domain/areas/shop/stock'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, orNull, PageQuery, Revision } from '../shapes.ts'

/** A category of the shop, in the order in which they stand; `productCount` counts what is published. */
export const Category = Type.Object({ id: Id, name: Type.String(), productCount: Type.Integer() })
export type Category = Static<typeof Category>

export const listCategories = {
  method: 'GET',
  path: '/categories',
  access: 'open',
  needs: 'shop',
  summary: '商品分类',
  outcome: outcomes.listProducts,
  data: Type.Array(Category),
} satisfies Endpoint

/**
 * A product in a list. `originalFen` is what it costs without its promotion, null without one; `picture` is a file path;
 * `stock` in units, never below 0; `sales` are units that were paid for.
 */
export const ProductSummary = Type.Object({
  id: Id,
  categoryId: Id,
  name: Type.String(),
  subtitle: Type.String(),
  picture: orNull(Type.String()),
  priceFen: Fen,
  originalFen: orNull(Fen),
  stock: Type.Integer(),
  sales: Type.Integer(),
})
export type ProductSummary = Static<typeof ProductSummary>

/** A product whole; `isPublished` is false only for operators to see. */
export const Product = Type.Object({
  ...ProductSummary.properties,
  categoryName: Type.String(),
  description: Type.String(),
  pictures: Type.Array(Type.String()),
  isPublished: Type.Boolean(),
  revision: Revision,
  createTime: Instant,
})
export type Product = Static<typeof Product>

/** Published products. `order` is how they are sorted; `direction` counts for the price alone, cheapest first without it. */
export const listProducts = {
  method: 'GET',
  path: '/products',
  access: 'open',
  needs: 'shop',
  summary: '商品列表',
  outcome: outcomes.listProducts,
  query: Type.Object({
    ...PageQuery,
    keyword: Type.Optional(freeText(40)),
    categoryId: Type.Optional(Id),
    order: Type.Optional(Type.Enum([...PRODUCT_SORTS])),
    direction: Type.Optional(Type.Enum(['asc', 'desc'])),
    inStock: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ProductSummary),
  paged: true,
} satisfies Endpoint

export const getProduct = {
  method: 'GET',
  path: '/products/:id',
  access: 'open',
  needs: 'shop',
  summary: '商品详情',
  outcome: outcomes.readDetail,
  params: ById,
  data: Product,
} satisfies Endpoint

const Stock = Type.Integer({ minimum: 0, maximum: MAX_STOCK })

const productFields = {
  categoryId: Id,
  name: freeText(60),
  subtitle: Type.Optional(freeText(60)),
  description: Type.Optional(freeText(2000)),
  pictures: Type.Optional(Type.Array(freeText(200), { maxItems: MAX_PICTURES, uniqueItems: true })),
  priceFen: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  originalFen: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 10_000_000 }))),
  isPublished: Type.Optional(Type.Boolean()),
}

/** What an operator says of a new product. An id in the body means nothing. */
export const ProductForm = Type.Object({ ...productFields, stock: Stock })
export type ProductForm = Static<typeof ProductForm>

/**
 * What an operator says of a product that is there; how much of it lies there only where he means to change that. Without the
 * `revision` that he saw, as the specification has it, it is said whatever others said meanwhile.
 */
export const ProductChange = Type.Object({
  ...productFields,
  revision: Type.Optional(Revision),
  stock: Type.Optional(Stock),
})
export type ProductChange = Static<typeof ProductChange>

export const createProduct = {
  method: 'POST',
  path: '/products',
  access: 'operator',
  summary: '新增商品',
  outcome: outcomes.create,
  body: ProductForm,
  data: Product,
} satisfies Endpoint

export const updateProduct = {
  method: 'PUT',
  path: '/products/:id',
  access: 'operator',
  summary: '修改商品',
  outcome: outcomes.update,
  params: ById,
  body: ProductChange,
  data: Product,
} satisfies Endpoint

/** Takes a product out of the shop; orders keep what they bought, carts show it as removed. Repeating changes nothing. */
export const deleteProduct = {
  method: 'DELETE',
  path: '/products/:id',
  access: 'operator',
  summary: '删除商品',
  outcome: outcomes.deleteProduct,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** A line of a cart as it stands today; `seenPriceFen` is the price when it was last put there or agreed to. */
export const CartItem = Type.Object({
  productId: Id,
  name: Type.String(),
  subtitle: Type.String(),
  picture: orNull(Type.String()),
  priceFen: Fen,
  seenPriceFen: Fen,
  originalFen: orNull(Fen),
  stock: Type.Integer(),
  quantity: Type.Integer(),
  isSelected: Type.Boolean(),
  state: Type.Enum([...CART_STATES]),
})
export type CartItem = Static<typeof CartItem>

/** The caller's cart, latest first; `totalFen` and `units` are those of what is selected and can be ordered. */
export const Cart = Type.Object({ items: Type.Array(CartItem), totalFen: Fen, units: Type.Integer() })
export type Cart = Static<typeof Cart>

export const getCart = {
  method: 'GET',
  path: '/cart',
  access: 'app',
  needs: 'shop',
  summary: '购物车',
  outcome: outcomes.readCart,
  data: Cart,
} satisfies Endpoint

const Quantity = Type.Integer({ minimum: MIN_QUANTITY, maximum: MAX_QUANTITY })

/**
 * Puts a product into the cart with so many units, selected, or changes how many there are; with `adds` they come on top of
 * what is there. The price of today counts as seen. Source: specification §7 "Other"
 */
export const updateCart = {
  method: 'POST',
  path: '/cart/update',
  access: 'app',
  needs: 'shop',
  summary: '修改购物车',
  outcome: outcomes.updateCart,
  body: Type.Object({ productId: Id, quantity: Quantity, adds: Type.Optional(Type.Boolean()) }),
  data: Cart,
} satisfies Endpoint

const ProductIds = Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })

/** The item-select call: these lines are to be ordered, or not. What is not in the cart is passed over. */
export const selectCartItems = {
  method: 'POST',
  path: '/cart/select',
  access: 'app',
  needs: 'shop',
  summary: '选择购物车商品',
  outcome: outcomes.updateCart,
  body: Type.Object({ productIds: ProductIds, isSelected: Type.Boolean() }),
  data: Cart,
} satisfies Endpoint

/** Takes lines out of the cart. */
export const removeCartItems = {
  method: 'POST',
  path: '/cart/remove',
  access: 'app',
  needs: 'shop',
  summary: '移出购物车',
  outcome: outcomes.removeFromCart,
  body: Type.Object({ productIds: ProductIds }),
  data: Cart,
} satisfies Endpoint
