import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

/** Moves a card’s balance and writes the row that says so. */
const moveCard = (
  cardId: string,
  kind: string,
  [principal, gift]: [number, number],
  { orderId = 'null', reference = 'damage' }: { orderId?: string; reference?: string } = {},
) => `WITH moved AS (UPDATE stored_cards SET principal_fen = principal_fen + ${principal}, gift_fen = gift_fen + ${gift},
    seq = seq + 1 WHERE id = ${cardId} RETURNING *)
  INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference, reason)
  SELECT id, seq, '${kind}', ${principal}, ${gift}, principal_fen, gift_fen, ${orderId}, '${reference}', 'damage' FROM moved`

/** The adjustment that waits is approved, by this person of the staff, and its card moved. */
const adjusted = ({ otherCard, money }: World, by: string) => {
  const end = `state = 'DONE', ended_at = now(), decided_by = ${by}`
  const moved = moveCard(otherCard.cardId, 'ADJUST', [1_000, 0], { reference: `adjustment:${money.adjustmentId}` })
  return `UPDATE card_adjustments SET ${end} WHERE id = ${money.adjustmentId}; ${moved}`
}
const setAdjustment = ({ money }: World, change: string) =>
  `UPDATE card_adjustments SET ${change} WHERE id = ${money.adjustmentId}`

/** The first row of every card once more. */
const ROWS_TWICE = `INSERT INTO card_ledger
  (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference, reason)
  SELECT card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference || ' again', reason
  FROM card_ledger`

/** What the database itself keeps of cards, and the invariants that notice without it. */
export const CARD_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'stored_cards_principal',
    on: 'stored_cards',
    damage: ({ card }) => moveCard(card.cardId, 'ADJUST', [-80_001, 0]),
    noticed: 'K1 a card owes nothing',
  },
  {
    name: 'stored_cards_gift',
    on: 'stored_cards',
    damage: ({ card }) => moveCard(card.cardId, 'ADJUST', [0, -2_001]),
    noticed: 'K1 a card owes nothing',
  },
  {
    name: 'stored_cards_balance_is_ledger',
    on: 'stored_cards',
    damage: ({ card }) => `UPDATE stored_cards SET principal_fen = principal_fen + 1 WHERE id = ${card.cardId}`,
    noticed: 'K2 a card’s balance is the sum of its rows',
  },
  {
    name: 'card_ledger_chain',
    on: 'card_ledger',
    damage: ({ card }) => `WITH moved AS (UPDATE stored_cards SET seq = seq + 1 WHERE id = ${card.cardId} RETURNING *)
      INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      SELECT id, seq, 'ADJUST', 1, 0, principal_fen, gift_fen, 'damage', 'damage' FROM moved`,
    noticed: 'K3 the card ledger is an unbroken chain',
  },
  {
    name: 'card_ledger_first',
    on: 'card_ledger',
    damage: ({ owner }) => `WITH made AS (INSERT INTO stored_cards
        (user_id, card_no, name, principal_fen, gift_fen, seq) VALUES (${owner}, '9', '', 9, 0, 1) RETURNING id)
      INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      SELECT id, 1, 'ADJUST', 1, 0, 9, 0, 'damage', 'damage' FROM made`,
    noticed: 'K3 the card ledger is an unbroken chain',
  },
  {
    name: 'card_ledger_pkey',
    on: 'card_ledger',
    damage: () => ROWS_TWICE,
    besides: [
      'stored_cards.stored_cards_balance_is_ledger',
      'card_ledger.card_ledger_chain',
      'card_ledger.card_ledger_balance',
    ],
    noticed: 'K3 the card ledger is an unbroken chain',
  },
  {
    name: 'card_ledger_effect',
    on: 'card_ledger',
    damage: ({ card }) => moveCard(card.cardId, 'PAY', [-1, 1], card),
    noticed: 'K3 a movement goes the way of its kind',
  },
  {
    name: 'card_ledger_once',
    on: 'card_ledger',
    damage: ({ card }) => moveCard(card.cardId, 'TOP_UP', [1, 0], { ...card, reference: `order:${card.orderId}` }),
    noticed: 'K4 the same thing moves a card once',
  },
  {
    name: 'card_ledger_append_only',
    on: 'card_ledger',
    kind: 'TRIGGER',
    damage: ({ card, otherCard }) =>
      `UPDATE card_ledger SET order_id = ${otherCard.orderId} WHERE card_id = ${card.cardId}`,
    noticed: 'K5 what came onto a card was paid',
  },
  {
    name: 'card_ledger_no_truncate',
    on: 'card_ledger',
    kind: 'TRIGGER',
    damage: () => 'TRUNCATE card_ledger CASCADE',
    noticed: 'K5 what came onto a card was paid',
  },
  {
    name: 'card_adjustments_two_people',
    on: 'card_adjustments',
    damage: (world) => adjusted(world, 'asked_by'),
    noticed: 'K7 a card is adjusted by two people',
  },
  {
    name: 'card_adjustments_decided',
    on: 'card_adjustments',
    damage: (world) => adjusted(world, 'null'),
    noticed: 'K7 a card is adjusted by two people',
  },
  {
    name: 'card_adjustments_card',
    on: 'card_adjustments',
    damage: (world) =>
      setAdjustment(world, `card_id = null, state = 'DONE', ended_at = now(), decided_by = ${world.merchantStaffId}`),
    noticed: 'K7 a card is adjusted by two people',
  },
]

