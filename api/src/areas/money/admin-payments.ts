import { TRIAL_STATES, TRIAL_TRAIL } from '@paidang/domain/areas/activities/trial-lessons/trial'
import {
  ORDER_KINDS,
  ORDER_METHODS,
  ORDER_STATES,
  PAYMENT_STATES,
  REFUND_STATES,
} from '@paidang/domain/areas/money/payments/order'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, Fen, Id, Instant, orNull, PageQuery, Person } from '../../shapes.ts'
import { Order, PAY_CHANNELS, Refund } from './payments.ts'

/** An order in the list of all orders. */
export const ManagedOrder = Type.Object({
  id: Id,
  kind: Type.Enum([...ORDER_KINDS]),
  title: Type.String(),
  payer: Person,
  amountFen: Fen,
  refundedFen: Fen,
  refundingFen: Fen,
  isCorrected: Type.Optional(Type.Literal(true)),
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
  mayLag: true,
  summary: 'All orders, the latest first',
  description: [
    "`keyword` is an order's number, a payment's number, or the payer's id, phone or nickname.",
    '`amount` is in yuan.',
    '`from` and `until` are days of Shanghai, both included.',
    '`trialState` finds the orders of trial lessons that stand so.',
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
    trialState: Type.Optional(Type.Enum([...TRIAL_STATES])),
    from: Type.Optional(Day),
    until: Type.Optional(Day),
  }),
  data: Type.Array(ManagedOrder),
  paged: true,
} satisfies Endpoint

