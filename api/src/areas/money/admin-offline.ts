import {
  MAX_OFFLINE_FEN,
  MAX_RECEIPT_NO,
  OFFLINE_KINDS,
  OFFLINE_WAYS,
} from '@paidang/domain/areas/money/payments/offline'
import { ORDER_KINDS, ORDER_STATES } from '@paidang/domain/areas/money/payments/order'
import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Decision, moneyRequest, RequestReason } from '../../money-request.ts'
import { ById, Fen, freeText, Id, orNull, PageQuery, Person, Revision, seen } from '../../shapes.ts'

/**
 * Money at the front desk, as staff entered it. Up to the limit it counts at once, and nobody else decides. Above it, it
 * waits for a second person. `order.state` is that of this moment.
 */
export const OfflineEntry = Type.Object({
  ...moneyRequest,
  kind: Type.Enum([...OFFLINE_KINDS]),
  order: Type.Object({
    id: Id,
    kind: Type.Enum([...ORDER_KINDS]),
    title: Type.String(),
    state: Type.Enum([...ORDER_STATES]),
  }),
  payer: Person,
  refundId: orNull(Id),
  amountFen: Fen,
  limitFen: Fen,
  way: Type.Enum([...OFFLINE_WAYS]),
  receiptNo: Type.String(),
  correctedTime: orNull(Type.String({ format: 'date-time' })),
  correctionBy: orNull(Type.Object({ id: Id, nickname: Type.String() })),
  isUsed: Type.Optional(Type.Literal(true)),
})
export type OfflineEntry = Static<typeof OfflineEntry>

export const listOfflineEntries = {
  method: 'GET',
  path: '/admin/offline-entries',
  access: 'operator',
  summary: 'Entries of the front desk: waiting ones first, then the latest',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum([...REQUEST_STATES])),
    orderId: Type.Optional(Id),
    receiptNo: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_RECEIPT_NO })),
  }),
  data: Type.Array(OfflineEntry),
  paged: true,
} satisfies Endpoint

const entered = {
  amountFen: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  way: Type.Enum([...OFFLINE_WAYS]),
  receiptNo: Type.String({ minLength: 1, maxLength: 64 }),
  reason: RequestReason,
}

const ERRORS = [
  'money_request_reason_missing',
  'money_request_waits',
  'offline_amount_differs',
  'offline_receipt_invalid',
  'offline_receipt_used',
  'staff_password_given',
] as const

export const enterOfflinePayment = {
  method: 'POST',
  path: '/admin/offline-entries/pay/:id',
  access: 'operator',
  once: 'by-key',
  summary: 'Enters money that came for an order at the front desk',
  description: [
    '`amountFen` is the amount that staff saw; another one is refused.',
    'Up to the limit the order is PAID with it, like by any other payment.',
    'Above the limit nothing changes before a second person agrees.',
    'An order that was paid or closed meanwhile, or whose time is over, is refused.',
    'If what it buys is gone, the order closes and the money waits to be given back.',
  ],
  errors: [
    ...ERRORS,
    'ball_payments_off',
    'trial_lessons_off',
    'packages_off',
    'cards_off',
    'offline_payments_off',
    'order_closed',
    'order_not_found',
    'order_paid',
    'shop_off',
    'stringing_payments_off',
  ],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(entered),
  data: OfflineEntry,
} satisfies Endpoint

export const enterOfflineRefund = {
  method: 'POST',
  path: '/admin/offline-entries/refund/:id',
  access: 'operator',
  once: 'by-key',
  summary: 'Enters money that was given back at the front desk for a refund that waits there',
  description: [
    '`amountFen` is the amount that staff saw; another one is refused.',
    'Up to the limit the refund is DONE with it. Above the limit a second person agrees first.',
    'While a correction of the payment of its order waits for its verdict it is refused.',
  ],
  errors: [...ERRORS, 'refund_done', 'refund_not_found', 'refund_not_offline'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(entered),
  data: OfflineEntry,
} satisfies Endpoint

export const correctOfflineEntry = {
  method: 'POST',
  path: '/admin/offline-entries/correct/:id',
  access: 'operator',
  once: 'by-key',
  summary: 'Asks to take back a payment that was entered for a wrong order, or of money that did not come',
  description: [
    'A second person agrees first, whatever the amount.',
    'It is refused where some of what was paid has been used or given back, or has begun.',
    'On approval all of it is taken back, with a refund that moves no money, and the payer is told.',
    'The receipt may then be entered for the right order.',
    'What only its people can call off, a published game or a swapped seat, is refused too.',
    'Money that bought nothing is taken back while its refund waits at the desk and nobody entered that it was given back.',
  ],
  errors: [
    'money_request_reason_missing',
    'money_request_waits',
    'offline_entry_corrected',
    'offline_entry_not_found',
    'offline_entry_not_payment',
    'offline_money_used',
    'offline_order_not_correctable',
    'order_not_found',
    'staff_password_given',
  ],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ reason: RequestReason }),
  data: OfflineEntry,
} satisfies Endpoint

export const decideOfflineEntry = {
  method: 'POST',
  path: '/admin/offline-entries/decide/:id',
  access: 'senior',
  summary: 'The verdict of a senior operator other than the one who entered it',
  description: [
    'On approval the order is paid, the refund done, or what was entered by mistake taken back.',
    'An order that was paid or closed meanwhile, or whose time is over, refuses approval; the entry keeps waiting.',
    'Whoever refuses it sees to it that the money is given back.',
  ],
  errors: [
    'money_request_ended',
    'money_request_one_hand',
    'money_request_own',
    'offline_entry_not_found',
    'offline_money_used',
    'offline_order_not_correctable',
    'order_closed',
    'order_paid',
    'refund_done',
    'staff_password_given',
  ],
  outcome: outcomes.operate,
  params: ById,
  body: Decision,
  data: OfflineEntry,
} satisfies Endpoint

