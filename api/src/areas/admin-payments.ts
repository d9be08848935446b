import {
  ORDER_KINDS,
  ORDER_METHODS,
  ORDER_STATES,
  PAYMENT_STATES,
  REFUND_STATES,
} from '@paidang/domain/areas/payments/order'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Day, Fen, Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'
import { Order, PAY_CHANNELS, Refund } from './payments.ts'

/** An order in the list of all orders. */
export const ManagedOrder = Type.Object({
  id: Id,
  kind: Type.Enum([...ORDER_KINDS]),
  title: Type.String(),
  payer: Person,
  amountFen: Fen,
  refundedFen: Fen,
  state: Type.Enum([...ORDER_STATES]),
  method: orNull(Type.Enum([...ORDER_METHODS])),
  createTime: Instant,
  paidTime: orNull(Instant),
})
export type ManagedOrder = Static<typeof ManagedOrder>

export const queryOrders = {
  method: 'GET',
  path: '/admin/orders',
  access: 'operator',
  summary: 'All orders, the latest first',
  description: [
    "`keyword` is an order's number, a payment's number, or the payer's id, phone or nickname.",
    '`amount` is in yuan.',
    '`from` and `until` are days of Shanghai, both included.',
  ],
  errors: ['order_amount_invalid'],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    userId: Type.Optional(Id),
    kind: Type.Optional(Type.Enum([...ORDER_KINDS])),
    state: Type.Optional(Type.Enum([...ORDER_STATES])),
    method: Type.Optional(Type.Enum([...ORDER_METHODS])),
    amount: Type.Optional(Type.String({ maxLength: 12 })),
    from: Type.Optional(Day),
    until: Type.Optional(Day),
  }),
  data: Type.Array(ManagedOrder),
  paged: true,
} satisfies Endpoint

/** One attempt to pay. `outTradeNo` is our number of it, `transactionId` the provider's number. */
export const PaymentAttempt = Type.Object({
  id: Id,
  provider: Type.Enum(['CARD', 'WECHAT', 'SIMULATOR']),
  outTradeNo: Type.String(),
  transactionId: orNull(Type.String()),
  cardId: orNull(Id),
  channel: orNull(Type.Enum([...PAY_CHANNELS])),
  amountFen: Fen,
  receivedFen: orNull(Fen),
  state: Type.Enum([...PAYMENT_STATES]),
  createTime: Instant,
  settledTime: orNull(Instant),
})
export type PaymentAttempt = Static<typeof PaymentAttempt>

/** An order with its payment attempts. `refundProblems` names the refunds whose last attempt failed. */
export const ManagedOrderDetail = Type.Object({
  order: Order,
  payer: Person,
  payments: Type.Array(PaymentAttempt),
  refundProblems: Type.Array(Type.Object({ id: Id, problem: Type.String() })),
})
export type ManagedOrderDetail = Static<typeof ManagedOrderDetail>

export const getManagedOrder = {
  method: 'GET',
  path: '/admin/orders/:id',
  access: 'operator',
  summary: 'One order',
  errors: ['order_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ManagedOrderDetail,
} satisfies Endpoint

/** What a provider states, in its own terms. It is null when this provider cannot be asked. */
const ProviderWord = orNull(
  Type.Object({
    state: Type.String(),
    amountFen: orNull(Fen),
    transactionId: orNull(Type.String()),
    agrees: Type.Boolean(),
  }),
)

/** What the provider states at this moment of an order's payments and of their refunds. */
export const ProviderStatus = Type.Object({
  provider: Type.String(),
  payments: Type.Array(Type.Object({ id: Id, theirs: ProviderWord })),
  refunds: Type.Array(Type.Object({ id: Id, theirs: ProviderWord })),
})
export type ProviderStatus = Static<typeof ProviderStatus>

export const askProviderOfOrder = {
  method: 'GET',
  path: '/admin/orders/:id/provider',
  access: 'operator',
  summary: 'Asks the provider',
  description: ['Our own data does not change.'],
  errors: ['order_not_found', 'payment_unavailable'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ProviderStatus,
} satisfies Endpoint

/**
 * A refund in the list of all refunds. The provider's own state (`theirs`) is not requested here. `problem` states why
 * the last attempt failed, null when none failed since the last success.
 */
export const ManagedRefund = Type.Object({
  refund: Refund,
  outRefundNo: Type.String(),
  attempts: Type.Integer(),
  problem: orNull(Type.String()),
  nextTryTime: orNull(Instant),
  orderId: Id,
  orderTitle: Type.String(),
  payer: Person,
})
export type ManagedRefund = Static<typeof ManagedRefund>

export const queryRefunds = {
  method: 'GET',
  path: '/admin/refunds',
  access: 'operator',
  summary: 'All refunds: STUCK ones first, then the latest',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, state: Type.Optional(Type.Enum([...REFUND_STATES])) }),
  data: Type.Array(ManagedRefund),
  paged: true,
} satisfies Endpoint

export const retryRefund = {
  method: 'POST',
  path: '/admin/refunds/retry/:id',
  access: 'operator',
  summary: 'Requests a STUCK refund again under its own number, so that the money goes back only once',
  errors: ['refund_not_found', 'refund_done'],
  outcome: outcomes.operate,
  params: ById,
  data: ManagedRefund,
} satisfies Endpoint
