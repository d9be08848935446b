import {
  ORDER_KINDS,
  ORDER_METHODS,
  ORDER_STATES,
  PAY_METHODS,
  RECORDED_TARGETS,
  REFUND_STATES,
} from '@paidang/domain/areas/money/payments/order'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, Id, Instant, orNull, PageQuery } from '../../shapes.ts'

/**
 * A refund. `target` CARD is immediate. SOURCE goes back to where the money came from. OFFLINE waits at the front desk,
 * where staff give it back.
 */
export const Refund = Type.Object({
  id: Id,
  amountFen: Fen,
  reason: Type.String(),
  target: Type.Enum([...RECORDED_TARGETS]),
  state: Type.Enum([...REFUND_STATES]),
  createTime: Instant,
  doneTime: orNull(Instant),
})
export type Refund = Static<typeof Refund>

/** What an order buys, for its link. */
export const OrderObject = Type.Object({
  kind: Type.Enum(['ball', 'card', 'stringing', 'shop', 'trial', 'package']),
  id: Id,
  contractId: Type.Optional(Id),
})

/**
 * An order to be paid, in fen, with its items. `method` is null until it is paid. `refundedFen` is the part of its
 * amount that went back or is on its way. Money that paid nothing appears only among the refunds. `object` is what it
 * buys, for its link. `isEnteredAtDesk` is only there while money from the front desk waits for a second person, and
 * `wasEnteredAtDesk` where such money did not count.
 * Source: decision "Hours and money", Payments
 */
export const Order = Type.Object({
  id: Id,
  kind: Type.Enum([...ORDER_KINDS]),
  object: OrderObject,
  title: Type.String(),
  lines: Type.Array(Type.Object({ label: Type.String(), quantity: Type.Integer(), unitFen: Fen, amountFen: Fen })),
  amountFen: Fen,
  state: Type.Enum([...ORDER_STATES]),
  method: orNull(Type.Enum([...ORDER_METHODS])),
  expiresAt: Instant,
  paidAt: orNull(Instant),
  closedAt: orNull(Instant),
  isEnteredAtDesk: Type.Optional(Type.Boolean()),
  wasEnteredAtDesk: Type.Optional(Type.Boolean()),
  refundedFen: Fen,
  refunds: Type.Array(Refund),
  createTime: Instant,
})
export type Order = Static<typeof Order>

/** How WeChat Pay is opened: in the mini-program, by leaving the browser, or by a code to scan. */
export const PAY_CHANNELS = ['JSAPI', 'H5', 'NATIVE'] as const
export type PayChannel = (typeof PAY_CHANNELS)[number]

/**
 * The data with which the payer's device continues. `jsapi` is passed to requestPayment unchanged. `h5` is an address
 * to open. `native` is an address to show as a code. `simulator` names the payment on the simulator's own page.
 */
