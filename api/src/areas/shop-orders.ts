import { MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import { REFUND_WISHES, SHOP_STATUSES } from '@paidang/domain/areas/shop/order-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Day, Fen, freeText, Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'
import { Order } from './payments.ts'
import { DeliveryAddress } from './stringing-orders.ts'

const StatusName = Type.Enum([...SHOP_STATUSES])

/** What was bought, as it was then. */
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
  refundWish: Type.Enum([...REFUND_WISHES]),
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

/** A shop order whole; `receiveBy` is when a sent parcel counts as received, `returnBy` until when its goods can go back. */
export const ShopOrder = Type.Object({ ...ShopOrderSummary.properties, ...shopOrderDetails })
export type ShopOrder = Static<typeof ShopOrder>

/**
 * Orders what is selected in the cart, or with `items` just these, to one of the caller's addresses. Stock is taken at once
 * and kept 30 minutes for the payment; what was in the cart leaves it. `totalFen` is what the buyer saw, and is compared.
 * When something is short nothing is ordered, and `data` of the refusal names the lines.
 */
export const createShopOrder = {
  method: 'POST',
  path: '/shop/orders/create',
  access: 'app',
  needs: 'shop',
  summary: '提交商城订单',
  outcome: outcomes.createShopOrder,
  body: Type.Object({
    addressId: Id,
    note: Type.Optional(freeText(100)),
    totalFen: Fen,
    items: Type.Optional(
      Type.Array(
        Type.Object({ productId: Id, quantity: Type.Integer({ minimum: MIN_QUANTITY, maximum: MAX_QUANTITY }) }),
        { minItems: 1, maxItems: 50 },
      ),
    ),
  }),
  data: ShopOrder,
} satisfies Endpoint

/** What of an order cannot be had: how many are left of it, null when it is sold no more. */
export const ShortItem = Type.Object({ productId: Id, name: Type.String(), left: orNull(Type.Integer()) })
export type ShortItem = Static<typeof ShortItem>

/** Tabs of my shop orders. */
export const SHOP_TABS = ['all', 'unpaid', 'paid', 'sent', 'received', 'refund'] as const
export type ShopTab = (typeof SHOP_TABS)[number]

/** The caller's shop orders, latest first. */
export const listShopOrders = {
  method: 'GET',
  path: '/shop/orders',
  access: 'app',
  summary: '我的商城订单',
  outcome: outcomes.listShopOrders,
  query: Type.Object({ ...PageQuery, tab: Type.Optional(Type.Enum([...SHOP_TABS])) }),
  data: Type.Array(ShopOrderSummary),
  paged: true,
} satisfies Endpoint

export const getShopOrder = {
  method: 'GET',
  path: '/shop/orders/:id',
  access: 'app',
  summary: '商城订单详情',
  outcome: outcomes.readDetail,
  params: ById,
  data: ShopOrder,
} satisfies Endpoint

/** The buyer gives an order up: unpaid it is closed, paid and not sent it is refunded whole; its stock returns once. */
export const cancelShopOrder = {
  method: 'POST',
  path: '/shop/orders/cancel/:id',
  access: 'app',
  summary: '取消商城订单',
  outcome: outcomes.cancelShopOrder,
  params: ById,
  body: Type.Object({ reason: Type.Optional(freeText(100)) }),
  data: ShopOrder,
} satisfies Endpoint

export const receiveShopOrder = {
  method: 'POST',
  path: '/shop/orders/receive/:id',
  access: 'app',
  summary: '确认收货',
  outcome: outcomes.receiveShopOrder,
  params: ById,
  data: ShopOrder,
} satisfies Endpoint

/** The buyer wishes to send goods back; an operator decides. */
export const askShopRefund = {
  method: 'POST',
  path: '/shop/orders/ask-refund/:id',
  access: 'app',
  summary: '申请退款',
  outcome: outcomes.askShopRefund,
  params: ById,
  body: Type.Object({ reason: freeText(100) }),
  data: ShopOrder,
} satisfies Endpoint

const shipping = { buyer: Person, contactName: Type.String(), contactPhone: Type.String() }

/** A shop order in the list of operators, with who bought it and to whom it goes. */
export const ManagedShopOrderSummary = Type.Object({ ...ShopOrderSummary.properties, ...shipping })
export type ManagedShopOrderSummary = Static<typeof ManagedShopOrderSummary>

/** A shop order whole, as operators see it. */
export const ManagedShopOrder = Type.Object({
  ...ShopOrderSummary.properties,
  ...shopOrderDetails,
  ...shipping,
})
export type ManagedShopOrder = Static<typeof ManagedShopOrder>

/**
 * All shop orders, latest first unless `sord` says asc; `refundWish` finds those that wait for a decision. `keyword` is an
 * order's number or the phone of who receives it, whole; `from` and `to` are days on which it was made, both included.
 */
export const shopOrdersForOperator = {
  method: 'GET',
  path: '/admin/shop/orders',
  access: 'operator',
  summary: '商城订单管理',
  outcome: outcomes.listShopOrders,
  query: Type.Object({
    ...PageQuery,
    status: Type.Optional(StatusName),
    refundWish: Type.Optional(Type.Enum([...REFUND_WISHES])),
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
  summary: '运营：商城订单详情',
  outcome: outcomes.readDetail,
  params: ById,
  data: ManagedShopOrder,
} satisfies Endpoint

export const sendShopOrder = {
  method: 'POST',
  path: '/admin/shop/orders/send/:id',
  access: 'operator',
  summary: '发货',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ carrier: freeText(20), trackingNo: freeText(40) }),
  data: ShopOrder,
} satisfies Endpoint

/** The operator's answer to a wish: agreed, the money goes back whole, and the goods into stock where `restocks`. */
export const decideShopRefund = {
  method: 'POST',
  path: '/admin/shop/orders/decide-refund/:id',
  access: 'operator',
  summary: '处理退款申请',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    agrees: Type.Boolean(),
    answer: Type.Optional(freeText(100)),
    restocks: Type.Optional(Type.Boolean()),
  }),
  data: ShopOrder,
} satisfies Endpoint
