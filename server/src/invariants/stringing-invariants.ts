import { fault, type Invariant } from './invariant.ts'

/** The invariants of shops, their strings and players' rackets. Names are those of the invariants document. */
export const STRINGING_INVARIANTS: readonly Invariant[] = [
  fault(
    'S2 a shop’s stars are its reviews',
    'ratingSum and ratingCount are those of the reviews, of one to five stars each',
    `SELECT m.id FROM merchants m LEFT JOIN (
        SELECT merchant_id, sum(stars) AS stars, count(*) AS reviews FROM stringing_reviews GROUP BY 1
      ) r ON r.merchant_id = m.id
      WHERE (m.rating_sum, m.rating_count) IS DISTINCT FROM (coalesce(r.stars, 0), coalesce(r.reviews, 0))
      UNION SELECT merchant_id FROM stringing_reviews WHERE stars NOT BETWEEN 1 AND 5`,
  ),
  fault(
    'S3 a string’s stock is the sum of its rows',
    'Its metres are what its ledger adds up to and its last row says, never less than none',
    `SELECT s.id FROM merchant_strings s LEFT JOIN (
        SELECT string_id, sum(metres_change) AS metres, count(*) AS rows,
          (array_agg(metres_after ORDER BY seq DESC))[1] AS last_metres
        FROM string_ledger GROUP BY 1
      ) l ON l.string_id = s.id
      WHERE (s.stock_metres, s.stock_metres, s.seq) IS DISTINCT FROM (l.metres, l.last_metres, l.rows::integer)
        OR s.stock_metres < 0`,
  ),
  fault(
    'S3 the string ledger is an unbroken chain',
    'Rows count from 1, each starting from the metres of the one before',
    `SELECT string_id AS id FROM (
      SELECT string_id, seq, metres_change, metres_after,
        row_number() OVER w AS place, lag(metres_after, 1, 0) OVER w AS metres_before
      FROM string_ledger WINDOW w AS (PARTITION BY string_id ORDER BY seq)
    ) l WHERE seq <> place OR metres_after <> metres_before + metres_change`,
  ),
  fault(
    'S3 a movement of string goes the way of its kind',
    'What comes in adds, what is drawn takes; the same thing moves a string once',
    `SELECT string_id AS id FROM string_ledger
        WHERE kind = 'IN' AND metres_change < 0 OR kind = 'DRAWN' AND metres_change >= 0
      UNION SELECT string_id FROM string_ledger GROUP BY string_id, kind, reference HAVING count(*) > 1`,
  ),
  fault(
    'S3 what is strung was drawn',
    'An order has two halves; what its shop’s strings give for them was drawn once it was begun, and never before',
    `SELECT order_id AS id FROM (
        SELECT p.order_id, p.string_id, sum(p.metres) AS metres FROM stringing_parts p
          JOIN stringing_orders o ON o.id = p.order_id
          WHERE p.string_id IS NOT NULL
            AND (o.status IN ('STRINGING', 'READY', 'COMPLETED') OR (o.cancel_reason = 'PLATFORM' AND EXISTS (
              SELECT 1 FROM stringing_steps b WHERE b.order_id = o.id AND b.action = 'start'))) GROUP BY 1, 2
      ) strung FULL JOIN (
        SELECT substr(reference, 7)::bigint AS order_id, string_id, -metres_change AS metres
          FROM string_ledger WHERE kind = 'DRAWN' AND reference ~ '^order:[0-9]+$'
      ) drawn USING (order_id, string_id)
      WHERE strung.metres IS DISTINCT FROM drawn.metres
      UNION SELECT o.id FROM stringing_orders o
        WHERE (SELECT count(*) FROM stringing_parts p WHERE p.order_id = o.id) <> 2`,
  ),
  fault(
    'S4 a player has one racket of each sport to play with',
    'Among his rackets of a sport that are not put away exactly one is main, and none that is',
    `SELECT user_id AS id FROM rackets WHERE retired_at IS NULL GROUP BY user_id, sport
        HAVING count(*) FILTER (WHERE is_main) <> 1
      UNION SELECT user_id FROM rackets WHERE is_main AND retired_at IS NOT NULL`,
  ),
  fault(
    'S4 a racket that is being strung is not put away',
    'A running order is of a racket of its own player that is still there, and of its sport',
    `SELECT o.id FROM stringing_orders o JOIN rackets r ON r.id = o.racket_id
      WHERE (r.user_id, r.sport) <> (o.user_id, o.sport)
        OR o.status NOT IN ('COMPLETED', 'CANCELLED') AND r.retired_at IS NOT NULL`,
  ),
  fault(
    'S4 a racket is strung once at a time',
    'At most one order of it still goes somewhere',
    `SELECT racket_id AS id FROM stringing_orders WHERE status NOT IN ('COMPLETED', 'CANCELLED')
      GROUP BY racket_id HAVING count(*) > 1`,
  ),
]
