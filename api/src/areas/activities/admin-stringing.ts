import { STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import { STRINGING_REFUND_CAUSES } from '@paidang/domain/areas/activities/stringing/refund'
import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Decision, moneyRequest, RequestReason } from '../../money-request.ts'
import { ById, Fen, Id, Instant, PageQuery, Person, Revision, seen } from '../../shapes.ts'
import { StringingStep } from './stringing-orders.ts'

/**
 * A stringing order as operators see it, without photos: the racket's owner, the shop, the payment and the status.
 * `isPaidInShop` means that the money did not pass through here. `isRacketLost` means that the racket will not come back from the shop.
 */
export const ManagedStringingOrder = Type.Object({
  id: Id,
  orderNo: Type.String(),
  status: Type.Enum([...STRINGING_STATUSES]),
  racketName: Type.String(),
  owner: Person,
  merchant: Type.Object({ id: Id, name: Type.String() }),
  totalFen: Fen,
  isPaidInShop: Type.Boolean(),
  paymentOrderId: Id,
  isInShop: Type.Boolean(),
  isRacketLost: Type.Boolean(),
  responseTime: Instant,
  revision: Revision,
})
export type ManagedStringingOrder = Static<typeof ManagedStringingOrder>

/** The same order with its steps, and whether a refund waits for a decision. */
export const ManagedStringingOrderDetail = Type.Object({
  ...ManagedStringingOrder.properties,
  steps: Type.Array(Type.Omit(StringingStep, ['photos'])),
  hasWaitingRefund: Type.Boolean(),
})
export type ManagedStringingOrderDetail = Static<typeof ManagedStringingOrderDetail>

export const listManagedStringingOrders = {
  method: 'GET',
  path: '/admin/threading/orders',
  access: 'operator',
  mayLag: true,
  summary: 'Stringing orders of all shops, the latest first',
  description: ['They can be filtered by number, player, shop, status, or by where the racket is.'],
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
  summary: 'One stringing order',
  errors: ['stringing_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ManagedStringingOrderDetail,
} satisfies Endpoint

export const loseRacketOfOrder = {
  method: 'POST',
  path: '/admin/threading/orders/lose/:id',
  access: 'operator',
  summary: 'Records that the racket of a cancelled order will not come back from the shop',
  description: ['From then on nobody waits for it.', 'Repeatable.'],
  errors: ['money_request_reason_missing', 'stringing_not_found', 'stringing_settled'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'stringing_orders',
  body: Type.Object({ reason: RequestReason, ...seen }),
  data: ManagedStringingOrderDetail,
} satisfies Endpoint

export const recordPickupOfOrder = {
  method: 'POST',
  path: '/admin/threading/orders/pick-up/:id',
  access: 'operator',
  summary: 'Records for the shop that the player has the racket',
  description: [
    'A ready order is completed, and the racket of a cancelled one is given back.',
    'The reason stands in the steps, which player and shop read.',
    'Repeatable.',
  ],
  errors: ['money_request_reason_missing', 'stringing_not_found', 'stringing_settled'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'stringing_orders',
  body: Type.Object({ reason: RequestReason, ...seen }),
  data: ManagedStringingOrderDetail,
} satisfies Endpoint

/** A staff member's request to return the money of a paid order to its player. */
export const StringingRefund = Type.Object({
  ...moneyRequest,
  cause: Type.Enum([...STRINGING_REFUND_CAUSES]),
  isRacketLost: Type.Boolean(),
  order: ManagedStringingOrder,
})
export type StringingRefund = Static<typeof StringingRefund>

export const listStringingRefunds = {
  method: 'GET',
  path: '/admin/threading/refunds',
  access: 'operator',
  summary: 'Requested refunds: waiting ones first, then the latest',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum([...REQUEST_STATES])),
    orderNo: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  }),
  data: Type.Array(StringingRefund),
  paged: true,
} satisfies Endpoint

export const requestStringingRefund = {
  method: 'POST',
  path: '/admin/threading/refunds/ask/:id',
  access: 'operator',
  once: 'by-key',
  summary: 'Requests that a begun order ends and its money goes back',
  description: [
    'No money moves before a second person approves.',
    'What was paid in the shop does not come back from here.',
  ],
  errors: [
    'money_request_reason_missing',
    'money_request_waits',
    'staff_password_given',
    'stringing_delivered',
    'stringing_not_found',
    'stringing_not_paid',
    'stringing_settled',
  ],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'stringing_orders',
  body: Type.Object({
    cause: Type.Enum([...STRINGING_REFUND_CAUSES]),
    reason: RequestReason,
    isRacketLost: Type.Boolean(),
    ...seen,
  }),
  data: StringingRefund,
} satisfies Endpoint

