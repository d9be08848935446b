import {
  STRINGING_ACTIONS,
  STRINGING_ACTORS,
  STRINGING_CANCEL_REASONS,
  STRINGING_STATUSES,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { HAND_INS } from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, orNull, PageQuery, Revision, seen, sortedBy, UserId } from '../../shapes.ts'
import { StaffAuditEvent } from '../ground/admin-audit.ts'
import { PendingContent } from '../ground/content.ts'
import { UploadedFile } from '../ground/files.ts'
import { Order } from '../money/payments.ts'
import { NewStringingOrder, StrungPart } from './stringing.ts'

const StatusName = Type.Enum([...STRINGING_STATUSES])

/**
 * A stringing order in a list. `responseTime` is when its status last changed. `totalFen` is its price. `isInShop`
 * tells whether the racket is in the shop. That is possible even when the order was cancelled.
 */
export const StringingOrderSummary = Type.Object({
  id: Id,
  orderNo: Type.String(),
  status: StatusName,
  merchantId: Id,
  merchantName: Type.String(),
  racketId: Id,
  racketName: Type.String(),
  sport: Type.Enum([...SPORTS]),
  mains: StrungPart,
  crosses: StrungPart,
  handIn: Type.Enum([...HAND_INS]),
  totalFen: Fen,
  dueAt: orNull(Instant),
  readyAt: orNull(Instant),
  paymentOrderId: Id,
  isRated: Type.Boolean(),
  isInShop: Type.Boolean(),
  createTime: Instant,
  responseTime: Instant,
})
export type StringingOrderSummary = Static<typeof StringingOrderSummary>

/**
 * One step of an order: the action, its side, and its text and photos.
 * Photos are private. They are links below the origin, each signed for ten minutes, as those of contracts. `staffName`
 * is the acting staff member, visible only to the shop.
 */
export const StringingStep = Type.Object({
  action: Type.Enum(['submit', ...STRINGING_ACTIONS]),
  status: StatusName,
  actor: Type.Enum([...STRINGING_ACTORS]),
  staffName: Type.Optional(Type.String()),
  remark: Type.String(),
  photos: Type.Array(Type.String()),
  time: Instant,
})
export type StringingStep = Static<typeof StringingStep>

/** Where a courier comes to. */
export const DeliveryAddress = Type.Object({
  name: Type.String(),
  phone: Type.String(),
  region: Type.String(),
  detail: Type.String(),
})
export type DeliveryAddress = Static<typeof DeliveryAddress>

/**
 * A complete stringing order. `pickupCode` is the code with which the player collects the racket, null for everybody
 * else. `expectedAt` is when the shop expects it to be ready.
 * `isRacketLost` means that the racket will not come back from the shop. `order` is its payment, null for the shop.
 * `pending` is the player's text that waits for approval, visible only to the player.
 */
export const StringingOrder = Type.Object({
  revision: Revision,
  ...StringingOrderSummary.properties,
  preStretch: Type.Integer(),
  knots: Type.Integer(),
  notes: Type.String(),
  address: orNull(DeliveryAddress),
  pickupCode: orNull(Type.String()),
  expectedAt: orNull(Instant),
  acceptedAt: orNull(Instant),
  cancelReason: orNull(Type.Enum([...STRINGING_CANCEL_REASONS])),
  isRacketLost: Type.Boolean(),
  trackingNo: Type.String(),
  steps: Type.Array(StringingStep),
  corrections: Type.Optional(Type.Array(StaffAuditEvent)),
  lines: Type.Array(Type.Object({ label: Type.String(), quantity: Type.Integer(), unitFen: Fen, amountFen: Fen })),
  review: orNull(Type.Object({ stars: Type.Integer(), text: Type.String(), createTime: Instant })),
  pending: PendingContent,
  merchant: Type.Object({
    id: Id,
    name: Type.String(),
    phone: Type.String(),
    address: Type.String(),
    latitude: orNull(Type.Number()),
    longitude: orNull(Type.Number()),
    openFrom: Type.Integer(),
    openTo: Type.Integer(),
  }),
  customer: Type.Object({ id: Id, nickname: Type.String(), phone: orNull(Type.String()) }),
  order: orNull(Order),
})
export type StringingOrder = Static<typeof StringingOrder>

