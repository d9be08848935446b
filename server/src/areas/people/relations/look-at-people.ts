import { ApiError } from '@paidang/api/catalogue/errors'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { countLookUp } from './look-ups.ts'

/** How many unconnected people a user may look at per day. Counting through ids needs more. */
const STRANGERS_PER_DAY = 300

/**
 * Those of `others` who are connected with `userId`. These are coaches, students, and participants of common classes or
 * games that were not cancelled.
 */
async function listTied(db: Database, userId: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with students as (
      select player_id as id from ${studentRelations} where coach_id = ${userId}
      union select coach_id from ${studentRelations} where player_id = ${userId}
    ), classes as (
      select i.id, i.coach_id from ${invitations} i
      where i.invitation_status in ('PENDING', 'CONFIRMED', 'COMPLETED') and (i.coach_id = ${userId} or exists (
        select 1 from ${seats} own where own.invitation_id = i.id and own.user_id = ${userId} and own.state = 'JOINED'))
    ), games as (
      select g.id, g.initiator_id from ${ballGames} g
      where g.status in ('OPEN', 'FULL', 'FINISHED') and (g.initiator_id = ${userId} or exists (
        select 1 from ${ballParticipants} own
        where own.ball_id = g.id and own.user_id = ${userId} and own.state = 'CONFIRMED'))
    ), tied as (
      select id from students
      union select coach_id from classes
      union select s.user_id from classes c join ${seats} s on s.invitation_id = c.id and s.state = 'JOINED'
      union select initiator_id from games
      union select p.user_id from games g join ${ballParticipants} p on p.ball_id = g.id and p.state = 'CONFIRMED'
    )
    select id::text as id from tied where id = any(${`{${others.join(',')}}`}::bigint[])`)
  return rows.map(({ id }) => id)
}

/**
 * Those of these people who are connected with the caller. These are the caller, their coaches and students, and
 * participants of common classes or games. All others count towards the caller's daily limit, whether or not they
 * exist.
 *
 * @throws ApiError strangers_too_many
 * Source: decision record 023
 */
export async function lookAtPeople(
  db: Database,
  { userIds, actorId, now }: { userIds: readonly string[]; actorId: string; now: Date },
): Promise<Set<string>> {
  const others = [...new Set(userIds)].filter((id) => id !== actorId)
  if (others.length === 0) return new Set([actorId])
  const tied = new Set([actorId, ...(await listTied(db, actorId, others))])
  const count = others.filter((id) => !tied.has(id)).length
  if (count > 0) {
    const looks = await countLookUp(db, { coachId: actorId, kind: 'stranger', count, now })
    if (looks > STRANGERS_PER_DAY) throw new ApiError('strangers_too_many')
  }
  return tied
}