export const withdrawOfflineEntry = {
  method: 'POST',
  path: '/admin/offline-entries/withdraw/:id',
  access: 'operator',
  summary: 'Whoever entered it withdraws the entry before it is decided',
  errors: ['money_request_ended', 'money_request_not_own', 'offline_entry_not_found'],
  outcome: outcomes.operate,
  params: ById,
  data: OfflineEntry,
} satisfies Endpoint

const settings = {
  limitFen: Type.Integer({ minimum: 0, maximum: MAX_OFFLINE_FEN }),
  isAllowed: Type.Boolean(),
  transferNote: freeText(200),
}

/** How the front desk takes money. `isOffered` says whether it does at this moment. */
export const OfflineSettings = Type.Object({ ...settings, isOffered: Type.Boolean(), revision: Revision })
export type OfflineSettings = Static<typeof OfflineSettings>

export const readOfflineSettings = {
  method: 'GET',
  path: '/admin/offline-settings',
  access: 'operator',
  summary: 'How the front desk takes money',
  outcome: outcomes.readInformation,
  data: OfflineSettings,
} satisfies Endpoint

export const saveOfflineSettings = {
  method: 'PUT',
  path: '/admin/offline-settings',
  access: 'senior',
  summary: 'Changes how the front desk takes money',
  description: ['Entries that wait keep the limit under which they were made.'],
  errors: ['revision_outdated'],
  outcome: outcomes.update,
  body: Type.Object({ ...settings, ...seen }),
  data: OfflineSettings,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Cash and transfers at the front desk: what staff enter for orders and refunds, and above a limit a second person decides.',
  fields: {
    'OfflineEntry.id': 'The id of the entry.',
    'decideOfflineEntry.id': 'The id of the entry.',
    'correctOfflineEntry.id': 'The id of the payment entry that is wrong.',
    'withdrawOfflineEntry.id': 'The id of the entry.',
    'enterOfflinePayment.id': 'The id of the payment order, which its payer reads as 订单号.',
    'enterOfflineRefund.id': 'The id of the refund.',
    'OfflineEntry.state':
      'The state of the entry: WAITING for a second person, DONE when it counts, REFUSED, or WITHDRAWN.',
    'listOfflineEntries.state':
      'The state of the entry: WAITING for a second person, DONE when it counts, REFUSED, or WITHDRAWN.',
    reason: 'What whoever entered it wrote about it.',
    note: 'What the person who decided wrote; may be empty.',
    requestedBy: 'The staff member who entered it.',
    'requestedBy.id': 'The id of the staff account that entered it.',
    'requestedBy.nickname': 'The name of the staff member who entered it.',
    decidedBy: 'The staff member who decided; null where one person was enough, while it waits, or when nobody did.',
    'decidedBy.id': 'The id of the staff account that decided.',
    'decidedBy.nickname': 'The name of the staff member who decided.',
    kind: 'PAYMENT is money that came for the order, REFUND money that was given back, CORRECTION says that a payment was entered by mistake.',
    order: 'The payment order that the money is for.',
    'order.id': 'The id of the payment order.',
    'order.kind':
      "What the order buys: BALL_PUBLISH a new game, BALL_SEAT a seat, BALL_SWAP the seat of another, CARD_TOP_UP a card's top-up, STRINGING a stringing job, SHOP a parcel, TRIAL a trial lesson, COURSE a package of lesson hours.",
    'order.title': 'What the order buys, in words.',
    'order.state':
      'The state of the order now: UNPAID waits for money, PAID received exactly its amount, CLOSED accepts none.',
    payer: 'The user who made the order.',
    refundId:
      'The id of the refund that was given back, or by which a correction took everything back; null for a payment.',
    correctedTime: 'When a correction took the payment back; null if none did.',
    correctionBy: 'Who asked for a correction of the payment that waits for a second person; null if none waits.',
    'correctionBy.id': 'The id of the staff account that asked for the correction.',
    'correctionBy.nickname': 'The name of the staff member who asked for the correction.',
    isUsed:
      'True where a payment, or a correction that waits, cannot be taken back any more, since some of what it bought was used, begun or given back; else left out.',
    'OfflineEntry.amountFen': 'How much money changed hands, in fen.',
    'enterOfflinePayment.amountFen': "The order's amount as staff saw it, in fen; it must be the whole amount.",
    'enterOfflineRefund.amountFen': "The refund's amount as staff saw it, in fen; it must be the whole amount.",
    'OfflineEntry.limitFen': 'The limit of one person when it was entered, in fen.',
    way: 'How the money changed hands: CASH or TRANSFER.',
    receiptNo: 'The number of the receipt or of the transfer; no two entries that count have the same.',
    'OfflineSettings.limitFen': 'Up to this amount one person enters money alone, in fen.',
    'saveOfflineSettings.limitFen': 'Up to this amount one person enters money alone, in fen.',
    isAllowed: 'Whether the front desk takes money although WeChat Pay is on.',
    transferNote: 'What payers read about transfers: the account, and what to write; may be empty.',
    isOffered: 'Whether orders can be paid at the front desk now.',
    'listOfflineEntries.orderId': 'The id of the payment order whose entries are wanted.',
    'OfflineEntry.createTime': 'When it was entered.',
    'OfflineEntry.endTime': 'When it was decided or withdrawn, or at once when one person was enough.',
    OfflineEntry: 'Money at the front desk, as staff entered it.',
    OfflineSettings: 'How the front desk takes money.',
  },
}