export const decideStringingRefund = {
  method: 'POST',
  path: '/admin/threading/refunds/decide/:id',
  access: 'senior',
  summary: 'The verdict of a senior operator other than the requester',
  description: ['On approval the order ends and all its money goes back.'],
  errors: [
    'money_request_ended',
    'money_request_one_hand',
    'money_request_own',
    'revision_outdated',
    'staff_password_given',
    'stringing_delivered',
    'stringing_not_paid',
    'stringing_refund_not_found',
    'stringing_settled',
  ],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ ...Decision.properties, ...seen }),
  data: StringingRefund,
} satisfies Endpoint

export const withdrawStringingRefund = {
  method: 'POST',
  path: '/admin/threading/refunds/withdraw/:id',
  access: 'operator',
  summary: 'The requester withdraws the refund before it is decided',
  errors: ['money_request_ended', 'money_request_not_own', 'stringing_refund_not_found'],
  outcome: outcomes.operate,
  params: ById,
  data: StringingRefund,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Stringing orders of all shops, and the refunds of begun ones, each of which a second person decides.',
  fields: {
    'StringingRefund.id': 'The id of the requested refund.',
    'decideStringingRefund.id': 'The id of the requested refund.',
    'withdrawStringingRefund.id': 'The id of the requested refund.',
    id: 'The id of the stringing order.',
    status:
      'The status of the order: SUBMITTED waits for money, PAID for the racket, RECEIVED in the shop, STRINGING begun, READY to collect, COMPLETED handed over, CANCELLED.',
    owner: 'The player who owns the racket.',
    merchant: 'The shop that strings it.',
    isPaidInShop: 'Whether the money went directly to the shop and not through the platform.',
    steps: 'What happened to the order, step by step.',
    action:
      'The step: submit the order, pay, accept the job, receive the racket, start stringing, ready, handOver to the player, cancel by the player, refuse by the shop, expire unpaid or overdue, refund by operators, giveBack unstrung, lose the racket.',
    actor: 'Who did it: PLAYER, MERCHANT the shop, OPERATOR, or SYSTEM the payment and the clock.',
    staffName: 'The name of the staff member who did it; empty for others.',
    time: 'When it was done.',
    hasWaitingRefund: 'Whether a requested refund waits for a decision.',
    state: 'The state of the request: WAITING for a second person, DONE, REFUSED, or WITHDRAWN.',
    'StringingRefund.reason': 'Why the requester wants the refund.',
    'StringingRefund.note': 'What the person who decided wrote; may be empty.',
    requestedBy: 'The staff member who requested the refund.',
    'requestedBy.id': 'The id of the staff account that requested it.',
    'requestedBy.nickname': 'The name of the staff member who requested it.',
    decidedBy: 'The staff member who decided; null while it waits, or when nobody did.',
    'decidedBy.id': 'The id of the staff account that decided.',
    'decidedBy.nickname': 'The name of the staff member who decided.',
    cause: 'Why the order cannot be finished: RACKET_BROKEN in the shop, SHOP_GONE, or OTHER.',
    order: 'The stringing order.',
    'listManagedStringingOrders.userId': 'The id of the player whose orders are wanted.',
    'listManagedStringingOrders.merchantId': 'The id of the shop whose orders are wanted.',
    'listManagedStringingOrders.isInShop': 'Whether orders whose racket is in the shop are wanted, or the others.',
    reason: 'Why operators do it; player and shop read it in the steps.',
    'requestStringingRefund.reason': 'Why the requester wants the refund.',
    'requestStringingRefund.isRacketLost': 'Whether the racket will not come back from the shop either.',
    createTime: 'When the refund was requested.',
    'decideStringingRefund.note': 'What the requester and colleagues read of the decision.',
    ManagedStringingOrder: 'A stringing order of any shop, as operators see it, without photos.',
    ManagedStringingOrderDetail: 'The same order with its steps.',
    StringingRefund: "A staff member's request to give a player's money back.",
  },
}
