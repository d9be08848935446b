import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/balls/ball-status'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'

type At = { now: Date; afterId: string; limit: number }

/** Active games that match a condition, in the order of their ids. */
async function listStanding(db: Database, { afterId, limit }: At, where: SQL | undefined): Promise<{ id: string }[]> {
  return db
    .select({ id: ballGames.id })
    .from(ballGames)
    .where(and(inArray(ballGames.status, ACTIVE_BALL_STATUSES), gt(ballGames.id, afterId), where))
    .orderBy(asc(ballGames.id))
    .limit(limit)
}

/**
 * Games in which a time to answer or to pay has passed, or somebody waits while a seat is free. Paying has `graceMs`
 * longer.
 */
export async function listUnsettled(
  db: Database,
  { graceMs, ...at }: At & { graceMs: number },
): Promise<{ id: string }[]> {
  const overdue = new Date(at.now.getTime() - graceMs)
  const hasExpired = sql`exists (
    select 1 from ${ballParticipants} p where p.ball_id = ${ballGames}.id
      and (p.state = 'OFFERED' and p.held_until <= ${at.now} or p.state = 'HELD' and p.held_until <= ${overdue}))`
  const hasWaiters = sql`exists (
    select 1 from ${ballWaiters} w where w.ball_id = ${ballGames}.id and w.state = 'WAITING')`
  return listStanding(db, at, or(hasExpired, and(eq(ballGames.status, 'OPEN'), hasWaiters)))
}

/** Games whose closing time has come. */
export async function listClosing(db: Database, at: At): Promise<{ id: string }[]> {
  return listStanding(db, at, lte(ballGames.closesAt, at.now))
}

/** Games whose end has passed. */
export async function listEnded(db: Database, at: At): Promise<{ id: string }[]> {
  const { activityDate, endTimeSlot } = ballGames
  // The running half-hour is the first that counts as over for a game that ends with it.
  const now = sql`(${dayOf(at.now)}::date, ${halfHourOfInstant(at.now)}::smallint)`
  return listStanding(db, at, sql`(${activityDate}, ${endTimeSlot}) <= ${now}`)
}
