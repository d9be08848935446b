import { MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import { REFUND_CHOICES, SHOP_STATUSES } from '@paidang/domain/areas/shop/order-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  ById,
  Day,
  Fen,
  freeText,
  Id,
  Instant,
  orNull,
  PageQuery,
  Person,
  Revision,
  seen,
  sortedBy,
} from '../shapes.ts'
import { Order } from './payments.ts'
import { DeliveryAddress } from './stringing-orders.ts'

const StatusName = Type.Enum([...SHOP_STATUSES])

/** A bought item, with its data at the time of purchase. */
export const ShopOrderItem = Type.Object({
  productId: Id,
  name: Type.String(),
  picture: orNull(Type.String()),
  priceFen: Fen,
  quantity: Type.Integer(),
})
export type ShopOrderItem = Static<typeof ShopOrderItem>

/** A shop order in a list. */
export const ShopOrderSummary = Type.Object({
  id: Id,
  orderNo: Type.String(),
  status: StatusName,
  items: Type.Array(ShopOrderItem),
  totalFen: Fen,
  paymentOrderId: Id,
  expiresAt: Instant,
  refundChoice: Type.Enum([...REFUND_CHOICES]),
  createTime: Instant,
})
export type ShopOrderSummary = Static<typeof ShopOrderSummary>

const shopOrderDetails = {
  address: DeliveryAddress,
  note: Type.String(),
  carrier: Type.String(),
  trackingNo: Type.String(),
  paidAt: orNull(Instant),
  sentAt: orNull(Instant),
  receivedAt: orNull(Instant),
  endedAt: orNull(Instant),
  receiveBy: orNull(Instant),
  returnBy: orNull(Instant),
  refundReason: Type.String(),
  refundAnswer: Type.String(),
  order: Order,
}

/**
 * A complete shop order. `receiveBy` is when a sent parcel counts as received. Until `returnBy` its goods can go back.
 */
export const ShopOrder = Type.Object({ ...ShopOrderSummary.properties, ...shopOrderDetails })
export type ShopOrder = Static<typeof ShopOrder>

export const createShopOrder = {
  method: 'POST',
  path: '/shop/orders/create',
  access: 'app',
  once: 'by-key',
  needs: 'shop',
  summary: "Orders the selected items of the cart, or with `items` only these, to one of the caller's addresses",
  description: [
    'Stock is taken at once and held 30 minutes for the payment.',
    'The ordered items leave the cart.',
    '`totalFen` is the total that the buyer saw, and is compared.',
    'When an item is short nothing is ordered, and `data` of the refusal names the lines.',
  ],
  errors: [
    'address_not_found',
    'address_region_missing',
    'cart_nothing_selected',
    'cart_quantity_invalid',
    'product_not_found',
    'revision_outdated',
    'shop_stock_short',
  ],
  outcome: outcomes.createShopOrder,
  body: Type.Object({
    addressId: Id,
    note: Type.Optional(freeText(100)),
    totalFen: Fen,
    prices: Type.Optional(Type.Array(Type.Object({ productId: Id, priceFen: Fen }), { maxItems: 100 })),
    items: Type.Optional(
      Type.Array(
        Type.Object({ productId: Id, quantity: Type.Integer({ minimum: MIN_QUANTITY, maximum: MAX_QUANTITY }) }),
        { minItems: 1, maxItems: 50 },
      ),
    ),
  }),
  data: ShopOrder,
} satisfies Endpoint

/** An item of an order that is short. `left` is the remaining number, null when it is no longer sold. */
export const ShortItem = Type.Object({ productId: Id, name: Type.String(), left: orNull(Type.Integer()) })
export type ShortItem = Static<typeof ShortItem>

/** The tabs of the buyer's own shop orders. */
export const SHOP_TABS = ['all', 'unpaid', 'paid', 'sent', 'received', 'refund'] as const
export type ShopTab = (typeof SHOP_TABS)[number]

export const listShopOrders = {
  method: 'GET',
  path: '/shop/orders',
  access: 'app',
  summary: "The caller's shop orders, latest first",
  outcome: outcomes.listShopOrders,
  query: Type.Object({ ...PageQuery, tab: Type.Optional(Type.Enum([...SHOP_TABS])) }),
  data: Type.Array(ShopOrderSummary),
  paged: true,
} satisfies Endpoint

