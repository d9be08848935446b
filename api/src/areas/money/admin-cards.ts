import { CARD_LEDGER_KINDS, MAX_CARD_FEN } from '@paidang/domain/areas/money/cards/stored-card'
import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Decision, moneyRequest, RequestReason } from '../../money-request.ts'
import { ById, Fen, Id, Instant, orNull, PageQuery, Person, Revision, seen, sortedBy } from '../../shapes.ts'
import { CardTransaction, StoredCard } from './cards.ts'

/** A stored-value card as operators see it. `movedTime` is the time of its last movement of money. */
export const ManagedCard = Type.Object({
  card: StoredCard,
  owner: Person,
  movedTime: Instant,
  hasWaitingAdjustment: Type.Boolean(),
  revision: Revision,
})
export type ManagedCard = Static<typeof ManagedCard>

export const queryCards = {
  method: 'GET',
  path: '/admin/cards',
  access: 'operator',
  mayLag: true,
  summary: 'All cards, the latest first, or by balance on request',
  description: ["`keyword` is the card's number, or its owner's id, phone or nickname."],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createTime', 'balance'),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    userId: Type.Optional(Id),
  }),
  data: Type.Array(ManagedCard),
  paged: true,
} satisfies Endpoint

export const getManagedCard = {
  method: 'GET',
  path: '/admin/cards/:id',
  access: 'operator',
  summary: 'One card',
  errors: ['card_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ManagedCard,
} satisfies Endpoint

const ofKind = { kind: Type.Optional(Type.Enum([...CARD_LEDGER_KINDS])) }

export const transactionsOfManagedCard = {
  method: 'GET',
  path: '/admin/cards/transactions/:id',
  access: 'operator',
  mayLag: true,
  summary: 'The movements of any card, latest first',
  outcome: outcomes.readInformation,
  params: ById,
  query: Type.Object({ ...PageQuery, ...ofKind }),
  data: Type.Array(CardTransaction),
  paged: true,
} satisfies Endpoint

export const exportManagedCard = {
  method: 'GET',
  path: '/admin/cards/file/:id',
  access: 'operator',
  summary: 'The movements of any card as a file; `base64` is the file',
  errors: ['card_not_found'],
  outcome: outcomes.exportTransactions,
  params: ById,
  query: Type.Object({ ...ofKind, format: Type.Enum(['xlsx', 'csv']) }),
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint

/**
 * A requested change of a card, or a requested new card (`isNewCard`, without `card` until it is issued). An adjustment
 * that ended as withdrawn by nobody ended because its owner's account closed.
 */
export const CardAdjustment = Type.Object({
  ...moneyRequest,
  owner: Person,
  card: orNull(Type.Object({ id: Id, cardNo: Type.String(), principalFen: Fen, giftFen: Fen, revision: Revision })),
  isNewCard: Type.Boolean(),
  principalChange: Fen,
  giftChange: Fen,
})
export type CardAdjustment = Static<typeof CardAdjustment>

export const listCardAdjustments = {
  method: 'GET',
  path: '/admin/card-adjustments',
  access: 'operator',
  summary: 'Adjustments: waiting ones first, then the latest',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum([...REQUEST_STATES])),
    cardNo: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  }),
  data: Type.Array(CardAdjustment),
  paged: true,
} satisfies Endpoint

const Change = Type.Integer({ minimum: -MAX_CARD_FEN, maximum: MAX_CARD_FEN })

export const adjustCard = {
  method: 'POST',
  path: '/admin/cards/adjust/:id',
  access: 'operator',
  once: 'by-key',
  summary: 'Requests a change of a card',
  description: ['No money moves before a second person approves.', 'Only one request a card may wait at a time.'],
  errors: [
    'card_adjustment_nothing',
    'card_balance_too_low',
    'card_not_found',
    'card_too_full',
    'money_request_reason_missing',
    'money_request_waits',
    'staff_password_given',
  ],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'stored_cards',
  body: Type.Object({ principalChange: Change, giftChange: Change, reason: RequestReason, ...seen }),
  data: CardAdjustment,
} satisfies Endpoint

