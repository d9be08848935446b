import type { GameOnCourt } from '@paidang/api/areas/ball-courts'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'

/**
 * Which games: on courts of one venue, or all whose title, venue or initiator contains this text. With `userId` games of
 * every status match in which this user has or had a seat.
 */
type GamesQuery = Page & {
  onCourtsOf?: string
  stadiumId?: string | undefined
  userId?: string | undefined
  keyword?: string | undefined
  now: Date
}

/**
 * Games that wait for their initiator's money or are active, and have not ended at `now`. The next comes first. Games of
 * one person come latest first.
 */
export async function listGames(
  db: Database,
  { onCourtsOf, stadiumId, userId, keyword, now, ...page }: GamesQuery,
): Promise<{ rows: GameOnCourt[]; total: number }> {
  const { activityDate, beginTimeSlot, endTimeSlot, status, id } = ballGames
  const inOrder = userId === undefined ? asc : desc
  const pattern = `%${asLiteral(keyword ?? '')}%`
  const where = and(
    userId === undefined
      ? and(
          inArray(status, ['UNPAID', 'OPEN', 'FULL']),
          sql`(${activityDate}, ${endTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
        )
      : inArray(
          id,
          db.select({ id: ballParticipants.ballId }).from(ballParticipants).where(eq(ballParticipants.userId, userId)),
        ),
    onCourtsOf === undefined ? undefined : and(eq(ballGames.stadiumId, onCourtsOf), isNotNull(ballGames.courtId)),
    stadiumId === undefined ? undefined : eq(ballGames.stadiumId, stadiumId),
    keyword
      ? or(...[ballGames.title, users.nickname, venues.name].map((column) => sql`${column} ilike ${pattern}`))
      : undefined,
  )
  const rows = await db
    .select({
      id,
      title: ballGames.title,
      initiator: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      stadiumId: ballGames.stadiumId,
      stadiumName: venues.name,
      courtName: courts.name,
      activityDate,
      beginTimeSlot,
      endTimeSlot,
      seatsTaken: ballGames.seatsTaken,
      maxPlayers: ballGames.maxPlayers,
      feeFen: ballGames.feeFen,
      isPublic: ballGames.isPublic,
      status,
      revision: ballGames.revision,
    })
    .from(ballGames)
    .innerJoin(users, eq(users.id, ballGames.initiatorId))
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(where)
    .orderBy(inOrder(activityDate), inOrder(beginTimeSlot), inOrder(id))
    .limit(page.rows)
    .offset(offsetOf(page))
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(ballGames)
    .innerJoin(users, eq(users.id, ballGames.initiatorId))
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}