export const getShopOrder = {
  method: 'GET',
  path: '/shop/orders/:id',
  access: 'app',
  summary: 'One shop order of the caller',
  errors: ['shop_order_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: ShopOrder,
} satisfies Endpoint

export const cancelShopOrder = {
  method: 'POST',
  path: '/shop/orders/cancel/:id',
  access: 'app',
  summary: 'The buyer cancels an order',
  description: [
    'An unpaid order is closed.',
    'A paid order that is not sent is fully refunded.',
    'Its stock returns once.',
  ],
  errors: ['shop_order_not_found', 'shop_order_settled'],
  outcome: outcomes.cancelShopOrder,
  params: ById,
  body: Type.Object({ reason: Type.Optional(freeText(100)) }),
  data: ShopOrder,
} satisfies Endpoint

export const receiveShopOrder = {
  method: 'POST',
  path: '/shop/orders/receive/:id',
  access: 'app',
  summary: 'The buyer confirms that the parcel arrived',
  errors: ['shop_order_not_found', 'shop_order_settled'],
  outcome: outcomes.receiveShopOrder,
  params: ById,
  data: ShopOrder,
} satisfies Endpoint

export const requestShopRefund = {
  method: 'POST',
  path: '/shop/orders/ask-refund/:id',
  access: 'app',
  summary: 'The buyer asks to return goods',
  description: ['An operator decides.'],
  errors: ['shop_order_not_found', 'shop_order_settled', 'shop_reason_missing', 'shop_return_too_late'],
  outcome: outcomes.requestShopRefund,
  params: ById,
  body: Type.Object({ reason: freeText(100) }),
  data: ShopOrder,
} satisfies Endpoint

const shipping = { buyer: Person, contactName: Type.String(), contactPhone: Type.String() }

/** A shop order in the operators' list, with its buyer and its delivery address. */
export const ManagedShopOrderSummary = Type.Object({ ...ShopOrderSummary.properties, ...shipping })
export type ManagedShopOrderSummary = Static<typeof ManagedShopOrderSummary>

/** A complete shop order, as operators see it. */
export const ManagedShopOrder = Type.Object({
  revision: Revision,
  ...ShopOrderSummary.properties,
  ...shopOrderDetails,
  ...shipping,
})
export type ManagedShopOrder = Static<typeof ManagedShopOrder>

export const shopOrdersForOperator = {
  method: 'GET',
  path: '/admin/shop/orders',
  access: 'operator',
  summary: 'All shop orders, the latest first unless `sord` is asc',
  description: [
    '`refundChoice` finds those that wait for a decision.',
    "`keyword` is an order's number or the receiver's whole phone number.",
    '`from` and `to` are days of creation, both included.',
  ],
  outcome: outcomes.listShopOrders,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createTime'),
    status: Type.Optional(StatusName),
    refundChoice: Type.Optional(Type.Enum([...REFUND_CHOICES])),
    keyword: Type.Optional(freeText(40)),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
  }),
  data: Type.Array(ManagedShopOrderSummary),
  paged: true,
} satisfies Endpoint

export const shopOrderForOperator = {
  method: 'GET',
  path: '/admin/shop/orders/:id',
  access: 'operator',
  summary: 'One shop order',
  errors: ['shop_order_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: ManagedShopOrder,
} satisfies Endpoint

export const sendShopOrder = {
  method: 'POST',
  path: '/admin/shop/orders/send/:id',
  access: 'operator',
  summary: 'Sends a paid order with its tracking number',
  errors: ['shop_order_not_found', 'shop_order_settled', 'shop_tracking_missing'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'shop_orders',
  body: Type.Object({ carrier: freeText(20), trackingNo: freeText(40), ...seen }),
  data: ShopOrder,
} satisfies Endpoint

export const cancelUnsentShopOrder = {
  method: 'POST',
  path: '/admin/shop/orders/cancel/:id',
  access: 'operator',
  summary: 'Cancels a paid order that is not sent',
  description: ['All its money goes back, and its units into stock.', 'The buyer reads the reason.', 'Repeatable.'],
  errors: ['money_request_reason_missing', 'shop_order_not_found', 'shop_order_settled'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'shop_orders',
  body: Type.Object({ reason: freeText(100), ...seen }),
  data: ShopOrder,
} satisfies Endpoint

export const decideShopRefund = {
  method: 'POST',
  path: '/admin/shop/orders/decide-refund/:id',
  access: 'operator',
  summary: "The operator's answer to a return request",
  description: ['On approval all the money goes back.', 'With `restocks` the goods go into stock again.'],
  errors: ['shop_order_not_found', 'shop_order_settled'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'shop_orders',
  body: Type.Object({
    agrees: Type.Boolean(),
    answer: Type.Optional(freeText(100)),
    restocks: Type.Optional(Type.Boolean()),
    ...seen,
  }),
  data: ShopOrder,
} satisfies Endpoint
