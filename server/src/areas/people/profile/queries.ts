import { USER_TYPES } from '@paidang/domain/kernel/access'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'

/** A stored user, with the numbers of their classes, games and partners. */
export type PlayerRow = typeof users.$inferSelect & {
  classesCount: number
  ballsCount: number
  partnersCount: number
  attendance: number | null
}

/**
 * Finds a user with the numbers below; undefined for no user or a closed account.
 *
 * - Completed classes that the user attended or taught.
 * - Ball games of the user that have begun at `now` and were not cancelled.
 * - Partners: the different people of those classes and of the finished games.
 * - Attendance: the percentage of completed classes that the user came to.
 */
export async function findPlayer(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<PlayerRow | undefined> {
  const classesCount = sql<number>`(
    select count(*)
    from ${invitations} i
    where i.coach_id = ${userId} and i.invitation_status = 'COMPLETED'
  ) + (
    select count(*)
    from ${seats} s join ${invitations} i on i.id = s.invitation_id
    where s.user_id = ${userId} and s.state = 'JOINED' and i.invitation_status = 'COMPLETED'
  )`.mapWith(Number)
  const ballsCount = sql<number>`(
    select count(*)
    from ${ballParticipants} p join ${ballGames} b on b.id = p.ball_id
    where p.user_id = ${userId} and p.state = 'CONFIRMED' and b.status <> 'CANCELLED'
      and (b.activity_date, b.begin_time_slot) <= (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)
  )`.mapWith(Number)
  const attendance = sql<number | null>`(
    select round(100.0 * count(*) filter (where s.attendance in ('present', 'late')) / nullif(count(s.attendance), 0))
    from ${seats} s join ${invitations} i on i.id = s.invitation_id
    where s.user_id = ${userId} and s.state = 'JOINED' and i.invitation_status = 'COMPLETED'
  )`.mapWith(Number)
  const counts = { classesCount, ballsCount, partnersCount: partnersOf(userId), attendance }
  const [row] = await db
    .select({ ...getTableColumns(users), ...counts })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
  return row
}

/**
 * The number of different people who shared a completed class or a finished game with the user. Both must have come to
 * the game.
 */
const partnersOf = (userId: string) =>
  sql<number>`(
    select count(*) from (
      select s.user_id
      from ${invitations} i join ${seats} s on s.invitation_id = i.id
      where i.coach_id = ${userId} and i.invitation_status = 'COMPLETED' and s.state = 'JOINED'
      union
      select other.user_id
      from ${seats} own join ${invitations} i on i.id = own.invitation_id
        cross join lateral (
          select i.coach_id
          union all
          select s.user_id from ${seats} s where s.invitation_id = i.id and s.state = 'JOINED'
        ) other (user_id)
      where own.user_id = ${userId} and own.state = 'JOINED' and i.invitation_status = 'COMPLETED'
      union
      select p.user_id
      from ${ballParticipants} own
        join ${ballGames} b on b.id = own.ball_id
        join ${ballParticipants} p on p.ball_id = b.id
      where own.user_id = ${userId} and b.status = 'FINISHED'
        and own.state = 'CONFIRMED' and own.no_show_at is null and p.state = 'CONFIRMED' and p.no_show_at is null
    ) partner (user_id)
    where partner.user_id <> ${userId}
  )`.mapWith(Number)

/** A coach's public columns; undefined for a player, a closed account and an unknown id. */
export async function findCoach(db: Database, coachId: string) {
  const { id, userType, nickname, avatar, likesCount } = users
  const [row] = await db
    .select({ id, userType, nickname, avatar, likesCount })
    .from(users)
    .where(and(eq(users.id, coachId), ne(users.userType, USER_TYPES.PLAYER), isNull(users.closedAt)))
  return row
}

/** The companies that a coach teaches for, clubs before one-person ones. */
export async function findCompaniesOfCoach(db: Database, coachId: string) {
  return db
    .select({
      id: companies.id,
      companyName: companies.companyName,
      isPerson: companies.isPerson,
      adminId: companies.adminId,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, coachId))
    .orderBy(companies.isPerson, companies.id)
}