export const PaymentStep = Type.Union([
  Type.Object({
    kind: Type.Literal('jsapi'),
    timeStamp: Type.String(),
    nonceStr: Type.String(),
    package: Type.String(),
    signType: Type.Literal('RSA'),
    paySign: Type.String(),
  }),
  Type.Object({ kind: Type.Literal('h5'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('native'), codeUrl: Type.String() }),
  Type.Object({ kind: Type.Literal('simulator'), outTradeNo: Type.String() }),
])
export type PaymentStep = Static<typeof PaymentStep>

/** `cardId` names the card that pays. `channel` states how WeChat Pay is opened. */
const payBody = {
  method: Type.Enum([...PAY_METHODS]),
  cardId: Type.Optional(Id),
  channel: Type.Optional(Type.Enum([...PAY_CHANNELS])),
}

/** The order after the attempt. With WeChat Pay it includes the payer's next step. */
export const Paying = Type.Object({ order: Order, step: orNull(PaymentStep) })
export type Paying = Static<typeof Paying>

const payCall = {
  method: 'POST',
  access: 'app',
  guardsItself: true,
  outcome: outcomes.pay,
  body: Type.Object({ orderId: Id, ...payBody }),
  data: Paying,
} as const

/** Source: specification §7 "Balls" */
export const payOrder = {
  ...payCall,
  path: '/orders/pay',
  summary: 'The caller pays an order',
  description: [
    'A card pays at once, WeChat Pay through `step`.',
    "The amount is the order's.",
    'While a payment is open, paying again answers that payment.',
    'Paying a paid order again in the same way answers the order.',
    'The two paths of games pay no other orders.',
  ],
  errors: [
    'ball_payments_off',
    'trial_lessons_off',
    'packages_off',
    'card_balance_too_low',
    'card_not_found',
    'cards_off',
    'order_closed',
    'order_kind_without_card',
    'order_not_found',
    'order_paid',
    'payment_channel_missing',
    'payment_unavailable',
    'payment_without_wechat',
    'shop_off',
    'stringing_payments_off',
    'wechat_pay_off',
  ],
} satisfies Endpoint
export const payBall = {
  ...payCall,
  path: '/invitationball/pay',
  summary: 'Pays the order of a game',
  errors: ['order_not_found', 'order_paid', 'payment_channel_missing', 'wechat_pay_off'],
} satisfies Endpoint
export const payBallOrder = {
  ...payCall,
  path: '/ball-payment/pay',
  summary: 'Pays the order of a game, under the path of payments',
  errors: ['order_not_found', 'order_paid', 'payment_channel_missing', 'wechat_pay_off'],
} satisfies Endpoint

export const getOrder = {
  method: 'GET',
  path: '/orders/:id',
  access: 'app',
  summary: 'One order of the caller',
  errors: ['order_not_found'],
  outcome: outcomes.readOrder,
  params: ById,
  data: Order,
} satisfies Endpoint

const byTradeNo = Type.Object({ outTradeNo: Type.String({ pattern: '^[0-9A-Za-z_-]{6,32}$' }) })

export const getOrderByTradeNo = {
  method: 'GET',
  path: '/orders/by-trade-no/:outTradeNo',
  access: 'app',
  summary: "The caller's order by the number of a payment",
  description: ["WeChat's order centre knows it under that number."],
  errors: ['order_not_found'],
  outcome: outcomes.readOrder,
  params: byTradeNo,
  data: Order,
} satisfies Endpoint

export const ordersOfCaller = {
  method: 'GET',
  path: '/orders/mine',
  access: 'app',
  summary: "The caller's orders, the latest first",
  outcome: outcomes.readOrder,
  query: Type.Object({ ...PageQuery, state: Type.Optional(Type.Enum([...ORDER_STATES])) }),
  data: Type.Array(Order),
  paged: true,
} satisfies Endpoint

export const checkOrder = {
  method: 'POST',
  path: '/orders/check/:id',
  access: 'app',
  guardsItself: true,
  summary: 'The payer returns from paying',
  description: ['The server asks the provider, and settles the order if money was received.'],
  errors: ['order_not_found', 'payment_unavailable'],
  outcome: outcomes.readOrder,
  params: ById,
  data: Order,
} satisfies Endpoint

export const closeOrder = {
  method: 'POST',
  path: '/orders/close/:id',
  access: 'app',
  guardsItself: true,
  summary: 'The caller closes an unpaid order',
  description: [
    'What it reserved is free again.',
    'Money received earlier pays the order, and refuses this.',
    'Money received later goes back.',
  ],
  errors: ['order_not_found', 'order_paid'],
  outcome: outcomes.closeOrder,
  params: ById,
  data: Order,
} satisfies Endpoint

export const readDesk = {
  method: 'GET',
  path: '/offline-payments',
  access: 'app',
  summary: 'Whether orders can be paid at the front desk, and how',
  outcome: outcomes.readOrder,
  data: Type.Object({ isOffered: Type.Boolean(), transferNote: Type.String() }),
} satisfies Endpoint

/** A payment as the simulator's page shows it to its payer. */
export const SimulatedPayment = Type.Object({
  outTradeNo: Type.String(),
  orderId: Id,
  title: Type.String(),
  amountFen: Fen,
  state: Type.Enum(['NOTPAY', 'SUCCESS', 'CLOSED', 'PAYERROR']),
  expiresAt: Instant,
})
export type SimulatedPayment = Static<typeof SimulatedPayment>

export const getSimulatedPayment = {
  method: 'GET',
  path: '/payment-simulator/:outTradeNo',
  access: 'app',
  summary: 'One payment at the simulator',
  errors: ['payment_not_found'],
  outcome: outcomes.readOrder,
  params: byTradeNo,
  data: SimulatedPayment,
} satisfies Endpoint

export const playSimulatedPayment = {
  method: 'POST',
  path: '/payment-simulator/:outTradeNo',
  access: 'app',
  guardsItself: true,
  summary: "The payer's action at the simulator: pay, fail, or do nothing",
  description: [
    'Only where the simulator is on.',
    '`notify` states how the notification of a payment is delivered.',
    '`delaySeconds` is the delay, so that a later event may overtake it.',
    '`times` is the number of deliveries (0: it is lost).',
  ],
  errors: ['order_closed', 'payment_not_found'],
  outcome: outcomes.pay,
  params: byTradeNo,
  body: Type.Object({
    action: Type.Enum(['PAY', 'FAIL', 'LATER']),
    notify: Type.Optional(
      Type.Object({
        delaySeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
        times: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
      }),
    ),
  }),
  data: SimulatedPayment,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Payment orders of the caller: paying by card or WeChat Pay, returning from it, closing, and the simulator of payments.',
  fields: {
    'Order.id': 'The id of the payment order.',
    id: 'The id of the payment order.',
    'Order.kind':
      "What the order buys: BALL_PUBLISH a new game, BALL_SEAT a seat, BALL_SWAP the seat of another, CARD_TOP_UP a card's top-up, STRINGING a stringing job, SHOP a parcel, TRIAL a trial lesson, COURSE a package of lesson hours.",
    'Order.object': 'The object that the order buys, for a link to it.',
    title: 'What the order buys, in words.',
    lines: 'The items of the order.',
    label: 'What the item is, in words.',
    unitFen: 'The price of one unit, in fen.',
    'lines.amountFen': 'The price of all its units, in fen.',
    'Order.amountFen': 'What is to be paid or was paid, in fen.',
    'Order.state':
      'The state of the order: UNPAID waits for money, PAID received exactly its amount, CLOSED accepts none.',
    'ordersOfCaller.state':
      'The state of the order: UNPAID waits for money, PAID received exactly its amount, CLOSED accepts none.',
    'Order.expiresAt': 'Until when it can be paid.',
    paidAt: 'When it was paid; null before that.',
    closedAt: 'When it was closed without money; null when it was not.',
    isEnteredAtDesk:
      'True while the front desk has entered the whole amount and a second person has not agreed yet, also once the order is closed: then it has to be fetched there; else absent.',
    wasEnteredAtDesk:
      'True for an order without payment of which the front desk had entered money that was refused or withdrawn; else absent.',
    refunds: 'The money of the order that goes or went back.',
    'OrderObject.kind':
      'The kind of the object: ball game, card, stringing order, shop order, trial lesson, or package of hours.',
    'OrderObject.id': 'The id of the object.',
    contractId: 'The contract that got the hours of a package, once it is paid.',
    order: 'The order after the attempt to pay.',
    step: "How the payer's device continues; null when nothing is left to do.",
    'PaymentStep.kind':
      'How the payer continues: jsapi in WeChat, h5 at an address, native by a code, simulator on its page.',
    timeStamp: 'The time of the signature, passed to `wx.requestPayment` unchanged.',
    nonceStr: 'The random text of the signature, passed to `wx.requestPayment` unchanged.',
    package: 'The prepared payment, passed to `wx.requestPayment` unchanged.',
    signType: 'The kind of signature (RSA), passed to `wx.requestPayment` unchanged.',
    paySign: 'The signature, passed to `wx.requestPayment` unchanged.',
    'PaymentStep.url': 'The address of WeChat Pay to open.',
    codeUrl: 'The address to show as a code, which WeChat scans.',
    'payOrder.method': 'How the caller pays: CARD by a stored card, or WECHAT by WeChat Pay.',
    'payBall.method': 'How the caller pays: CARD by a stored card, or WECHAT by WeChat Pay.',
    'payBallOrder.method': 'How the caller pays: CARD by a stored card, or WECHAT by WeChat Pay.',
    cardId: 'The id of the card that pays, needed with CARD.',
    channel: 'How WeChat Pay is opened: JSAPI in WeChat, H5 from a browser, NATIVE by a code; needed with WECHAT.',
    'Refund.id': 'The id of the refund.',
    'Refund.reason': 'Why the money goes back, in Chinese.',
    target:
      'Where the money goes: CARD at once onto the card, SOURCE to where it came from, OFFLINE back at the front desk, CORRECTION nowhere, since it had been entered by mistake.',
    'Refund.state':
      'The state of the refund: WAITING to be requested or given back, PROCESSING at the provider, DONE, or STUCK until an operator acts.',
    doneTime: 'When the money was back; null before that.',
    'SimulatedPayment.state': 'The state at the simulator: NOTPAY not paid, SUCCESS paid, CLOSED, or PAYERROR failed.',
    'SimulatedPayment.expiresAt': 'Until when it can be paid.',
    isOffered: 'Whether orders can be paid at the front desk: in cash or by transfer.',
    transferNote: 'What the operators say about transfers: the account, and what to write; may be empty.',
    action: 'What the payer does at the simulator: PAY, FAIL, or LATER to do nothing.',
    notify: 'How the simulator delivers the news of the payment.',
    delaySeconds: 'How many seconds late the news is delivered.',
    times: 'How often the news is delivered; 0 when it is lost.',
    'lines.quantity': 'How many units of the item.',
    'Order.createTime': 'When the order was made.',
    'Refund.createTime': 'When the refund was begun.',
    Order: 'Something to be paid for, with its payment and its refunds.',
    OrderObject: 'What an order buys.',
    Paying: 'The order after an attempt to pay it.',
    PaymentStep: "With what the payer's device continues.",
    Refund: 'Money on its way back.',
    SimulatedPayment: 'A payment at the simulator that stands in for WeChat Pay.',
  },
}