/** One attempt to pay. `outTradeNo` is our number of it, `transactionId` the provider's number. */
export const PaymentAttempt = Type.Object({
  id: Id,
  provider: Type.Enum(['CARD', 'WECHAT', 'SIMULATOR', 'OFFLINE']),
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

/** The trial lesson that an order pays, with its trail. What its two sides wrote to each other is not shown. */
const PaidTrial = Type.Object({
  state: Type.Enum([...TRIAL_STATES]),
  coach: Type.Object({ id: Id, nickname: Type.String() }),
  company: Type.Object({ id: Id, name: Type.String() }),
  minutes: Type.Integer(),
  wishes: Type.Array(Type.Object({ date: Day, beginTimeSlot: BeginTimeSlot, stadiumName: Type.String() })),
  expiresAt: orNull(Instant),
  invitationId: orNull(Id),
  events: Type.Array(
    Type.Object({ id: Id, step: Type.Enum([...TRIAL_TRAIL]), actorName: orNull(Type.String()), at: Instant }),
  ),
})

/**
 * An order with its payment attempts. `refundProblems` names the refunds whose last attempt failed. `trial` is null for
 * what is no trial lesson.
 */
export const ManagedOrderDetail = Type.Object({
  order: Order,
  refundingFen: Fen,
  payer: Person,
  payments: Type.Array(PaymentAttempt),
  refundProblems: Type.Array(Type.Object({ id: Id, problem: Type.String() })),
  trial: orNull(PaidTrial),
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
  mayLag: true,
  summary: 'All refunds: STUCK ones first, then what waits at the front desk, then the latest',
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

const TRIAL_STATE_MEANING =
  'How the trial lesson stands: UNPAID, PAID and waiting for the coach, CONFIRMED as a class, or how it ended: CLOSED unpaid, REFUSED by the coach, WITHDRAWN by the player, EXPIRED without an answer, CANCELLED, or CANCELLED_LATE by the player for half of the price.'

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'All payment orders, the attempts to pay them and their refunds, with what the payment provider knows of them.',
  fields: {
    'ManagedOrder.id': 'The id of the payment order.',
    'ManagedOrderDetail.order': 'The order with its lines.',
    'getManagedOrder.id': 'The id of the payment order.',
    'askProviderOfOrder.id': 'The id of the payment order.',
    kind: "What the order buys: BALL_PUBLISH a new game, BALL_SEAT a seat, BALL_SWAP the seat of another, CARD_TOP_UP a card's top-up, STRINGING a stringing job, SHOP a parcel, TRIAL a trial lesson, COURSE a package of lesson hours.",
    state: 'The state of the order: UNPAID waits for money, PAID received exactly its amount, CLOSED accepts none.',
    paidTime: 'When it was paid; null before that.',
    title: 'What the order buys, in words.',
    refundingFen:
      'Of the refunded amount, what has not arrived yet, in fen: it is on its way, stuck, or waits at the front desk.',
    isCorrected:
      'True when its payment had been entered at the front desk by mistake, so that no money went back; else left out.',
    payments: 'The attempts to pay the order.',
    refundProblems: 'The refunds whose last attempt failed.',
    'refundProblems.id': 'The id of the refund.',
    'refundProblems.problem': 'Why the last attempt failed, in words.',
    trial: 'The trial lesson that the order pays; null for other kinds.',
    'trial.state': TRIAL_STATE_MEANING,
    'queryOrders.trialState': TRIAL_STATE_MEANING,
    coach: 'The coach who is asked.',
    'coach.id': 'The user id of the coach.',
    company: 'The company that offers it.',
    'company.id': 'The id of the company.',
    'company.name': 'The name of the company.',
    minutes: 'How long it takes.',
    wishes: 'The hours that the player wishes for.',
    date: 'The day, in Shanghai.',
    stadiumName: 'The name of the venue.',
    'trial.expiresAt': 'Until when the coach answers; null before it is paid.',
    invitationId: 'The id of the class, once the coach confirmed it; else null.',
    events: 'Its trail, from the first step on.',
    'events.id': 'The id of the entry.',
    step: 'What happened: MADE it was asked for, CHANGE to other hours or words, PAY, CLOSE unpaid, ACCEPT or REFUSE by the coach, WITHDRAW by the player, EXPIRE without an answer, CANCEL with all money back, or CANCEL_LATE with half.',
    actorName: 'Who did it; null for the clock or the payment.',
    at: 'When it happened.',
    refund: 'The refund itself.',
    outRefundNo: 'Our number of the refund, as the provider knows it.',
    'PaymentAttempt.id': 'The id of the attempt to pay.',
    'PaymentAttempt.state':
      'The state of the attempt: PENDING waits for the provider, SETTLED paid the order, SURPLUS pays nothing and goes back, CLOSED and FAILED brought no money.',
    'PaymentAttempt.cardId': 'The id of the stored card that paid; null for another way.',
    'PaymentAttempt.channel':
      'How WeChat Pay was opened: JSAPI in WeChat, H5 from a browser, NATIVE by a code; null for another way.',
    receivedFen: 'How much money came in, in fen; null before any did.',
    settledTime: "When the provider's news settled it; null before that.",
    'ProviderStatus.provider': 'The provider that was asked.',
    'ProviderStatus.payments': "The order's payments as the provider knows them now.",
    'payments.id': 'The id of the attempt to pay.',
    theirs: 'What the provider states, in its own terms; null when it cannot be asked.',
    'theirs.state': 'The state at the provider, in its own word.',
    'theirs.amountFen': 'The amount at the provider, in fen; null when it states none.',
    agrees: 'Whether our own record agrees with it.',
    'ProviderStatus.refunds': "The order's refunds as the provider knows them now.",
    'refunds.id': 'The id of the refund.',
    'queryOrders.keyword': "An order's or payment's number, or the payer's id, phone or nickname.",
    'queryOrders.userId': 'The id of the user whose orders are wanted.',
    amount: 'The exact amount of the order in yuan, with at most two decimals.',
    'queryRefunds.state':
      'The state of the refund: WAITING to be requested, PROCESSING at the provider, DONE, or STUCK until an operator acts.',
    'retryRefund.id': 'The id of the refund.',
    'ManagedOrder.createTime': 'When the order was made.',
    'PaymentAttempt.createTime': 'When the payment was begun.',
    attempts: 'How many times the provider was asked to refund it.',
    ManagedOrder: 'A payment order in the list of all orders.',
    ManagedOrderDetail: 'A payment order with every attempt to pay it.',
    ManagedRefund: 'A refund in the list of all refunds.',
    PaymentAttempt: 'One attempt to pay an order.',
    ProviderStatus: "What the provider states now of an order's payments and refunds.",
  },
}
