import { MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/activities/shop/cart'
import { REFUND_CHOICES, SHOP_STATUSES } from '@paidang/domain/areas/activities/shop/order-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
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
} from '../../shapes.ts'
import { StaffAuditEvent } from '../ground/admin-audit.ts'
import { Order } from '../money/payments.ts'
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
  isCorrected: Type.Optional(Type.Literal(true)),
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
  auditEvents: Type.Array(StaffAuditEvent),
})
export type ManagedShopOrder = Static<typeof ManagedShopOrder>

export const shopOrdersForOperator = {
  method: 'GET',
  path: '/admin/shop/orders',
  access: 'operator',
  mayLag: true,
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
  errors: ['shop_order_not_found', 'shop_order_settled', 'shop_tracking_invalid', 'shop_tracking_missing'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'shop_orders',
  body: Type.Object({ carrier: freeText(20), trackingNo: freeText(40), ...seen }),
  data: ShopOrder,
} satisfies Endpoint

export const correctShopParcel = {
  method: 'POST',
  path: '/admin/shop/orders/correct-parcel/:id',
  access: 'operator',
  summary: 'Corrects carrier and tracking number of a parcel that is on its way',
  description: ['The buyer is told the new ones.', 'The earlier ones stay in the audit log.', 'Repeatable.'],
  errors: ['shop_order_not_found', 'shop_order_settled', 'shop_tracking_invalid', 'shop_tracking_missing'],
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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Orders of products: ordering, cancelling, receiving and returning for buyers, and sending and refunding for operators.',
  fields: {
    id: 'The id of the shop order.',
    status:
      'The status of the order: UNPAID waits for money, PAID for the parcel, SENT on its way, RECEIVED, CLOSED unpaid, REFUNDED.',
    'ShopOrderSummary.items': 'What was bought.',
    'ShopOrder.items': 'What was bought.',
    'ManagedShopOrder.items': 'What was bought.',
    'ManagedShopOrderSummary.items': 'What was bought.',
    'createShopOrder.items': 'What to order in place of the selected lines of the cart.',
    'ShopOrderItem.productId': 'The id of the product.',
    productId: 'The id of the product.',
    'ShopOrderItem.name': 'The name of the product when it was bought.',
    'ShopOrderItem.priceFen': 'The price of one unit when it was bought, in fen.',
    'prices.priceFen': 'The price of one unit that the buyer saw, in fen.',
    expiresAt: 'Until when it can be paid.',
    isCorrected:
      'True when its payment had been entered at the front desk by mistake, so that no money went back; else left out.',
    refundChoice: 'The request to return goods: NONE, ASKED by the buyer, AGREED or DENIED by an operator.',
    'shopOrdersForOperator.refundChoice': 'Orders whose request to return is NONE, ASKED, AGREED or DENIED.',
    address: 'Where the parcel goes.',
    note: 'What the buyer writes to the shop; may be empty.',
    carrier: 'The name of the carrier; empty before the parcel is sent.',
    trackingNo: "The carrier's tracking number; empty before the parcel is sent.",
    paidAt: 'When it was paid; null before that.',
    sentAt: 'When the parcel was sent; null before that.',
    receivedAt: 'When the parcel was received; null before that.',
    endedAt: 'When the order was closed or refunded; null when it was not.',
    receiveBy: 'When a sent parcel counts as received; null before it is sent.',
    returnBy: 'Until when the goods can go back; null before they are received.',
    refundReason: 'Why the buyer wants to return the goods; empty without a request.',
    refundAnswer: 'What the operator answered; empty before an answer.',
    order: 'The payment order, with its refunds.',
    auditEvents: 'What the staff did about it, the latest first.',
    buyer: 'The user who bought it.',
    contactName: 'The name of who receives the parcel.',
    contactPhone: 'The phone number of who receives the parcel.',
    addressId: "The id of the caller's address to which the parcel goes.",
    'createShopOrder.totalFen': 'The total that the buyer saw, in fen; it is compared.',
    prices: 'The prices that the buyer saw; they are compared.',
    'items.quantity': 'How many units to order.',
    tab: 'Which orders: all, unpaid, paid, sent, received, or refund asked for.',
    reason: 'Why, for the other side to read.',
    'shopOrdersForOperator.keyword': "An order's number, or the receiver's whole phone number.",
    'shopOrdersForOperator.from': 'The first day of creation, included.',
    'shopOrdersForOperator.to': 'The last day of creation, included.',
    agrees: 'Whether the goods may go back and the money returns.',
    answer: 'What the buyer is told.',
    restocks: 'Whether the goods go into stock again.',
    createTime: 'When the order was made.',
    'ShopOrderItem.quantity': 'How many units were bought.',
    'ShopOrderItem.picture': 'The picture of the product: its path below /aaapi/files/, null without one.',
    ManagedShopOrder: 'A complete order of products, as operators see it.',
    ManagedShopOrderSummary: "An order of products in the operators' list.",
    ShopOrder: 'A complete order of products, as its buyer sees it.',
    ShopOrderItem: 'A product as it was when it was bought.',
    ShopOrderSummary: "An order of products in the buyer's list.",
  },
}