export const createStringingOrder = {
  method: 'POST',
  path: '/threading/orders/create',
  access: 'app',
  once: 'by-key',
  summary: 'The caller places an order',
  description: ['It waits 30 minutes for its payment, and its strings are reserved.'],
  errors: [
    'address_missing',
    'address_not_found',
    'address_region_missing',
    'merchant_not_found',
    'racket_in_shop',
    'racket_in_use',
    'racket_not_found',
    'revision_outdated',
    'stringing_due_invalid',
    'stringing_service_unfit',
    'stringing_string_missing',
    'stringing_string_short',
    'stringing_string_unfit',
    'stringing_tension_invalid',
    'stringing_without_courier',
  ],
  outcome: outcomes.createStringing,
  body: NewStringingOrder,
  data: StringingOrder,
} satisfies Endpoint

export const getStringingOrder = {
  method: 'GET',
  path: '/threading/orders/:id',
  access: 'app',
  summary: 'One order of the caller',
  errors: ['stringing_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: StringingOrder,
} satisfies Endpoint

/**
 * The tabs of the player's stringing orders: three tabs of active ones, all of them, and those of one racket. Source:
 * specification §4 "Lists"
 */
export const STRINGING_TABS = ['all', 'unpaid', 'running', 'ready', 'completed', 'cancelled'] as const
export type StringingTab = (typeof STRINGING_TABS)[number]

/** Source: specification §9 "Sorts" */
export const stringingOrdersOfUser = {
  method: 'GET',
  path: '/app-user-threading/by-user/:userId',
  access: 'app',
  summary: 'The stringing orders of the caller, the last changed first unless `sord` is asc',
  errors: ['data_of_others'],
  outcome: outcomes.listStringing,
  params: Type.Object({ userId: UserId }),
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('responseTime'),
    responseStatus: Type.Optional(Type.Enum([...STRINGING_TABS])),
    racketId: Type.Optional(Id),
  }),
  data: Type.Array(StringingOrderSummary),
  paged: true,
} satisfies Endpoint

export const cancelStringingOrder = {
  method: 'POST',
  path: '/threading/orders/cancel/:id',
  access: 'app',
  summary: 'The player cancels an order before the strings are touched',
  description: ['The payment goes back.', 'Repeating it changes nothing.'],
  errors: ['stringing_not_found', 'stringing_settled', 'stringing_started'],
  outcome: outcomes.cancelStringing,
  params: ById,
  body: Type.Object({ reason: Type.Optional(freeText(100)) }),
  data: StringingOrder,
} satisfies Endpoint

export const rateStringingOrder = {
  method: 'POST',
  path: '/threading/orders/rate/:id',
  access: 'app',
  summary: 'The player rates a finished job, once',
  errors: ['content_rejected', 'stringing_not_found', 'stringing_rated', 'stringing_settled'],
  outcome: outcomes.rateStringing,
  params: ById,
  body: Type.Object({ stars: Type.Integer({ minimum: 1, maximum: 5 }), text: Type.Optional(freeText(200)) }),
  data: StringingOrder,
} satisfies Endpoint

const merchantCall = {
  method: 'POST',
  access: 'merchant',
  outcome: outcomes.operate,
  params: ById,
  data: StringingOrder,
} as const

const remark = Type.Optional(freeText(200))
/** What is presented to collect a racket: a person gives the pickup code, a courier has a number. */
const shownForRacket = Type.Object({
  pickupCode: Type.Optional(Type.String({ maxLength: 10 })),
  trackingNo: Type.Optional(freeText(40)),
  remark,
  ...seen,
})
const photos = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 9, uniqueItems: true }))

/** A stringing order in its shop's list, with its player's name, and when the shop expects it to be ready. */
export const StringingOrderOfShop = Type.Object({
  ...StringingOrderSummary.properties,
  expectedAt: orNull(Instant),
  customer: Type.Object({ nickname: Type.String() }),
})
export type StringingOrderOfShop = Static<typeof StringingOrderOfShop>

export const stringingOrdersOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/orders',
  access: 'merchant',
  summary: 'The orders of the calling shop by status, the earliest due first',
  outcome: outcomes.listStringing,
  query: Type.Object({ ...PageQuery, status: Type.Optional(StatusName), keyword: Type.Optional(freeText(40)) }),
  data: Type.Array(StringingOrderOfShop),
  paged: true,
} satisfies Endpoint

export const getStringingOrderOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/orders/:id',
  access: 'merchant',
  summary: 'One order of the calling shop',
  description: ['The shop cannot see an order that was never paid.'],
  errors: ['stringing_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: StringingOrder,
} satisfies Endpoint

