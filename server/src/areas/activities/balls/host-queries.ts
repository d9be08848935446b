import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/balls/ball-status'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { venues } from '../../../tables/venues.ts'

/** Whether a game's initiator is suspended or its venue is closed at `now`. Players relied on both. */
export async function isHostGone(db: Database, ballId: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isGone: boolean }>(sql`
    select ${isSuspended(sql`b.initiator_id`, now)} or coalesce(v.approve_status <> ${APPROVAL.APPROVED}, false) as "isGone"
    from ${ballGames} b left join ${venues} v on v.id = b.stadium_id where b.id = ${ballId}`)
  return rows[0]?.isGone ?? false
}

/** The other players with a seat in the active games of an initiator, with the facts of each game. */
export async function listSeatsWithInitiator(db: Database, initiatorId: string) {
  const { id, activityDate, beginTimeSlot, endTimeSlot, title, status } = ballGames
  const { ballId, userId, state } = ballParticipants
  return db
    .select({ id, activityDate, beginTimeSlot, endTimeSlot, title, userId })
    .from(ballGames)
    .innerJoin(ballParticipants, and(eq(ballId, id), eq(state, 'CONFIRMED'), ne(userId, initiatorId)))
    .where(and(eq(ballGames.initiatorId, initiatorId), inArray(status, ACTIVE_BALL_STATUSES)))
    .orderBy(asc(id), asc(userId))
}
