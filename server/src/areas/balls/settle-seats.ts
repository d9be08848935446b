import type { Database } from '../../db/database.ts'
import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import type { Payments } from '../payments/payments.ts'
import { lockBall } from './ball-queries.ts'
import { listUnsettled } from './clock-queries.ts'
import { offerFreeSeats } from './offer-seats.ts'
import { isStanding } from './open-ball.ts'
import { freeLapsedSeats } from './release-seat.ts'

/** Whoever closes orders asks the provider first whether money came; a seat is taken from its payer without that only later. */
const GRACE_MS = 2 * 60_000

/**
 * Seats that nobody took in time are free again, and free seats are offered to those who wait, in the morning those of the
 * night. Only tidying: whoever needs a seat compares the times with the clock himself.
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
  await oneByOne({
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
    if (!ball || !isStanding(ball.status)) return
    await offerFreeSeats(tx, await freeLapsedSeats(tx, ball, { now, effects, graceMs: GRACE_MS }), now)
  })
}