/** Keys and checks of cards that no invariant needs to repeat. */
export const CARD_REFUSED_DAMAGE: Record<string, string> = {
  stored_cards_no: "UPDATE stored_cards SET card_no = 'one for all'",
  card_ledger_balance: `ALTER TABLE card_ledger DROP CONSTRAINT card_ledger_pkey; ${ROWS_TWICE}`,
  card_ledger_kind: "UPDATE card_ledger SET kind = 'PRESENT'",
  card_ledger_seq:
    'UPDATE card_ledger SET seq = 0, principal_change = principal_after, gift_change = gift_after WHERE seq = 1',
  card_ledger_order: 'UPDATE card_ledger SET order_id = null',
  card_adjustments_state: "UPDATE card_adjustments SET state = 'LOST', ended_at = now()",
  card_adjustments_ended: 'UPDATE card_adjustments SET ended_at = now()',
  card_adjustments_change: 'UPDATE card_adjustments SET principal_change = 0',
  card_adjustments_reason: "UPDATE card_adjustments SET reason = ''",
  card_adjustments_one_waits: `INSERT INTO card_adjustments
    (user_id, card_id, is_new_card, principal_change, gift_change, reason, asked_by)
    SELECT user_id, card_id, is_new_card, principal_change, gift_change, reason, asked_by FROM card_adjustments`,
  card_adjustments_one_issue_waits: `INSERT INTO card_adjustments
    (user_id, is_new_card, principal_change, gift_change, reason, asked_by)
    SELECT user_id, true, 0, 1, reason, asked_by FROM card_adjustments, generate_series(1, 2)`,
}

/** Damage to cards that no constraint refuses. */
export const CARD_PLANTED_DAMAGE: [string, string, (world: World) => string][] = [
  [
    'K2 a card’s balance is the sum of its rows',
    'a row without its balance',
    ({ card }) => `INSERT INTO card_ledger
      (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      VALUES (${card.cardId}, 2, 'ADJUST', -1, 0, 79999, 2000, 'damage', 'damage')`,
  ],
  [
    'K5 what came onto a card was paid',
    'a top-up is of more than its order',
    ({ card }) => moveCard(card.cardId, 'TOP_UP', [100, 0], card),
  ],
  [
    'K5 what came onto a card was paid',
    'a paid order brought nothing',
    ({
      card,
      owner,
    }) => `INSERT INTO orders (user_id, kind, object_id, title, amount_fen, state, method, expires_at, paid_at)
      VALUES (${owner}, 'CARD_TOP_UP', ${card.cardId}, '', 100, 'PAID', 'WECHAT', now(), now())`,
  ],
  [
    'K5 a top-up gives back at most what it brought',
    'principal is withdrawn and nobody gets it',
    ({ card }) => moveCard(card.cardId, 'WITHDRAW', [-100, 0], card),
  ],
  [
    'K5 a top-up gives back at most what it brought',
    'more gift is lost than came with it',
    ({ card, otherCard }) => moveCard(card.cardId, 'WITHDRAW', [-1, -1_000], otherCard),
  ],
  [
    'K6 a card pays what its orders cost',
    'a card is charged for an order that it did not pay',
    ({ card }) => moveCard(card.cardId, 'PAY', [-100, 0], card),
  ],
  [
    'K7 a card is adjusted by two people',
    'a card is adjusted though nobody asked for it',
    ({ card }) => moveCard(card.cardId, 'ADJUST', [100, 0]),
  ],
  [
    'K7 a card is adjusted by two people',
    'an adjustment is done and its card has not moved',
    (world) => setAdjustment(world, `state = 'DONE', ended_at = now(), decided_by = ${world.merchantStaffId}`),
  ],
  [
    'K7 a card is adjusted by two people',
    'more is adjusted than was approved',
    (world) => `${adjusted(world, world.merchantStaffId)}; ${setAdjustment(world, 'principal_change = 999')}`,
  ],
  [
    'K6 what comes back onto a card is a refund',
    'a refund without its refund',
    ({ card }) => moveCard(card.cardId, 'REFUND', [100, 0], card),
  ],
]
