import { ApiError } from '@paidang/api/catalogue/errors'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { partners, studentRelations } from '../../../tables/relations.ts'
import { countLookUp } from './look-ups.ts'

/** How many unconnected people a user may look at per day. Counting through ids needs more. */
const STRANGERS_PER_DAY = 300

/**
 * Those of `others` who are connected with `userId`. These are coaches, students, and participants of common classes or
 * games that were not cancelled.
 */
async function listTied(db: Database, userId: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with asked as (
      select id from unnest(${`{${others.join(',')}}`}::bigint[]) as asked(id)
    ), classes as (
      select i.id, i.coach_id from ${invitations} i
        where i.coach_id = ${userId} and i.invitation_status in ('PENDING', 'CONFIRMED')
      union select s.invitation_id, s.coach_id from ${seats} s
        where s.user_id = ${userId} and s.invitation_status in ('PENDING', 'CONFIRMED') and s.state = 'JOINED'
    ), games as (
      select p.ball_id as id from ${ballParticipants} p where p.user_id = ${userId} and p.state = 'CONFIRMED'
        and p.ball_status in ('OPEN', 'FULL')
      union select g.id from ${ballGames} g where g.initiator_id = ${userId} and g.status in ('OPEN', 'FULL')
    ), missed as (
      select p.ball_id as id, p.user_id from ${ballParticipants} p
      where p.no_show_at is not null and (p.user_id = ${userId} or p.user_id in (select id from asked)) and p.ball_status = 'FINISHED'
    ), tied as (
      select a.id from asked a where exists (
          select 1 from ${partners} t where t.user_id = ${userId} and t.partner_id = a.id)
        or exists (select 1 from ${studentRelations} r where (r.coach_id, r.player_id) in ((${userId}, a.id), (a.id, ${userId})))
      union select coach_id from classes
      union select s.user_id from classes c join ${seats} s on s.invitation_id = c.id and s.state = 'JOINED'
      union select g.initiator_id from games o join ${ballGames} g on g.id = o.id
      union select p.user_id from games g join ${ballParticipants} p on p.ball_id = g.id and p.state = 'CONFIRMED'
      -- Who did not come to a finished game is no partner, and yet no stranger.
      union select case when m.user_id = ${userId} then p.user_id else m.user_id end from missed m
        join ${ballParticipants} p on p.ball_id = m.id and p.state = 'CONFIRMED'
        where m.user_id = ${userId} or p.user_id = ${userId}
    )
    select id::text as id from tied where id in (select id from asked)`)
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
