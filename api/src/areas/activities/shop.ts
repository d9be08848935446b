import { CART_STATES, MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/activities/shop/cart'
import { MAX_PICTURES, PRODUCT_SORTS } from '@paidang/domain/areas/activities/shop/product'
import { MAX_STOCK } from '@paidang/domain/areas/activities/shop/stock'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, orNull, PageQuery, Revision, seen } from '../../shapes.ts'

/** A category of the shop, in display order. `productCount` counts published products. */
export const Category = Type.Object({ id: Id, name: Type.String(), productCount: Type.Integer() })
export type Category = Static<typeof Category>

export const listCategories = {
  method: 'GET',
  path: '/categories',
  access: 'open',
  needs: 'shop',
  summary: 'The categories of products',
  errors: ['product_not_found'],
  outcome: outcomes.listProducts,
  data: Type.Array(Category),
} satisfies Endpoint

/**
 * A product in a list. `originalFen` is its price without its promotion, null without one. `picture` is a file path.
 * `stock` is in units, never below 0. `sales` are paid units.
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

/** A complete product. `isPublished` is false only in the operators' view. */
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

export const listProducts = {
  method: 'GET',
  path: '/products',
  access: 'open',
  mayLag: true,
  needs: 'shop',
  summary: 'Published products',
  description: ['`order` is the sort order.', '`direction` goes with the price only, by default cheapest first.'],
  errors: ['product_not_found'],
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
  summary: 'One published product',
  errors: ['product_not_found'],
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

/** The fields of a new product that an operator enters. An id in the body is ignored. */
export const ProductForm = Type.Object({ ...productFields, stock: Stock })
export type ProductForm = Static<typeof ProductForm>

/**
 * The changed fields of an existing product. Its stock is sent only when the operator means to change that. `revision`
 * is the one that the operator read. Without it, as the specification has it, the change overwrites those of others.
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
  once: 'by-body',
  summary: 'Creates a product',
  errors: ['category_not_found', 'file_not_found', 'product_name_missing', 'product_price_invalid'],
  outcome: outcomes.create,
  body: ProductForm,
  data: Product,
} satisfies Endpoint

export const updateProduct = {
  method: 'PUT',
  path: '/products/:id',
  access: 'operator',
  summary: 'Changes a product',
  errors: [
    'category_not_found',
    'file_not_found',
    'product_name_missing',
    'product_not_found',
    'product_price_invalid',
  ],
  outcome: outcomes.update,
  params: ById,
  decidesOn: 'products',
  body: ProductChange,
  data: Product,
} satisfies Endpoint

export const deleteProduct = {
  method: 'DELETE',
  path: '/products/:id',
  access: 'operator',
  summary: 'Removes a product from the shop',
  description: ['Orders keep what they bought.', 'Carts show it as removed.', 'Repeating it changes nothing.'],
  errors: ['product_not_found'],
  outcome: outcomes.deleteProduct,
  params: ById,
  decidesOn: 'products',
  query: Type.Object(seen),
  data: Type.Null(),
} satisfies Endpoint

/** A line of a cart as it is today. `seenPriceFen` is the price when the line was last added or its price agreed to. */
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

/** The caller's cart, the latest first. `totalFen` and `units` count the lines that are selected and can be ordered. */
export const Cart = Type.Object({ items: Type.Array(CartItem), totalFen: Fen, units: Type.Integer() })
export type Cart = Static<typeof Cart>

export const getCart = {
  method: 'GET',
  path: '/cart',
  access: 'app',
  needs: 'shop',
  summary: "The caller's cart",
  outcome: outcomes.readCart,
  data: Cart,
} satisfies Endpoint

const Quantity = Type.Integer({ minimum: MIN_QUANTITY, maximum: MAX_QUANTITY })

/** Source: specification §7 "Other" */
export const updateCart = {
  method: 'POST',
  path: '/cart/update',
  access: 'app',
  needs: 'shop',
  summary: 'Puts units of a product into the cart, selected, or changes their number',
  description: [
    'With `adds` they are added to the present number.',
    '`priceFen` is the price on screen: another one refuses, and the same one is agreed to.',
    'Without it a line keeps the price that was agreed to before.',
  ],
  errors: ['cart_quantity_invalid', 'cart_too_full', 'product_not_found', 'revision_outdated'],
  outcome: outcomes.updateCart,
  body: Type.Object({
    productId: Id,
    quantity: Quantity,
    adds: Type.Optional(Type.Boolean()),
    priceFen: Type.Optional(Fen),
  }),
  data: Cart,
} satisfies Endpoint

const ProductIds = Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })

export const selectCartItems = {
  method: 'POST',
  path: '/cart/select',
  access: 'app',
  needs: 'shop',
  summary: 'Selects or deselects lines for ordering',
  description: ['Products that are not in the cart are ignored.'],
  outcome: outcomes.updateCart,
  body: Type.Object({ productIds: ProductIds, isSelected: Type.Boolean() }),
  data: Cart,
} satisfies Endpoint

export const removeCartItems = {
  method: 'POST',
  path: '/cart/remove',
  access: 'app',
  needs: 'shop',
  summary: 'Removes lines from the cart',
  outcome: outcomes.removeFromCart,
  body: Type.Object({ productIds: ProductIds }),
  data: Cart,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The products of the shop, and the caller's cart.",
  fields: {
    items: 'The lines of the cart, the latest first.',
    'Cart.totalFen': 'The price of the lines that are selected and can be ordered, in fen.',
    'Cart.units': 'How many units these lines have.',
    productId: 'The id of the product.',
    'CartItem.name': 'The name of the product.',
    subtitle: "The line below the product's name; may be empty.",
    priceFen: 'The price of one unit today, in fen.',
    seenPriceFen: 'The price when the line was last added or agreed to, in fen.',
    originalFen: 'The price without the promotion, in fen; null when there is none.',
    isSelected: 'Whether the line is selected for ordering.',
    state:
      'The state of the line: OK, PRICE_CHANGED since it was added, SHORT fewer units left, SOLD_OUT, or REMOVED from sale.',
    'Category.id': 'The id of the category.',
    'Category.name': 'The name of the category.',
    productCount: 'How many published products the category has.',
    id: 'The id of the product.',
    name: 'The name of the product.',
    categoryId: "The id of the product's category.",
    'listProducts.categoryId': 'The id of the category whose products are wanted.',
    categoryName: "The name of the product's category.",
    description: "What the product is, in the shop's words; may be empty.",
    picture: "The product's first picture: its path below /aaapi/files/, null without one.",
    pictures: "The paths of the product's pictures below /aaapi/files/, the main one first.",
    isPublished: 'Whether the product is on the shelf; only operators see others.',
    'listProducts.keyword': "A part of the product's name.",
    order: 'The order of the list: default, by sales, by price, or promotion first.',
    direction: 'The direction of an order by price: asc the cheapest first, desc the dearest.',
    inStock: 'Whether only products with units left are wanted.',
    quantity: 'How many units the line has.',
    'updateCart.quantity': 'How many units the line has afterwards, or how many are added.',
    adds: 'Whether the units are added to those in the cart.',
    productIds: 'The ids of the products whose lines are meant.',
    createTime: 'When the product was created.',
    Cart: 'The products that the caller means to buy.',
    CartItem: 'A line of a cart as it is today.',
    Category: 'A category of products.',
    Product: 'A complete product.',
    ProductChange: 'The changed facts of a product; the stock only if it is meant to change.',
    ProductForm: 'What an operator enters of a new product.',
    ProductSummary: 'A product in a list.',
  },
}
