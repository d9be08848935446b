import { readTable } from '../http/read-table.ts'
import type { Query } from '../invariants/check-all.ts'
import { inWorld, type World } from './given-world.ts'

/** A rule that the database enforces, and the invariant that notices its violation without it. */
type ConstraintRule = {
  name: string
  on: string
  kind: string
  violation: (world: World) => string
  /** Other constraints that would refuse this violation. */
  besides: string[]
  noticed: string
}

const refused = readTable(new URL('refused-violations.tsv', import.meta.url), 6)

/** Every structural constraint that the invariants depend on. Source: invariants "What must be a constraint" */
export const CONSTRAINT_RULES = refused
  .filter(([, , , noticed]) => noticed !== '-')
  .map(
    ([on = '', name = '', kind = '', noticed = '', besides = '', sql = '']): ConstraintRule => ({
      on,
      name,
      kind,
      noticed,
      besides: besides === '-' ? [] : besides.split(' '),
      violation: (world) => inWorld(world, sql),
    }),
  )

/** Keys and checks that no invariant repeats, each with a violation that it refuses. */
export const REFUSED_VIOLATIONS = refused
  .filter(([, , , noticed]) => noticed === '-')
  .map(([, name = '', , , , sql = '']): [string, string] => [name, sql])

/** Violations that no constraint refuses: the invariant that must notice, what is wrong, and its SQL. */
export const PLANTED_VIOLATIONS = readTable(new URL('planted-violations.tsv', import.meta.url), 3).map(
  ([invariant = '', what = '', sql = '']) => [invariant, what, (world: World) => inWorld(world, sql)] as const,
)