export const acceptStringingOrder = {
  ...merchantCall,
  path: '/merchant/threading/orders/accept/:id',
  summary: 'The shop accepts the job, and states when it expects to be ready',
  errors: [
    'revision_outdated',
    'stringing_done_otherwise',
    'stringing_due_invalid',
    'stringing_not_found',
    'stringing_settled',
  ],
  body: Type.Object({ expectedAt: Type.Optional(Instant), remark, ...seen }),
} satisfies Endpoint

export const receiveStringingOrder = {
  ...merchantCall,
  path: '/merchant/threading/orders/receive/:id',
  summary: 'The shop receives the racket and records its condition, with photos that the shop uploaded',
  errors: [
    'file_not_found',
    'revision_outdated',
    'stringing_condition_missing',
    'stringing_done_otherwise',
    'stringing_due_invalid',
    'stringing_not_found',
    'stringing_settled',
  ],
  body: Type.Object({ condition: freeText(200), photos, expectedAt: Type.Optional(Instant), ...seen }),
} satisfies Endpoint

export const startStringingOrder = {
  ...merchantCall,
  path: '/merchant/threading/orders/start/:id',
  summary: 'Stringing begins',
  description: ["The strings are drawn from the shop's stock."],
  errors: [
    'revision_outdated',
    'string_stock_too_low',
    'stringing_done_otherwise',
    'stringing_due_invalid',
    'stringing_not_found',
    'stringing_settled',
  ],
  body: Type.Object({ remark, expectedAt: Type.Optional(Instant), ...seen }),
} satisfies Endpoint

export const readyStringingOrder = {
  ...merchantCall,
  path: '/merchant/threading/orders/ready/:id',
  summary: 'The racket is strung and can be collected',
  errors: [
    'file_not_found',
    'revision_outdated',
    'stringing_done_otherwise',
    'stringing_not_found',
    'stringing_settled',
  ],
  body: Type.Object({ remark, photos, ...seen }),
} satisfies Endpoint

export const handOverStringingOrder = {
  ...merchantCall,
  path: '/merchant/threading/orders/hand-over/:id',
  summary: 'The strung racket goes back to its player',
  description: ['The order is completed.'],
  errors: [
    'revision_outdated',
    'stringing_code_too_often',
    'stringing_code_wrong',
    'stringing_done_otherwise',
    'stringing_not_found',
    'stringing_settled',
    'stringing_tracking_invalid',
    'stringing_tracking_missing',
  ],
  body: shownForRacket,
  guardsItself: true,
} satisfies Endpoint

export const giveBackRacket = {
  ...merchantCall,
  path: '/merchant/threading/orders/give-back/:id',
  summary: 'The racket of an order that ended after its receipt goes back to its player, unstrung',
  errors: [
    'revision_outdated',
    'stringing_code_too_often',
    'stringing_code_wrong',
    'stringing_done_otherwise',
    'stringing_not_found',
    'stringing_settled',
    'stringing_tracking_invalid',
    'stringing_tracking_missing',
  ],
  body: shownForRacket,
  guardsItself: true,
} satisfies Endpoint

export const correctStringingParcel = {
  ...merchantCall,
  path: '/merchant/threading/orders/correct-parcel/:id',
  summary: 'Corrects the tracking number of a racket that a courier took',
  description: [
    'It can be corrected for 10 days, until the player rates the job.',
    'The player is told the new one.',
    'The earlier one stays in the audit log.',
    'Repeatable.',
  ],
  errors: ['stringing_not_found', 'stringing_settled', 'stringing_tracking_invalid', 'stringing_tracking_missing'],
  body: Type.Object({ trackingNo: freeText(40) }),
} satisfies Endpoint

export const refuseStringingOrder = {
  ...merchantCall,
  path: '/merchant/threading/orders/refuse/:id',
  summary: 'The shop cannot do the job',
  description: ['The payment goes back in full.'],
  errors: [
    'revision_outdated',
    'stringing_done_otherwise',
    'stringing_not_found',
    'stringing_reason_missing',
    'stringing_settled',
  ],
  body: Type.Object({ reason: freeText(100), ...seen }),
} satisfies Endpoint

