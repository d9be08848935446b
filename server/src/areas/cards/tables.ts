import { CARD_LEDGER_KINDS } from '@paidang/domain/areas/cards/stored-card'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, ownId } from '../../db/columns.ts'
import { orders } from '../payments/tables.ts'
import { userId } from '../profile/tables.ts'

/**
 * Stored-value cards, in a name and without an end. The balance moves only together with a ledger row: the migration ties
 * (id, seq, principal, gift) to the last row by a deferred foreign key. Source: decision "Hours and money", invariants K1 to K6
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
    createdAt: createdAt(),
  },
  (t) => [
    index('stored_cards_of_user').on(t.userId, t.id),
    unique('stored_cards_no').on(t.cardNo),
    check('stored_cards_principal', sql`${t.principalFen} between 0 and 9007199254740991`),
    check('stored_cards_gift', sql`${t.giftFen} between 0 and 9007199254740991`),
  ],
)

/** Append-only movements of money on a card, chained: each row starts from the balance of the row before it. */
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
    /** What moved it, as in order:12 or refund:5; the same thing moves a card once. */
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
