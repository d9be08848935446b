import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import type { Payments } from '../../money/payments/provider.ts'
import { lockBall } from './ball-queries.ts'
import { listUnsettled } from './clock-queries.ts'
import { offerFreeSeats } from './offer-seats.ts'
import { isActive } from './open-ball.ts'
import { releaseExpiredSeats } from './release-seat.ts'

/**
 * The job that closes orders asks the provider first whether money came. Only later is a seat taken from its payer
 * without asking.
 */
const GRACE_MS = 2 * 60_000

/**
 * Frees seats that were not taken in time, and offers free seats to the waiting list. Free seats of the night are
 * offered in the morning. Only cleanup: code that needs a seat compares the times with the clock itself.
 *
 * Source: decision "Ball games"
 */
export async function settleSeats({
  db,
  now,
  signal,
  onFault,
  payments: { effects },
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'settle seats of ball game',
    list: (page) => listUnsettled(db, { now, graceMs: GRACE_MS, ...page }),
    each: ({ id }) => settleSeatsOf(db, { ballId: id, now, effects }),
    signal,
    onFault,
  })
}

async function settleSeatsOf(
  db: Database,
  { ballId, now, effects }: { ballId: string; now: Date; effects: OrderEffects },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ball = await lockBall(tx, ballId)
    if (!ball || !isActive(ball.status)) return
    await offerFreeSeats(tx, await releaseExpiredSeats(tx, ball, { now, effects, graceMs: GRACE_MS }), now)
  })
}