/** Functions that the tables of violations call. Those that move something add the matching row to its ledger. */
const FUNCTIONS: Record<string, string> = {
  // Contract, kind, remaining, held, class, player, round, time.
  'move_hours(bigint, text, numeric, numeric, bigint = null, bigint = null, int = null, timestamptz = now())': `
    WITH moved AS (UPDATE contracts SET remaining_sessions = remaining_sessions + $3, held_sessions = held_sessions + $4,
      seq = seq + 1 WHERE id = $1 RETURNING *)
    INSERT INTO lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      invitation_id, seat_user_id, round, reason, unit_price, created_at)
    SELECT id, seq, $2, $3, $4, remaining_sessions, held_sessions, $5, $6, $7, 'violation', 0, $8 FROM moved`,
  // Card, kind, principal, gift, order, reference.
  "move_card(bigint, text, bigint, bigint, bigint = null, text = 'violation')": `
    WITH moved AS (UPDATE stored_cards SET principal_fen = principal_fen + $3, gift_fen = gift_fen + $4, seq = seq + 1
      WHERE id = $1 RETURNING *)
    INSERT INTO card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id,
      reference, reason)
    SELECT id, seq, $2, $3, $4, principal_fen, gift_fen, $5, $6, 'violation' FROM moved`,
  // Product, kind, units, reference.
  "move_stock(bigint, text, int, text = 'violation')": `
    WITH moved AS (UPDATE products SET stock = stock + $3, seq = seq + 1 WHERE id = $1 RETURNING *)
    INSERT INTO stock_ledger (product_id, seq, kind, units_change, units_after, reference)
    SELECT id, seq, $2, $3, stock, $4 FROM moved`,
  // String, kind, metres, reference.
  "move_string(bigint, text, numeric, text = 'violation')": `
    WITH moved AS (UPDATE merchant_strings SET stock_metres = stock_metres + $3, seq = seq + 1 WHERE id = $1 RETURNING *)
    INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
    SELECT id, seq, $2, $3, stock_metres, $4, 'violation' FROM moved`,
  // Adjustment, card, who decides: the adjustment is done and its card changes.
  'approve_adjustment(bigint, bigint, bigint)': `
    UPDATE card_adjustments SET state = 'DONE', ended_at = now(), decided_by = $3 WHERE id = $1;
    SELECT testing.move_card($2, 'ADJUST', 1000, 0, null, 'adjustment:' || $1)`,
  // Entry of the front desk, who decides: it counts and pays its order.
  'approve_entry(bigint, bigint)': `
    UPDATE offline_entries SET state = 'DONE', ended_at = now(), decided_by = $2 WHERE id = $1;
    INSERT INTO payments (order_id, provider, out_trade_no, transaction_id, amount_fen, received_fen, state, entry_id)
      SELECT order_id, 'OFFLINE', 'entry ' || id, receipt_no, amount_fen, amount_fen, 'SETTLED', id
      FROM offline_entries WHERE id = $1;
    UPDATE orders SET state = 'PAID', method = 'OFFLINE', paid_at = now()
      WHERE id = (SELECT order_id FROM offline_entries WHERE id = $1)`,
  // Refund, who decides: the refund is done and its stringing order ends.
  'approve_refund(bigint, bigint)': `
    UPDATE stringing_refunds SET state = 'DONE', ended_at = now(), decided_by = $2 WHERE id = $1;
    INSERT INTO stringing_steps (order_id, seq, action, status, actor, actor_id, created_at)
      SELECT r.order_id, max(s.seq) + 1, 'refund', 'CANCELLED', 'OPERATOR', r.decided_by, now()
      FROM stringing_refunds r JOIN stringing_steps s ON s.order_id = r.order_id WHERE r.id = $1
      GROUP BY r.order_id, r.decided_by;
    UPDATE stringing_orders SET status = 'CANCELLED', cancel_reason = 'PLATFORM', response_time = now()
      WHERE id = (SELECT order_id FROM stringing_refunds WHERE id = $1)`,
  // Class, initiator, day: a late cancellation an hour before TEST_NOW. What it costs comes from elsewhere.
  "cancel_late(bigint, bigint, date = '2026-05-01')": `
    DELETE FROM slot_claims WHERE holder_id = $1 AND holder_kind = 1;
    UPDATE invitations SET course_date = $3, invitation_status = 'CANCELLED', cancelled_at = '2026-05-01 03:00Z',
      cancelled_by = $2, cancel_reason = 'late' WHERE id = $1;
    UPDATE seats SET held_sessions = 0, late_cancelled_at = '2026-05-01 03:00Z' WHERE invitation_id = $1 AND user_id = $2`,
  // Class: it carries a policy of its company, under which the first hour is half lost from 24 hours before the start.
  'under_policy(bigint)': `
    INSERT INTO policy_versions (company_id, version, terms, made_by) SELECT company_id, 1, '{
      "tiers": [{"hours": 24, "percent": 50}, {"hours": 2, "percent": 100}],
      "percents": {"late": 100, "absent": 100, "leave": 0},
      "forgiven": {"cancel": {"times": 0, "days": 90}, "late": {"times": 0, "days": 90},
        "absent": {"times": 0, "days": 90}, "leave": {"times": 0, "days": 90}},
      "coachAbsentHalves": 1}', initiator_id FROM invitations WHERE id = $1;
    SELECT set_config('session_replication_role', 'replica', true);
    UPDATE invitations SET policy_id = (SELECT max(id) FROM policy_versions) WHERE id = $1;
    SELECT set_config('session_replication_role', 'origin', true)`,
  // Closes the account of a user who takes part in nothing, as the product does it.
  'close_account(bigint)': `
    DELETE FROM login_sessions WHERE user_id = $1;
    UPDATE users SET nickname = '已注销用户', phone = null, open_id = null, closed_at = now() WHERE id = $1`,
}

/** Creates these functions in the template database. */
export async function createViolationFunctions(query: Query): Promise<void> {
  for (const [signature, body] of Object.entries(FUNCTIONS)) {
    await query(`CREATE FUNCTION testing.${signature} RETURNS void LANGUAGE sql AS $function$ ${body} $function$`, [])
  }
}
