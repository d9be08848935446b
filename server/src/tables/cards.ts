import { CARD_LEDGER_KINDS } from '@paidang/domain/areas/money/cards/stored-card'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'
import { requestChecks, requestColumns } from './money-requests.ts'
import { orders } from './payments.ts'

/**
 * Stored-value cards, in the name of their owner and without expiry. The balance changes only together with a ledger
 * row. The migration enforces this with a deferred foreign key. It ties (id, seq, principal, gift) to the last ledger
 * row. Source: decision "Hours and money", invariants K1 to K6
 */
export const storedCards = pgTable(
  'stored_cards',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    cardNo: text('card_no').notNull(),
    name: text('name').notNull(),
    principalFen: fen('principal_fen').notNull(),
    giftFen: fen('gift_fen').notNull(),
    seq: integer('seq').notNull(),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('stored_cards_of_user').on(t.userId, t.id),
    // The console sorts all cards by balance.
    index('stored_cards_by_balance').on(sql`(${t.principalFen} + ${t.giftFen})`, t.id),
    unique('stored_cards_no').on(t.cardNo),
    check('stored_cards_principal', sql`${t.principalFen} between 0 and 9007199254740991`),
    check('stored_cards_gift', sql`${t.giftFen} between 0 and 9007199254740991`),
  ],
)

/**
 * Append-only movements of money on a card. They form a chain: each row starts with the final balance of the previous
 * row.
 */
export const cardLedger = pgTable(
  'card_ledger',
  {
    cardId: idColumn('card_id')
      .notNull()
      .references(() => storedCards.id),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: CARD_LEDGER_KINDS }).notNull(),
    principalChange: fen('principal_change').notNull(),
    giftChange: fen('gift_change').notNull(),
    principalAfter: fen('principal_after').notNull(),
    giftAfter: fen('gift_after').notNull(),
    prevSeq: integer('prev_seq').generatedAlwaysAs(sql`case when seq > 1 then seq - 1 end`),
    prevPrincipal: fen('prev_principal').generatedAlwaysAs(sql`principal_after - principal_change`),
    prevGift: fen('prev_gift').generatedAlwaysAs(sql`gift_after - gift_change`),
    orderId: idColumn('order_id').references(() => orders.id),
    /** The cause, for example order:12 or refund:5. The same cause moves a card at most once. */
    reference: text('reference').notNull(),
    reason: text('reason').notNull(),
    actorId: userId('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'card_ledger_pkey', columns: [t.cardId, t.seq] }),
    unique('card_ledger_balance').on(t.cardId, t.seq, t.principalAfter, t.giftAfter),
    unique('card_ledger_once').on(t.cardId, t.kind, t.reference),
    index('card_ledger_by_time').on(t.cardId, t.createdAt),
    index('card_ledger_of_kind').on(t.cardId, t.kind, t.seq),
    // Operators search by time, by kind, or by person.
    index('card_ledger_of_all').on(t.createdAt, t.cardId, t.seq),
    index('card_ledger_kind_by_time').on(t.kind, t.createdAt),
    index('card_ledger_of_actor').on(t.actorId, t.createdAt),
    foreignKey({
      name: 'card_ledger_chain',
      columns: [t.cardId, t.prevSeq, t.prevPrincipal, t.prevGift],
      foreignColumns: [t.cardId, t.seq, t.principalAfter, t.giftAfter],
    }),
    check('card_ledger_seq', sql`${t.seq} > 0`),
    check(
      'card_ledger_first',
      sql`${t.seq} > 1 or (${t.principalAfter} = ${t.principalChange} and ${t.giftAfter} = ${t.giftChange})`,
    ),
    check('card_ledger_kind', sql`${t.kind} in ('TOP_UP', 'PAY', 'REFUND', 'WITHDRAW', 'ADJUST')`),
    check(
      'card_ledger_effect',
      sql`case ${t.kind}
        when 'TOP_UP' then ${t.principalChange} > 0 and ${t.giftChange} >= 0
        when 'PAY' then ${t.principalChange} <= 0 and ${t.giftChange} <= 0 and ${t.principalChange} + ${t.giftChange} < 0
        when 'REFUND' then ${t.principalChange} >= 0 and ${t.giftChange} >= 0 and ${t.principalChange} + ${t.giftChange} > 0
        when 'WITHDRAW' then ${t.principalChange} < 0 and ${t.giftChange} <= 0
        else true end`,
    ),
    check('card_ledger_order', sql`${t.kind} = 'ADJUST' or ${t.orderId} is not null`),
  ],
)

/** The amounts that a card can be topped up with. An order keeps the amounts with which it was made. */
export const topUpPlans = pgTable(
  'top_up_plans',
  {
    id: ownId(),
    principalFen: fen('principal_fen').notNull(),
    giftFen: fen('gift_fen').notNull(),
    isOnSale: boolean('is_on_sale').notNull().default(true),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('top_up_plans_on_sale').on(t.principalFen).where(sql`${t.isOnSale}`),
    check('top_up_plans_principal', sql`${t.principalFen} >= 100 and ${t.principalFen} + ${t.giftFen} <= 500000`),
    check('top_up_plans_gift', sql`${t.giftFen} >= 0 and ${t.giftFen} * 5 <= ${t.principalFen}`),
  ],
)

/**
 * The requests of operators to change a card's balance, or to issue a card with a gift. A senior decides each request.
 * Requester and decider are never the same person. No money moves before the state is DONE. `card_id` of a new card is
 * null until then.
 *
 * Source: invariant K7
 */
export const cardAdjustments = pgTable(
  'card_adjustments',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    cardId: idColumn('card_id').references(() => storedCards.id),
    isNewCard: boolean('is_new_card').notNull(),
    principalChange: fen('principal_change').notNull(),
    giftChange: fen('gift_change').notNull(),
    ...requestColumns(),
  },
  (t) => [
    index('card_adjustments_of_card').on(t.cardId, t.id),
    index('card_adjustments_of_user').on(t.userId, t.id),
    index('card_adjustments_waiting_first').on(sql`(${t.state} = 'WAITING')`, t.id),
    index('card_adjustments_by_state').on(t.state, t.id),
    uniqueIndex('card_adjustments_one_waits').on(t.cardId).where(sql`${t.state} = 'WAITING'`),
    uniqueIndex('card_adjustments_one_issue_waits').on(t.userId).where(sql`${t.state} = 'WAITING' and ${t.isNewCard}`),
    ...requestChecks('card_adjustments', t),
    check('card_adjustments_card', sql`(${t.cardId} is not null) = (not ${t.isNewCard} or ${t.state} = 'DONE')`),
    check(
      'card_adjustments_change',
      sql`case when ${t.isNewCard} then ${t.principalChange} = 0 and ${t.giftChange} between 0 and 500000
        else ${t.principalChange} between -500000 and 500000 and ${t.giftChange} between -500000 and 500000
          and (${t.principalChange}, ${t.giftChange}) <> (0, 0) end`,
    ),
  ],
)
