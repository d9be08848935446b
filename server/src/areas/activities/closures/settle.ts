// What a closure calls off: each class and game in a transaction of its own, which marks it as settled.

import { effectiveStatus, isLive } from '@paidang/domain/areas/activities/classes/invitation'
import {
  type ClosureOutcome,
  type ClosureReason,
  closureCause,
  stateAfterFailure,
} from '@paidang/domain/areas/activities/closures/closure'
import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { closureItems, closures } from '../../../tables/closures.ts'
import { venues } from '../../../tables/venues.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import type { Payments } from '../../money/payments/provider.ts'
import { isActive, lockBall } from '../balls/ball-row.ts'
import { callOff } from '../balls/cancel.ts'
import { cancelClass } from '../classes/cancel.ts'
import { openClassAsOperator } from '../classes/open-class.ts'
import { fenOfClass, fenOfGame, sessionsOfClass } from './standing.ts'

type Item = {
  id: string
  invitationId: string | null
  ballId: string | null
  day: string
  beginTimeSlot: number
  endTimeSlot: number
  courtIds: string[]
  reason: ClosureReason
  madeBy: string | null
  venueName: string
}

/** What became of an item, or nothing while it has to wait. */
type Settled = { outcome: ClosureOutcome; sessions: number; fen: number } | undefined

const ENDED_BEFORE = { outcome: 'ENDED_BEFORE', sessions: 0, fen: 0 } as const

type Place = { courtId: string | null; day: string; beginTimeSlot: number; endTimeSlot: number }

/** Whether a class or game still stands where it was when the courts closed. Others may have moved it away. */
const isThere = ({ day, beginTimeSlot, endTimeSlot, courtIds }: Item, place: Place) =>
  place.courtId !== null &&
  courtIds.includes(place.courtId) &&
  place.day === day &&
  place.beginTimeSlot < endTimeSlot &&
  beginTimeSlot < place.endTimeSlot

async function settleClass(tx: Database, item: Item, id: string, now: Date): Promise<Settled> {
  const opened = await openClassAsOperator(tx, id)
  if (!(await isUnsettled(tx, item.id))) return undefined
  const row = opened.view.invitation
  const status = effectiveStatus(opened.facts, now)
  // The clock ends a request that nobody answered in time.
  if (status !== row.invitationStatus) return undefined
  if (!isLive(status) || !isThere(item, { ...row, day: row.courseDate })) return ENDED_BEFORE
  const { rows } = await tx.execute<{ sessions: number; fen: string }>(
    sql`select ${sessionsOfClass} as sessions, ${fenOfClass} as fen from ${invitations} i where i.id = ${id}`,
  )
  const reason = closureCause(item.venueName, item.reason)
  await cancelClass(tx, opened, { actorId: item.madeBy, now, reason, byClub: true, isClosure: true })
  return { outcome: 'CALLED_OFF', sessions: rows[0]?.sessions ?? 0, fen: Number(rows[0]?.fen ?? 0) }
}

async function settleGame(
  tx: Database,
  item: Item,
  id: string,
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<Settled> {
  const ball = await lockBall(tx, id)
  if (!(await isUnsettled(tx, item.id))) return undefined
  if (!ball || !(isActive(ball.status) || ball.status === 'UNPAID')) return ENDED_BEFORE
  if (!isThere(item, { ...ball, day: ball.activityDate })) return ENDED_BEFORE
  const { rows } = await tx.execute<{ fen: string }>(
    sql`select ${fenOfGame} as fen from ${ballGames} b where b.id = ${id}`,
  )
  const text = (back: string) => `${closureCause(item.venueName, item.reason)}${back}`
  await callOff(tx, ball, { cause: 'VENUE', text, now, effects })
  return { outcome: 'CALLED_OFF', sessions: 0, fen: Number(rows[0]?.fen ?? 0) }
}

/** Locks an item, after the class or game that it names. */
async function isUnsettled(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: closureItems.id })
    .from(closureItems)
    .where(and(eq(closureItems.id, id), ne(closureItems.state, 'DONE')))
    .for('update')
  return rows.length === 1
}

async function settle(db: Database, item: Item, clock: { now: Date; effects: OrderEffects }): Promise<void> {
  await db.transaction(async (tx) => {
    const settled =
      item.invitationId === null
        ? await settleGame(tx, item, item.ballId ?? '', clock)
        : await settleClass(tx, item, item.invitationId, clock.now)
    if (!settled) return
    const done = { ...settled, state: 'DONE' as const, settledAt: clock.now }
    await tx.update(closureItems).set(done).where(eq(closureItems.id, item.id))
  })
}

/** Counts a failure, in a transaction of its own. After some of them people have to look at it. */
async function countFailure(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [item] = await tx.select().from(closureItems).where(eq(closureItems.id, id)).for('update')
    if (item?.state !== 'WAITING') return
    const tries = item.tries + 1
    await tx
      .update(closureItems)
      .set({ tries, state: stateAfterFailure(tries) })
      .where(eq(closureItems.id, id))
  })
}

/**
 * What waits, and what failed and whose class or game others ended since: nobody has to look at that any more.
 */
const isDue = or(
  eq(closureItems.state, 'WAITING'),
  and(
    eq(closureItems.state, 'FAILED'),
    sql`(exists (select 1 from ${invitations} i where i.id = ${closureItems.invitationId} and i.invitation_status not in ('PENDING', 'CONFIRMED'))
      or exists (select 1 from ${ballGames} b where b.id = ${closureItems.ballId} and b.status in ('CANCELLED', 'FINISHED')))`,
  ),
)

/**
 * Settles the classes and games of closures, whatever became of earlier runs. What is cut off is as if never begun, and
 * what is done is marked in the same transaction.
 */
export async function settleClosures(context: JobContext & { payments: Payments }): Promise<void> {
  const { db, now, signal, onFault, payments } = context
  await processEach({
    what: 'settle closed booking',
    list: ({ afterId, limit }) =>
      db
        .select({
          id: closureItems.id,
          invitationId: closureItems.invitationId,
          ballId: closureItems.ballId,
          day: closures.day,
          beginTimeSlot: closures.beginTimeSlot,
          endTimeSlot: closures.endTimeSlot,
          courtIds: closures.courtIds,
          reason: closures.reason,
          madeBy: closures.madeBy,
          venueName: venues.name,
        })
        .from(closureItems)
        .innerJoin(closures, eq(closures.id, closureItems.closureId))
        .innerJoin(venues, eq(venues.id, closures.venueId))
        .where(and(isDue, ne(closureItems.state, 'DONE'), gt(closureItems.id, afterId)))
        .orderBy(asc(closureItems.id))
        .limit(limit),
    each: (item) =>
      settle(db, item, { now, effects: payments.effects }).catch(async (error: unknown) => {
        await countFailure(db, item.id)
        throw error
      }),
    signal,
    onFault,
  })
}