export const uploadMerchantPhoto = {
  method: 'POST',
  path: '/merchant/files/upload',
  access: 'merchant',
  summary: "Uploads a shop's photo of a racket, in the form of `uploadFile`",
  description: [
    '`receive` and `ready` name its `relativePath`.',
    'It is private.',
    'The shop sees it, and the player sees it once a step of their order shows it.',
  ],
  outcome: outcomes.uploadPicture,
  upload: 'picture',
  data: UploadedFile,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Orders to string a racket, from the player who places them to the shop that receives, strings and hands over.',
  fields: {
    id: 'The id of the stringing order.',
    status:
      'The status of the order: SUBMITTED waits for money, PAID for the racket, RECEIVED in the shop, STRINGING begun, READY to collect, COMPLETED handed over, CANCELLED.',
    'DeliveryAddress.name': 'The name of the person who receives at the address.',
    'DeliveryAddress.phone': 'The phone number of the person who receives at the address.',
    'DeliveryAddress.region': 'Province, city and district of the address.',
    readyAt: 'When the racket was ready; null before that.',
    isRated: 'Whether the player has rated the job.',
    'StringingOrder.address': 'Where a courier comes to; null when the player comes to the shop.',
    acceptedAt: 'When the shop accepted the job; null before that.',
    cancelReason:
      'Why the order was cancelled: by the PLAYER or MERCHANT, UNPAID, by the PLATFORM, OVERDUE nobody began it, CORRECTED its payment had been entered by mistake; null when it was not.',
    steps: 'What happened to the order, step by step.',
    corrections: 'For the shop alone: its corrections of the tracking number, the latest first.',
    lines: 'The items of the price.',
    label: 'What the item is, in words.',
    unitFen: 'The price of one unit, in fen.',
    'lines.amountFen': 'The price of all its units, in fen.',
    review: "The player's review of the job; null before it.",
    stars: 'The stars that the player gives, from 1 to 5.',
    text: 'What the player writes; may be empty.',
    merchant: 'The shop that strings it.',
    'merchant.phone': 'The telephone of the shop.',
    customer: 'The player whose racket it is.',
    'customer.id': "The player's user id.",
    'customer.phone': "The player's phone number while the order binds the shop; else null.",
    order: 'The payment order; null for the shop.',
    action:
      'The step: submit the order, pay, accept the job, receive the racket, start stringing, ready, handOver to the player, cancel by the player, refuse by the shop, expire unpaid or overdue, refund by operators, giveBack unstrung, lose the racket.',
    actor: 'Who did it: PLAYER, MERCHANT the shop, OPERATOR, or SYSTEM the payment and the clock.',
    'StringingStep.staffName': 'The name of the staff member who did it, for the shop only; else empty.',
    'StringingStep.photos': 'The photos of the step, at signed addresses that expire after ten minutes.',
    photos: 'The paths of photos that the shop uploaded before.',
    time: 'When it was done.',
    'stringingOrdersOfUser.responseStatus':
      'Which orders: all, unpaid, running in the shop, ready, completed, or cancelled.',
    'stringingOrdersOfUser.racketId': 'The id of the racket whose orders are wanted.',
    condition: "The state of the racket on arrival, in the shop's words.",
    'handOverStringingOrder.pickupCode': 'The digits that the player shows for the racket; left out for a courier.',
    'giveBackRacket.pickupCode': 'The digits that the player shows for the racket; left out for a courier.',
    'handOverStringingOrder.trackingNo':
      "The carrier's tracking number, when a courier takes the racket: 6 to 32 letters, digits and hyphens.",
    'correctStringingParcel.trackingNo': 'The right tracking number: 6 to 32 letters, digits and hyphens.',
    'giveBackRacket.trackingNo':
      "The carrier's tracking number, when a courier takes the racket: 6 to 32 letters, digits and hyphens.",
    'cancelStringingOrder.reason': 'Why the player cancels; the shop reads it.',
    'refuseStringingOrder.reason': 'Why the shop cannot do the job; the player reads it.',
    'stringingOrdersOfMerchant.keyword': "A part of the order's number, the player's name or the racket.",
    'StringingOrder.createTime': 'When the order was placed.',
    'StringingOrderSummary.createTime': 'When the order was placed.',
    'StringingOrderOfShop.createTime': 'When the order was placed.',
    'review.createTime': 'When the review was written.',
    'lines.quantity': 'How many units of the item.',
    'merchant.address': 'The street address of the shop.',
    'stringingOrdersOfUser.userId': "The caller's user id.",
    DeliveryAddress: 'Where a courier or parcel comes to.',
    StringingOrder: 'A complete stringing order, as its player or its shop sees it.',
    StringingOrderOfShop: "A stringing order in its shop's list.",
    StringingOrderSummary: 'A stringing order in a list.',
    StringingStep: 'One step in the life of a stringing order.',
  },
}
