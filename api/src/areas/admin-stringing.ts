import { STRINGING_STATUSES } from '@paidang/domain/areas/stringing/order-status'
import { STRINGING_REFUND_CAUSES } from '@paidang/domain/areas/stringing/refund'
import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Decision, moneyRequest, RequestReason } from '../money-request.ts'
import { ById, Fen, Id, Instant, PageQuery, Person } from '../shapes.ts'
import { StringingStep } from './stringing-orders.ts'

/**
 * A stringing order as operators see it: whose racket lies at which shop, what was paid, and how far it is, without photos.
 * `isRacketLost` says that the racket will not come back from the shop.
 */
export const ManagedStringingOrder = Type.Object({
  id: Id,
  orderNo: Type.String(),
  status: Type.Enum([...STRINGING_STATUSES]),
  racketName: Type.String(),
  owner: Person,
  merchant: Type.Object({ id: Id, name: Type.String() }),
  totalFen: Fen,
  paymentOrderId: Id,
  isInShop: Type.Boolean(),
  isRacketLost: Type.Boolean(),
  responseTime: Instant,
})
export type ManagedStringingOrder = Static<typeof ManagedStringingOrder>

/** The same with what happened to it, and whether a refund waits to be decided. */
export const ManagedStringingOrderDetail = Type.Object({
  ...ManagedStringingOrder.properties,
  steps: Type.Array(Type.Omit(StringingStep, ['photos'])),
  hasWaitingRefund: Type.Boolean(),
})
export type ManagedStringingOrderDetail = Static<typeof ManagedStringingOrderDetail>

/** Stringing orders of all shops, the latest first: of one number, player, shop, status, or by where their racket is. */
export const listManagedStringingOrders = {
  method: 'GET',
  path: '/admin/threading/orders',
  access: 'operator',
  summary: '运营：穿线订单列表',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    orderNo: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
    userId: Type.Optional(Id),
    merchantId: Type.Optional(Id),
    status: Type.Optional(Type.Enum([...STRINGING_STATUSES])),
    isInShop: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ManagedStringingOrder),
  paged: true,
} satisfies Endpoint

export const getManagedStringingOrder = {
  method: 'GET',
  path: '/admin/threading/orders/:id',
  access: 'operator',
  summary: '运营：穿线订单',
  outcome: outcomes.readInformation,
  params: ById,
  data: ManagedStringingOrderDetail,
} satisfies Endpoint

/** The racket of an order that came to nothing will not come back from the shop: from then on nobody waits for it. Repeatable. */
export const loseRacketOfOrder = {
  method: 'POST',
  path: '/admin/threading/orders/lose/:id',
  access: 'operator',
  summary: '登记球拍遗失',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ reason: RequestReason }),
  data: ManagedStringingOrderDetail,
} satisfies Endpoint

/** What one of the staff asks of a begun order: that its player has their money back. */
export const StringingRefund = Type.Object({
  ...moneyRequest,
  cause: Type.Enum([...STRINGING_REFUND_CAUSES]),
  isRacketLost: Type.Boolean(),
  order: ManagedStringingOrder,
})
export type StringingRefund = Static<typeof StringingRefund>

/** Refunds that were asked for, those that wait first, then the latest. */
export const listStringingRefunds = {
  method: 'GET',
  path: '/admin/threading/refunds',
  access: 'operator',
  summary: '穿线退款申请',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum([...REQUEST_STATES])),
    orderNo: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  }),
  data: Type.Array(StringingRefund),
  paged: true,
} satisfies Endpoint

/** Asks that a begun order ends and its money goes back; nothing moves before a second person approves. */
export const askStringingRefund = {
  method: 'POST',
  path: '/admin/threading/refunds/ask/:id',
  access: 'operator',
  summary: '申请穿线退款',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    cause: Type.Enum([...STRINGING_REFUND_CAUSES]),
    reason: RequestReason,
    isRacketLost: Type.Boolean(),
  }),
  data: StringingRefund,
} satisfies Endpoint

/** The verdict of a senior who did not ask themselves: approved, the order ends and all of its money goes back. */
export const decideStringingRefund = {
  method: 'POST',
  path: '/admin/threading/refunds/decide/:id',
  access: 'senior',
  summary: '审批穿线退款',
  outcome: outcomes.operate,
  params: ById,
  body: Decision,
  data: StringingRefund,
} satisfies Endpoint

/** Whoever asked takes it back before it is decided. */
export const withdrawStringingRefund = {
  method: 'POST',
  path: '/admin/threading/refunds/withdraw/:id',
  access: 'operator',
  summary: '撤回穿线退款申请',
  outcome: outcomes.operate,
  params: ById,
  data: StringingRefund,
} satisfies Endpoint
