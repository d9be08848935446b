import { ApiError } from '@paidang/api/catalogue/errors'
import { offerEndsAt } from '@paidang/domain/areas/balls/seat-rules'
import { formatDateTime } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { startOf } from './ball-fee.ts'
import { type BallRow, countSeat, findView } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { insertSeat } from './seat-queries.ts'
import { endWaiting, findFirstWaiter, listWaiting, markOffered } from './waiter-queries.ts'

/**
 * Offers the free seats of a locked game to the waiting list, first come first, and notifies those players. The notice
 * names the deadline. At night, or with nobody waiting, seats stay free. Players who are now blocked from the initiator
 * are skipped.
 *
 * @returns the game as it now stands
 * Source: decision "Ball games"; invariants B1, B8
 */
export async function offerFreeSeats(tx: Database, ball: BallRow, now: Date): Promise<BallRow> {
  for (let current = ball; ; ) {
    const until = current.status === 'OPEN' ? offerEndsAt(startOf(current), now) : undefined
    const waiter = until && (await findFirstWaiter(tx, ball.id))
    if (!waiter) return current
    const { userId } = waiter
    if ((await findView(tx, ball.id, userId))?.isHidden) {
      await endWaiting(tx, waiter, 'EXPIRED')
      continue
    }
    await markOffered(tx, waiter)
    current = await offerSeat(tx, current, { userId, until, now })
  }
}

/** Keeps the seat for the player before they answer. Nobody else can take it. Their half-hours are not claimed yet. */
async function offerSeat(
  tx: Database,
  ball: BallRow,
  { userId, until, now }: { userId: string; until: Date; now: Date },
): Promise<BallRow> {
  const counted = await countSeat(tx, ball.id, 1)
  if (!counted) throw new Error(`ball game ${ball.id} is open, and yet has no seat to offer`)
  await insertSeat(tx, { ballId: ball.id, userId, state: 'OFFERED', heldUntil: until, createdAt: now })
  await publishBall(tx, counted, [])
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'invitation',
    title: '候补到您了',
    content: `${factsOf(ball)} 有空位，请在 ${formatDateTime(until).slice('yyyy-'.length, 'yyyy-mm-dd hh:mm'.length)} 前报名`,
    about: { kind: 'ball', id: ball.id },
  })
  return counted
}

/**
 * Free seats are kept for the waiting list, also before any is offered. The first waiting player may take one directly.
 */
export async function assertNotWaitedFor(tx: Database, ball: BallRow, actorId: string): Promise<void> {
  const waitingIds = (await listWaiting(tx, ball.id)).map(({ id }) => id)
  const before = waitingIds.includes(actorId) ? waitingIds.indexOf(actorId) : waitingIds.length
  if (before >= ball.maxPlayers - ball.seatsTaken) throw new ApiError('ball_full')
}
