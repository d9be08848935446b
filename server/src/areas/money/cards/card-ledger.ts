import { ApiError } from '@paidang/api/catalogue/errors'
import { type CardLedgerKind, type CardMoney, takenFrom } from '@paidang/domain/areas/money/cards/stored-card'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { cardLedger, storedCards } from '../../../tables/cards.ts'

export type CardRow = typeof storedCards.$inferSelect

/** Whether a card belongs to a person. */
export const isCardOf = (cardId: string, userId: string) =>
  and(eq(storedCards.id, cardId), eq(storedCards.userId, userId))

/** Locks a card for the rest of the transaction, if it belongs to this person. Undefined otherwise. */
export async function lockCard(tx: Database, cardId: string, userId: string): Promise<CardRow | undefined> {
  const [row] = await tx.select().from(storedCards).where(isCardOf(cardId, userId)).for('update')
  return row
}

/** Reserves the id of a card that will be issued later. */
export async function reserveCardId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('stored_cards', 'id'))::text as id`,
  )
  const [row] = rows
  if (!row) throw new Error('a sequence answers one row')
  return row.id
}

/**
 * The cause of a movement, which is stored in its ledger row. `reference` identifies the cause, and a cause moves a
 * card at most once.
 */
type Cause = {
  orderId: string | null
  reference: string
  reason: string
  actorId: string | null
  now: Date
}

/** One movement of money on a card. Changes are signed amounts in fen. */
type Movement = Cause & { cardId: string; kind: CardLedgerKind; principalChange: number; giftChange: number }

/**
 * Changes a card's balance and appends the ledger row in one statement. Constraints guarantee that both agree.
 *
 * @returns false if there is no such card, or if it has too little principal or gift
 */
export async function moveMoney(tx: Database, m: Movement): Promise<boolean> {
  const result = await tx.execute(sql`
    with moved as (
      update ${storedCards} set
        principal_fen = principal_fen + ${m.principalChange}::bigint,
        gift_fen = gift_fen + ${m.giftChange}::bigint,
        seq = seq + 1
      where id = ${m.cardId}
        and principal_fen + ${m.principalChange}::bigint >= 0 and gift_fen + ${m.giftChange}::bigint >= 0
      returning id, seq, principal_fen, gift_fen
    )
    insert into ${cardLedger} (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after,
      order_id, reference, reason, actor_id, created_at)
    select id, seq, ${m.kind}, ${m.principalChange}::bigint, ${m.giftChange}::bigint, principal_fen, gift_fen,
      ${m.orderId}::bigint, ${m.reference}, ${m.reason}, ${m.actorId}::bigint, ${m.now}::timestamptz
    from moved`)
  return result.rowCount === 1
}

/**
 * Takes an order's whole amount from a card of its owner, or nothing. An order is charged once.
 *
 * @throws ApiError card_not_found (also for another person's card), card_balance_too_low.
 * Source: decision "Hours and money"
 */
export async function chargeCard(
  tx: Database,
  {
    cardId,
    userId,
    amountFen,
    orderId,
    reason,
    now,
  }: { cardId: string; userId: string; amountFen: number; orderId: string; reason: string; now: Date },
): Promise<void> {
  const card = await lockCard(tx, cardId, userId)
  if (!card) throw new ApiError('card_not_found')
  const taken = takenFrom(card, amountFen)
  if (!taken) throw new ApiError('card_balance_too_low')

  const isMoved = await moveMoney(tx, {
    cardId,
    kind: 'PAY',
    principalChange: -taken.principalFen,
    giftChange: -taken.giftFen,
    orderId,
    reference: `order:${orderId}`,
    reason,
    actorId: userId,
    now,
  })
  if (!isMoved) throw new Error(`card ${cardId} is locked, and yet has less than was read`)
}

/**
 * Adds money to a card, principal and gift separately. `reference` is its source, for example order:12 or refund:5. A
 * source is credited at most once. The maximum of a card does not limit refunds.
 */
export async function creditCard(
  tx: Database,
  {
    principalFen,
    giftFen,
    ...credit
  }: Cause & CardMoney & { cardId: string; kind: 'REFUND' | 'TOP_UP'; orderId: string },
): Promise<void> {
  const isMoved = await moveMoney(tx, { ...credit, principalChange: principalFen, giftChange: giftFen })
  if (!isMoved) throw new Error(`there is no card ${credit.cardId} to put money on`)
}

/** A card to be issued under a reserved id, with its first movement. */
type NewCard = Cause &
  CardMoney & { id: string; userId: string; cardNo: string; name: string; kind: 'TOP_UP' | 'ADJUST' | 'REFUND' }

/** Inserts a card with the ledger row of its first balance. */
export async function insertCard(tx: Database, c: NewCard): Promise<void> {
  await tx.execute(sql`
    with issued as (
      insert into ${storedCards} (id, user_id, card_no, name, principal_fen, gift_fen, seq, created_at)
      values (${c.id}::bigint, ${c.userId}::bigint, ${c.cardNo}, ${c.name}, ${c.principalFen}::bigint, ${c.giftFen}::bigint,
        1, ${c.now}::timestamptz)
      returning id, seq, principal_fen, gift_fen
    )
    insert into ${cardLedger} (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after,
      order_id, reference, reason, actor_id, created_at)
    select id, seq, ${c.kind}, principal_fen, gift_fen, principal_fen, gift_fen,
      ${c.orderId}::bigint, ${c.reference}, ${c.reason}, ${c.actorId}::bigint, ${c.now}::timestamptz
    from issued`)
}
