import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import type { Payments } from '../../money/payments/provider.ts'
import { type BallRow, lockBall } from './ball-queries.ts'
import { callOff } from './cancel-ball.ts'
import { listClosing } from './clock-queries.ts'
import { endUnansweredSeats } from './end-unanswered-seats.ts'
import { isActive } from './open-ball.ts'
import { listSeats, type SeatRow } from './seat-queries.ts'

/**
 * Calls off games with too few players at their closing time. All get their money back and are notified. At the start,
 * players who have not agreed to a change leave the game.
 *
 * Source: decision "Ball games"; invariant B7
 */
export async function closeBalls({
  db,
  now,
  signal,
  onFault,
  payments: { effects },
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'close ball game',
    list: (page) => listClosing(db, { now, ...page }),
    each: ({ id }) => closeBall(db, { ballId: id, now, effects }),
    signal,
    onFault,
  })
}

async function closeBall(
  db: Database,
  { ballId, now, effects }: { ballId: string; now: Date; effects: OrderEffects },
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockBall(tx, ballId)
    if (!locked || !isActive(locked.status) || locked.closesAt > now) return
    const ball = await endUnansweredSeats(tx, locked, { now, effects })
    if (!isActive(ball.status)) return
    if (shortfallOf(ball, await listSeats(tx, ballId), now) !== 'players') return
    const text = `未达最少 ${ball.minPlayers} 人，自动取消，费用全额退回`
    await callOff(tx, ball, { cause: 'TOO_FEW', actorId: null, text, now, effects })
  })
}

/**
 * What a game lacks after its closing time: players, or money that could still arrive at `now`. A player who leaves
 * after the closing time still counts, unless their money was refunded. So leaving does not reopen the decision. Only a
 * change without that player's agreement does.
 */
export function shortfallOf(
  { minPlayers, closesAt }: Pick<BallRow, 'minPlayers' | 'closesAt'>,
  seats: readonly SeatRow[],
  now: Date,
): 'players' | 'payments' | undefined {
  const confirmed = seats.filter(
    ({ state, orderId, confirmedAt, leftAt }) =>
      state === 'CONFIRMED' ||
      ((state === 'LEFT_LATE' || orderId === null) && confirmedAt !== null && leftAt !== null && leftAt > closesAt),
  ).length
  if (confirmed >= minPlayers) return undefined
  const paying = seats.filter(
    ({ state, heldUntil }) => state === 'HELD' && heldUntil !== null && heldUntil > now,
  ).length
  return confirmed + paying < minPlayers ? 'players' : 'payments'
}
