import type { PlayerBusy } from '@paidang/api/areas/ball-changes'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'

/** The half-hours of these courts that are taken by games in which the user plays. `day` is yyyy-mm-dd. */
export async function listOwnBallCells(
  db: Database,
  { userId, courtIds, day }: { userId: string; courtIds: readonly string[]; day: string },
): Promise<{ courtId: string; halfHour: number }[]> {
  const { rows } = await db.execute<{ courtId: string; halfHour: number }>(sql`
    select c.resource_id::text as "courtId", c.half_hour as "halfHour"
    from ${slotClaims} p
    join ${slotClaims} c on c.kind = ${CLAIM_KIND.COURT} and c.resource_id = any(${sql.param(courtIds)}::bigint[])
      and c.day = p.day and c.half_hour = p.half_hour and c.holder_kind = p.holder_kind and c.holder_id = p.holder_id
    where p.kind = ${CLAIM_KIND.PLAYER} and p.resource_id = ${userId} and p.day = ${day}
      and p.holder_kind = ${HOLDER_KIND.BALL}`)
  return rows
}

/** What a user has at that time, and when. `title` is empty for a lock without a reason. */
export type Arrangement = NonNullable<PlayerBusy['busyWith']>

/** A class, game or lock that holds half-hours of a person, with its title. `ballId` is a game that they arranged. */
export async function findArrangement(
  db: Database,
  { holderKind, holderId, resourceId }: { holderKind: number; holderId: string; resourceId: string },
): Promise<Arrangement | undefined> {
  const { rows } = await db.execute<Arrangement>(
    holderKind === HOLDER_KIND.INVITATION
      ? sql`select course_design_name as "title", begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot", null as "ballId"
          from ${invitations} where id = ${holderId}`
      : holderKind === HOLDER_KIND.BALL
        ? sql`select title, begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot",
              case when initiator_id = ${resourceId} then id::text end as "ballId"
            from ${ballGames} where id = ${holderId}`
        : sql`select reason as "title", begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot", null as "ballId"
            from ${coachLocks} where id = ${holderId}`,
  )
  return rows[0]
}
