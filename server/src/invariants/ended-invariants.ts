import { DAYS_TO_RECEIVE } from '@paidang/domain/areas/activities/shop/order-status'
import { WAITING, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { ENDS_AT } from './class-conditions.ts'
import type { Invariant } from './invariant.ts'

/** The condition that an instant is more than a week and `days` days before now. */
const isLongAgo = (instant: string, days = 0) => `${instant} < $1::timestamptz - interval '${7 + days} days'`

const GAME_ENDS_AT = `((b.activity_date + b.end_time_slot * interval '30 min') AT TIME ZONE interval '8 hours')`

/** The condition that a state is over its limit since an instant. The job that ends it has a day more. */
const isOverLimit = (kind: WaitingKind, since: string) =>
  `${since} < $1::timestamptz - interval '${WAITING[kind].limit + (WAITING[kind].isEnded ? 1 : 0)} days'`

/** Since when a stringing order in work waits: from its due time on. */
const WORK_SINCE = 'greatest(response_time, coalesce(due_at, expected_at))'

/** Everything that holds hours, seats, courts or money ends at a certain time. Source: decision records 024, 025 and 037 */
export const ENDED_INVARIANTS: readonly Invariant[] = [
  {
    name: 'X1 what ended a week ago holds nothing',
    severity: 'warning',
    holds:
      'No class holds hours, no game stands or keeps a seat, no order waits for money and no parcel is on its way, a week past its end',
    sql: `SELECT i.id FROM invitations i WHERE ${isLongAgo(`CASE WHEN i.past_reason IS NULL THEN ${ENDS_AT} ELSE i.expires_at END`)} AND (i.invitation_status IN ('PENDING', 'CONFIRMED')
        OR EXISTS (SELECT 1 FROM seats s WHERE s.invitation_id = i.id AND s.held_sessions > 0))
      UNION ALL SELECT b.id FROM ball_games b WHERE ${isLongAgo(GAME_ENDS_AT)} AND (b.status IN ('UNPAID', 'OPEN', 'FULL')
        OR EXISTS (SELECT 1 FROM ball_participants p WHERE p.ball_id = b.id AND p.state IN ('OFFERED', 'HELD'))
        OR EXISTS (SELECT 1 FROM ball_waiters w WHERE w.ball_id = b.id AND w.state IN ('WAITING', 'OFFERED')))
      UNION ALL SELECT id FROM orders WHERE state = 'UNPAID' AND ${isLongAgo('expires_at')}
      UNION ALL SELECT id FROM shop_orders WHERE status = 'SENT' AND ${isLongAgo('sent_at', DAYS_TO_RECEIVE)}`,
    usesNow: true,
  },
  {
    name: 'X2 a paid order waits no longer than its limit',
    severity: 'warning',
    holds:
      'Each state that waits for a parcel, a racket, a shop, a player or an answer is over by its limit; the ids are of payments’ orders',
    sql: `SELECT payment_order_id AS id FROM shop_orders
        WHERE status = 'PAID' AND ${isOverLimit('SHOP_UNSENT', 'paid_at')}
          OR refund_choice = 'ASKED' AND ${isOverLimit('SHOP_REFUND', 'refund_asked_at')}
      UNION ALL SELECT payment_order_id FROM stringing_orders
        WHERE status = 'PAID' AND ${isOverLimit('STRINGING_PAID', WORK_SINCE)}
          OR status = 'RECEIVED' AND ${isOverLimit('STRINGING_RECEIVED', WORK_SINCE)}
          OR status = 'STRINGING' AND ${isOverLimit('STRINGING_STRINGING', WORK_SINCE)}
          OR status = 'READY' AND ${isOverLimit('STRINGING_READY', 'response_time')}
          OR status = 'CANCELLED' AND received_at IS NOT NULL AND returned_at IS NULL AND NOT is_racket_lost
            AND ${isOverLimit('STRINGING_RETURN', 'response_time')}`,
    usesNow: true,
  },
  {
    name: 'X2 a request to move money is decided within its limit',
    severity: 'warning',
    holds:
      'An adjustment of a card, or a refund of a begun order, ends by itself when nobody decides; the ids are of requests',
    sql: `SELECT id FROM card_adjustments WHERE state = 'WAITING' AND ${isOverLimit('CARD_ADJUSTMENT', 'created_at')}
      UNION ALL SELECT id FROM stringing_refunds
        WHERE state = 'WAITING' AND ${isOverLimit('STRINGING_REFUND', 'created_at')}`,
    usesNow: true,
  },
  {
    name: 'X2 a refund arrives within its limit',
    severity: 'warning',
    holds: 'Money on its way back is there after some days; what is stuck was retried',
    sql: `SELECT id FROM refunds WHERE state = 'STUCK' AND ${isOverLimit('REFUND_STUCK', 'created_at')}
        OR state IN ('WAITING', 'PROCESSING') AND ${isOverLimit('REFUND_OPEN', 'created_at')}`,
    usesNow: true,
  },
]
