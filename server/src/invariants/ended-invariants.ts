import { DAYS_TO_RECEIVE } from '@paidang/domain/areas/shop/order-status'
import { ENDS_AT } from './class-conditions.ts'
import type { Invariant } from './invariant.ts'

/** The condition that an instant is more than a week and `days` days before now. */
const isLongAgo = (instant: string, days = 0) => `${instant} < $1::timestamptz - interval '${7 + days} days'`

const GAME_ENDS_AT = `((b.activity_date + b.end_time_slot * interval '30 min') AT TIME ZONE interval '8 hours')`

/** Everything that holds hours, seats, courts or money ends at a certain time. Source: decision records 024 and 025 */
export const ENDED_INVARIANTS: readonly Invariant[] = [
  {
    name: 'X1 what ended a week ago holds nothing',
    severity: 'warning',
    holds:
      'No class holds hours, no game stands or keeps a seat, no order waits for money and no parcel is on its way, a week past its end',
    sql: `SELECT i.id FROM invitations i WHERE ${isLongAgo(ENDS_AT)} AND (i.invitation_status IN ('PENDING', 'CONFIRMED')
        OR EXISTS (SELECT 1 FROM seats s WHERE s.invitation_id = i.id AND s.held_sessions > 0))
      UNION ALL SELECT b.id FROM ball_games b WHERE ${isLongAgo(GAME_ENDS_AT)} AND (b.status IN ('UNPAID', 'OPEN', 'FULL')
        OR EXISTS (SELECT 1 FROM ball_participants p WHERE p.ball_id = b.id AND p.state IN ('OFFERED', 'HELD'))
        OR EXISTS (SELECT 1 FROM ball_waiters w WHERE w.ball_id = b.id AND w.state IN ('WAITING', 'OFFERED')))
      UNION ALL SELECT id FROM orders WHERE state = 'UNPAID' AND ${isLongAgo('expires_at')}
      UNION ALL SELECT id FROM shop_orders WHERE status = 'SENT' AND ${isLongAgo('sent_at', DAYS_TO_RECEIVE)}`,
    usesNow: true,
  },
]
