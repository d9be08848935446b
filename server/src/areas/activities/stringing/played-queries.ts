import type { Sport } from '@paidang/domain/kernel/sport'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'

/**
 * A class (its course's name) or a ball game (its sport) that a person played. Half-hour indexes of a day, end
 * exclusive.
 */
export type PlayedRow = { day: string; begin: number; end: number } & (
  | { courseName: string; sport: null }
  | { courseName: null; sport: Sport }
)

/**
 * Lists what a person played from a day on. It has completed classes with a seat, unless the person was absent or on
 * leave. It has finished games with a confirmed seat, unless the person did not come. A coach does not wear the strings
 * by teaching a class.
 */
export async function listPlayed(
  db: Database,
  { userId, since }: { userId: string; since: string },
): Promise<PlayedRow[]> {
  const { rows } = await db.execute<PlayedRow>(sql`
    select i.course_date::text as day, i.begin_time_slot as begin, i.end_time_slot as "end",
      i.course_design_name as "courseName", null as sport
    from ${seats} s join ${invitations} i on i.id = s.invitation_id
    where s.user_id = ${userId} and s.state = 'JOINED' and coalesce(s.attendance, 'present') not in ('absent', 'leave')
      and i.invitation_status = 'COMPLETED' and i.course_date >= ${since}::date
    union all
    select b.activity_date::text, b.begin_time_slot, b.end_time_slot, null, b.sport
    from ${ballParticipants} p join ${ballGames} b on b.id = p.ball_id
    where p.user_id = ${userId} and p.state = 'CONFIRMED' and p.no_show_at is null
      and b.status = 'FINISHED' and b.activity_date >= ${since}::date`)
  return rows
}