export const issueCard = {
  method: 'POST',
  path: '/admin/cards/issue',
  access: 'operator',
  once: 'by-key',
  needs: 'cards',
  summary: 'Requests a new card for a user, with or without a gift on it',
  description: ['It is issued once a second person approves.'],
  errors: ['money_request_reason_missing', 'money_request_waits', 'staff_password_given', 'user_not_found'],
  outcome: outcomes.operate,
  body: Type.Object({
    userId: Id,
    giftFen: Type.Integer({ minimum: 0, maximum: MAX_CARD_FEN }),
    reason: RequestReason,
  }),
  data: CardAdjustment,
} satisfies Endpoint

export const decideCardAdjustment = {
  method: 'POST',
  path: '/admin/card-adjustments/decide/:id',
  access: 'senior',
  summary: 'The verdict of a senior operator other than the requester',
  description: ["On approval the money moves and the card's owner is notified."],
  errors: [
    'card_adjustment_not_found',
    'card_balance_too_low',
    'card_too_full',
    'money_request_ended',
    'money_request_one_hand',
    'money_request_own',
    'revision_outdated',
    'staff_password_given',
  ],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ ...Decision.properties, ...seen }),
  data: CardAdjustment,
} satisfies Endpoint

export const withdrawCardAdjustment = {
  method: 'POST',
  path: '/admin/card-adjustments/withdraw/:id',
  access: 'operator',
  summary: 'The requester withdraws the adjustment before it is decided',
  errors: ['card_adjustment_not_found', 'money_request_ended', 'money_request_not_own'],
  outcome: outcomes.operate,
  params: ById,
  data: CardAdjustment,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Stored-value cards as operators see them, and the changes of their money, each of which a second person decides.',
  fields: {
    'CardAdjustment.id': 'The id of the requested change.',
    'decideCardAdjustment.id': 'The id of the requested change.',
    'withdrawCardAdjustment.id': 'The id of the requested change.',
    id: 'The id of the stored card.',
    state: 'The state of the request: WAITING for a second person, DONE, REFUSED, or WITHDRAWN.',
    reason: 'Why the requester wants the change.',
    note: 'What the person who decided wrote; may be empty.',
    requestedBy: 'The staff member who requested the change.',
    'requestedBy.id': 'The id of the staff account that requested it.',
    'requestedBy.nickname': 'The name of the staff member who requested it.',
    decidedBy: 'The staff member who decided; null while it waits, or when nobody did.',
    'decidedBy.id': 'The id of the staff account that decided.',
    'decidedBy.nickname': 'The name of the staff member who decided.',
    owner: 'The user who owns the card.',
    card: 'The card; null for a new one that is not issued yet.',
    isNewCard: 'Whether the request is for a new card.',
    movedTime: 'When money last moved on the card.',
    hasWaitingAdjustment: 'Whether a change of the card waits for a second person.',
    kind: 'The kind of movement: TOP_UP paid in, PAY spent, REFUND came back, WITHDRAW paid out, ADJUST changed by staff.',
    'queryCards.keyword': "The card's number, or its owner's id, phone or nickname.",
    'queryCards.userId': 'The id of the user whose cards are wanted.',
    'listCardAdjustments.cardNo': 'The number of the card whose changes are wanted.',
    'issueCard.userId': 'The id of the user who gets the card.',
    'issueCard.giftFen': 'The gift on the new card, in fen; 0 for none.',
    'CardAdjustment.createTime': 'When the change was requested.',
    'ManagedCard.createTime': 'When the card was issued.',
    CardAdjustment: "A requested change of a card's money, or a requested new card.",
    ManagedCard: 'A stored card with its owner, as operators see it.',
  },
}
