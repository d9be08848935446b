import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

/** SQL that changes a string’s stock and adds the matching ledger row. */
const moveString = (
  stringId: string,
  kind: string,
  metres: number,
  { reference = 'violation', after = 'stock_metres' }: { reference?: string; after?: string } = {},
) => `WITH moved AS (UPDATE merchant_strings SET stock_metres = stock_metres + ${metres}, seq = seq + 1
    WHERE id = ${stringId} RETURNING *)
  INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
  SELECT id, seq, '${kind}', ${metres}, ${after}, '${reference}', 'violation' FROM moved`

/** SQL that copies the first ledger row of every string. */
const ROWS_TWICE = `INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
  SELECT string_id, seq, kind, metres_change, metres_after, reference || ' again', reason FROM string_ledger WHERE seq = 1`

/**
 * Rules about shops, strings and rackets that the database enforces. Each names the invariant that detects the
 * violation without them.
 */
export const STRINGING_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'merchants_rating',
    on: 'merchants',
    violation: ({ merchantId }) => `UPDATE merchants SET rating_sum = 6 WHERE id = ${merchantId}`,
    noticed: 'S2 a shop’s stars are its reviews',
  },
  {
    name: 'stringing_reviews_stars',
    on: 'stringing_reviews',
    violation: ({ merchantId }) => `UPDATE stringing_reviews SET stars = 6 WHERE merchant_id = ${merchantId};
      UPDATE merchants SET rating_sum = 6 WHERE id = ${merchantId}`,
    besides: ['merchants.merchants_rating'],
    noticed: 'S2 a shop’s stars are its reviews',
  },
  {
    name: 'merchant_strings_stock',
    on: 'merchant_strings',
    violation: ({ shop }) => moveString(shop.multiId, 'ADJUSTED', -100.1),
    noticed: 'S3 a string’s stock is the sum of its rows',
  },
  {
    name: 'merchant_strings_balance',
    on: 'merchant_strings',
    violation: ({ shop }) => `UPDATE merchant_strings SET stock_metres = stock_metres + 0.1 WHERE id = ${shop.multiId}`,
    noticed: 'S3 a string’s stock is the sum of its rows',
  },
  {
    name: 'string_ledger_chain',
    on: 'string_ledger',
    violation: ({
      shop,
    }) => `WITH moved AS (UPDATE merchant_strings SET seq = seq + 1 WHERE id = ${shop.multiId} RETURNING *)
      INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
      SELECT id, seq, 'ADJUSTED', 1, stock_metres, 'violation', 'violation' FROM moved`,
    noticed: 'S3 the string ledger is an unbroken chain',
  },
  {
    name: 'string_ledger_first',
    on: 'string_ledger',
    violation: ({ merchantId }) => `WITH made AS (INSERT INTO merchant_strings
        (merchant_id, sport, brand, name, material, gauge, color, half_price_fen, stock_metres, seq)
        VALUES (${merchantId}, 'tennis', '', '', 'POLY', 1.25, '', 1, 9, 1) RETURNING id)
      INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
      SELECT id, 1, 'IN', 1, 9, 'violation', 'violation' FROM made`,
    noticed: 'S3 the string ledger is an unbroken chain',
  },
  {
    name: 'string_ledger_pkey',
    on: 'string_ledger',
    violation: () => ROWS_TWICE,
    besides: [
      'merchant_strings.merchant_strings_balance',
      'string_ledger.string_ledger_chain',
      'string_ledger.string_ledger_balance',
    ],
    noticed: 'S3 the string ledger is an unbroken chain',
  },
  {
    name: 'string_ledger_effect',
    on: 'string_ledger',
    violation: ({ shop }) => moveString(shop.multiId, 'DRAWN', 1),
    noticed: 'S3 a movement of string goes the way of its kind',
  },
  {
    name: 'string_ledger_once',
    on: 'string_ledger',
    violation: ({ shop }) => moveString(shop.multiId, 'IN', 1, { reference: 'delivery:1' }),
    noticed: 'S3 a movement of string goes the way of its kind',
  },
  {
    name: 'string_ledger_append_only',
    on: 'string_ledger',
    kind: 'TRIGGER',
    violation: ({ shop }) => `UPDATE string_ledger SET reference = 'delivery:1', kind = 'IN', metres_change = 1
      WHERE string_id = ${shop.polyId} AND seq = 2`,
    besides: ['string_ledger.string_ledger_once', 'string_ledger.string_ledger_chain'],
    noticed: 'S3 a movement of string goes the way of its kind',
  },
  {
    name: 'string_ledger_no_truncate',
    on: 'string_ledger',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE string_ledger CASCADE',
    noticed: 'S3 what is strung was drawn',
  },
  {
    name: 'rackets_one_main',
    on: 'rackets',
    kind: 'INDEX',
    violation: ({ spareRacketId }) => `UPDATE rackets SET is_main = true WHERE id = ${spareRacketId}`,
    noticed: 'S4 a player has one racket of each sport to play with',
  },
  {
    name: 'rackets_main_is_here',
    on: 'rackets',
    violation: ({ racketId }) => `UPDATE rackets SET retired_at = now() WHERE id = ${racketId}`,
    noticed: 'S4 a player has one racket of each sport to play with',
  },
]

