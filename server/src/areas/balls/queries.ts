import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { MAX_ROWS, offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { courts, venues } from '../venues/tables.ts'
import { ballGames, ballParticipants } from './tables.ts'

/** States of a game that people can still look forward to. */
const UPCOMING_STATUSES = ['OPEN', 'FULL'] as const

/** A public game as stored, with the names of its place and who plays. */
export type PublicBallRow = Omit<typeof ballGames.$inferSelect, 'status'> & {
  status: (typeof UPCOMING_STATUSES)[number]
  stadiumName: string | null
  courtName: string | null
  participants: { id: string; nickname: string; avatar: string | null }[]
}

/** Who plays, in the order of joining, as one JSON array: nickname and avatar, nothing else of a person. */
const participantsOfBall = sql<PublicBallRow['participants']>`(
  select coalesce(json_agg(json_build_object('id', p.id::text, 'nickname', p.nickname, 'avatar', p.avatar) order by p.created_at, p.id), '[]')
  from (
    select u.id, u.nickname, u.avatar, bp.created_at
    from ${ballParticipants} bp join ${users} u on u.id = bp.user_id
    where bp.ball_id = ${ballGames}.id
    order by bp.created_at, u.id
    limit ${sql.raw(String(MAX_ROWS))}
  ) p
)`

/** One page of the public games that are open or full and have not begun at `now`, the soonest first. */
export async function listPublicBalls(
  db: Database,
  { now, ...page }: Page & { now: Date },
): Promise<{ rows: PublicBallRow[]; total: number }> {
  const wanted = and(
    eq(ballGames.isPublic, true),
    inArray(ballGames.status, UPCOMING_STATUSES),
    // The half-hour that runs has begun, so a game that starts with it is no longer to come.
    sql`(${ballGames.activityDate}, ${ballGames.beginTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
  )
  const [rows, total] = await Promise.all([
    db
      .select({
        ...getTableColumns(ballGames),
        status: sql<PublicBallRow['status']>`${ballGames.status}`,
        stadiumName: venues.name,
        courtName: courts.name,
        participants: participantsOfBall,
      })
      .from(ballGames)
      .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
      .leftJoin(courts, eq(courts.id, ballGames.courtId))
      .where(wanted)
      .orderBy(ballGames.activityDate, ballGames.beginTimeSlot, ballGames.id)
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(ballGames, wanted),
  ])
  return { rows, total }
}
