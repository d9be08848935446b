import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

/** SQL that changes a card’s balance and adds the matching ledger row. */
const moveCard = (
  cardId: string,
  kind: string,
  [principal, gift]: [number, number],
  { orderId = 'null', reference = 'violation' }: { orderId?: string; reference?: string } = {},
) => `WITH moved AS (UPDATE stored_cards SET principal_fen = principal_fen + ${principal}, gift_fen = gift_fen + ${gift},
    seq = seq + 1 WHERE id = ${cardId} RETURNING *)
  INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference, reason)
  SELECT id, seq, '${kind}', ${principal}, ${gift}, principal_fen, gift_fen, ${orderId}, '${reference}', 'violation' FROM moved`

/** SQL in which this staff member approves the pending adjustment and its card changes. */
const adjusted = ({ otherCard, money }: World, actorId: string) => {
  const end = `state = 'DONE', ended_at = now(), decided_by = ${actorId}`
  const moved = moveCard(otherCard.cardId, 'ADJUST', [1_000, 0], { reference: `adjustment:${money.adjustmentId}` })
  return `UPDATE card_adjustments SET ${end} WHERE id = ${money.adjustmentId}; ${moved}`
}
const setAdjustment = ({ money }: World, change: string) =>
  `UPDATE card_adjustments SET ${change} WHERE id = ${money.adjustmentId}`

/** SQL that copies the first ledger row of every card. */
const ROWS_TWICE = `INSERT INTO card_ledger
  (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference, reason)
  SELECT card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference || ' again', reason
  FROM card_ledger`

/** Rules about cards that the database enforces. Each names the invariant that detects the violation without them. */
export const CARD_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'stored_cards_principal',
    on: 'stored_cards',
    violation: ({ card }) => moveCard(card.cardId, 'ADJUST', [-80_001, 0]),
    noticed: 'K1 a card owes nothing',
  },
  {
    name: 'stored_cards_gift',
    on: 'stored_cards',
    violation: ({ card }) => moveCard(card.cardId, 'ADJUST', [0, -2_001]),
    noticed: 'K1 a card owes nothing',
  },
  {
    name: 'stored_cards_balance_is_ledger',
    on: 'stored_cards',
    violation: ({ card }) => `UPDATE stored_cards SET principal_fen = principal_fen + 1 WHERE id = ${card.cardId}`,
    noticed: 'K2 a card’s balance is the sum of its rows',
  },
  {
    name: 'card_ledger_chain',
    on: 'card_ledger',
    violation: ({
      card,
    }) => `WITH moved AS (UPDATE stored_cards SET seq = seq + 1 WHERE id = ${card.cardId} RETURNING *)
      INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      SELECT id, seq, 'ADJUST', 1, 0, principal_fen, gift_fen, 'violation', 'violation' FROM moved`,
    noticed: 'K3 the card ledger is an unbroken chain',
  },
  {
    name: 'card_ledger_first',
    on: 'card_ledger',
    violation: ({ owner }) => `WITH made AS (INSERT INTO stored_cards
        (user_id, card_no, name, principal_fen, gift_fen, seq) VALUES (${owner}, '9', '', 9, 0, 1) RETURNING id)
      INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      SELECT id, 1, 'ADJUST', 1, 0, 9, 0, 'violation', 'violation' FROM made`,
    noticed: 'K3 the card ledger is an unbroken chain',
  },
  {
    name: 'card_ledger_pkey',
    on: 'card_ledger',
    violation: () => ROWS_TWICE,
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
    violation: ({ card }) => moveCard(card.cardId, 'PAY', [-1, 1], card),
    noticed: 'K3 a movement goes the way of its kind',
  },
  {
    name: 'card_ledger_once',
    on: 'card_ledger',
    violation: ({ card }) => moveCard(card.cardId, 'TOP_UP', [1, 0], { ...card, reference: `order:${card.orderId}` }),
    noticed: 'K4 the same thing moves a card once',
  },
  {
    name: 'card_ledger_append_only',
    on: 'card_ledger',
    kind: 'TRIGGER',
    violation: ({ card, otherCard }) =>
      `UPDATE card_ledger SET order_id = ${otherCard.orderId} WHERE card_id = ${card.cardId}`,
    noticed: 'K5 what came onto a card was paid',
  },
  {
    name: 'card_ledger_no_truncate',
    on: 'card_ledger',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE card_ledger CASCADE',
    noticed: 'K5 what came onto a card was paid',
  },
  {
    name: 'card_adjustments_two_people',
    on: 'card_adjustments',
    violation: (world) => adjusted(world, 'requested_by'),
    noticed: 'K7 a card is adjusted by two people',
  },
  {
    name: 'card_adjustments_decided',
    on: 'card_adjustments',
    violation: (world) => adjusted(world, 'null'),
    noticed: 'K7 a card is adjusted by two people',
  },
  {
    name: 'card_adjustments_card',
    on: 'card_adjustments',
    violation: (world) =>
      setAdjustment(world, `card_id = null, state = 'DONE', ended_at = now(), decided_by = ${world.merchantStaffId}`),
    noticed: 'K7 a card is adjusted by two people',
  },
]

/** Keys and checks on cards that no invariant repeats, each with a violation that it refuses. */
export const CARD_REFUSED_VIOLATIONS: Record<string, string> = {
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
    (user_id, card_id, is_new_card, principal_change, gift_change, reason, requested_by)
    SELECT user_id, card_id, is_new_card, principal_change, gift_change, reason, requested_by FROM card_adjustments`,
  card_adjustments_one_issue_waits: `INSERT INTO card_adjustments
    (user_id, is_new_card, principal_change, gift_change, reason, requested_by)
    SELECT user_id, true, 0, 1, reason, requested_by FROM card_adjustments, generate_series(1, 2)`,
}

/** Violations about cards that no constraint refuses. */
export const CARD_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'K2 a card’s balance is the sum of its rows',
    'a row without its balance',
    ({ card }) => `INSERT INTO card_ledger
      (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      VALUES (${card.cardId}, 2, 'ADJUST', -1, 0, 79999, 2000, 'violation', 'violation')`,
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
