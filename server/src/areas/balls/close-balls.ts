import type { Database } from '../../db/database.ts'
import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import type { Payments } from '../payments/payments.ts'
import { type BallRow, lockBall } from './ball-queries.ts'
import { callOff } from './cancel-ball.ts'
import { listClosing } from './clock-queries.ts'
import { endSilentSeats } from './end-silent-seats.ts'
import { isStanding } from './open-ball.ts'
import { listSeats, type SeatRow } from './seat-queries.ts'

/**
 * Games whose closing time has come are called off when too few play: all have their money back and are told. At the start
 * whoever has not agreed to a change of theirs is out of it.
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
  await oneByOne({
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
    if (!locked || !isStanding(locked.status) || locked.closesAt > now) return
    const ball = await endSilentSeats(tx, locked, { now, effects })
    if (!isStanding(ball.status)) return
    if (isLacking(ball, await listSeats(tx, ballId), now) !== 'players') return
    const text = `未达最少 ${ball.minPlayers} 人，自动取消，费用全额退回`
    await callOff(tx, ball, { cause: 'TOO_FEW', actorId: null, text, now, effects })
  })
}

/**
 * What a game past its closing time lacks: players, or the money of some who are paying at `now` and would be enough. Who
 * gave a firm seat back after the closing time counts, unless their money went with them: the decision does not come up again
 * for somebody's leaving, only for a change that they did not agree to.
 */
export function isLacking(
  { minPlayers, closesAt }: Pick<BallRow, 'minPlayers' | 'closesAt'>,
  seats: readonly SeatRow[],
  now: Date,
): 'players' | 'payments' | undefined {
  const firm = seats.filter(
    ({ state, orderId, firmAt, leftAt }) =>
      state === 'FIRM' ||
      ((state === 'LEFT_LATE' || orderId === null) && firmAt !== null && leftAt !== null && leftAt > closesAt),
  ).length
  if (firm >= minPlayers) return undefined
  const paying = seats.filter(
    ({ state, heldUntil }) => state === 'HELD' && heldUntil !== null && heldUntil > now,
  ).length
  return firm + paying < minPlayers ? 'players' : 'payments'
}