const set = (table: string, change: string) => `UPDATE ${table} SET ${change}`

/** 2^53 fen: one more than a JavaScript number holds exactly. */
const TOO_MANY_FEN = '9007199254740992'

/** Keys and checks on shops, strings and rackets that no invariant repeats, each with a violation that it refuses. */
export const STRINGING_REFUSED_VIOLATIONS: Record<string, string> = {
  merchants_opening: set('merchants', 'open_to = open_from'),
  merchants_turnaround: set('merchants', 'turnaround_hours = 0'),
  merchants_courier: set('merchants', `courier_fee_fen = ${TOO_MANY_FEN}`),
  stringing_services_kind: set('stringing_services', "kind = 'GIFT'"),
  stringing_services_sport: set('stringing_services', "sport = 'chess'"),
  stringing_services_price: set('stringing_services', `price_fen = ${TOO_MANY_FEN}`),
  merchant_strings_sport: set('merchant_strings', "sport = 'chess'"),
  merchant_strings_material: set('merchant_strings', "material = 'WIRE'"),
  merchant_strings_gauge: set('merchant_strings', 'gauge = 2.01'),
  merchant_strings_price: set('merchant_strings', 'half_price_fen = 0'),
  string_ledger_kind: set('string_ledger', "kind = 'LOST'"),
  string_ledger_seq: set('string_ledger', 'seq = 0, metres_change = metres_after'),
  string_ledger_balance: `ALTER TABLE string_ledger DROP CONSTRAINT string_ledger_pkey; ${ROWS_TWICE}`,
  rackets_sport: set('rackets', "sport = 'chess'"),
  rackets_weight: set('rackets', 'weight_grams = 49'),
  rackets_limits: set('rackets', 'min_tension = 57, max_tension = 48'),
}

/** Violations about shops, strings and rackets that no constraint refuses. */
export const STRINGING_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'S2 a shop’s stars are its reviews',
    'a review was not counted',
    ({ merchantId }) => `UPDATE merchants SET rating_sum = 0, rating_count = 0 WHERE id = ${merchantId}`,
  ],
  [
    'S2 a shop’s stars are its reviews',
    'a shop has stars that nobody gave',
    () => `UPDATE merchants SET rating_sum = rating_sum + 5, rating_count = rating_count + 1`,
  ],
  [
    'S3 a string’s stock is the sum of its rows',
    'a row without its metres',
    ({ shop }) => `INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
      VALUES (${shop.multiId}, 2, 'ADJUSTED', -1, 99, 'violation', 'violation')`,
  ],
  [
    'S3 what is strung was drawn',
    'an order that is not begun has drawn its string',
    ({
      strungOrderId,
    }) => `UPDATE stringing_orders SET status = 'PAID', received_at = null, ready_at = null, completed_at = null
      WHERE id = ${strungOrderId}`,
  ],
  [
    'S3 what is strung was drawn',
    'a finished order took another string than was drawn',
    ({ shop, strungOrderId }) => `UPDATE stringing_parts SET string_id = ${shop.multiId}
      WHERE order_id = ${strungOrderId} AND part = 'mains'`,
  ],
  [
    'S3 what is strung was drawn',
    'an order has one half',
    ({ strungOrderId }) => `DELETE FROM stringing_parts WHERE order_id = ${strungOrderId} AND part = 'crosses'`,
  ],
  [
    'S4 a player has one racket of each sport to play with',
    'he plays with none of his rackets',
    ({ racketId }) => `UPDATE rackets SET is_main = false WHERE id = ${racketId}`,
  ],
  [
    'S4 a racket that is being strung is not put away',
    'a job is of another’s racket',
    ({ racketId, joiner }) => `UPDATE rackets SET user_id = ${joiner} WHERE id = ${racketId}`,
  ],
  [
    'S4 a racket that is being strung is not put away',
    'a racket for tennis was strung for badminton',
    ({ strungOrderId }) => `UPDATE stringing_orders SET sport = 'badminton' WHERE id = ${strungOrderId}`,
  ],
]
