import { USER_TYPES } from '@paidang/domain/kernel/access'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { ballGames, ballParticipants } from '../balls/tables.ts'
import { invitations, seats } from '../classes/tables.ts'
import { companies, companyMembers } from '../companies/tables.ts'
import { users } from './tables.ts'

/** A user as stored, with the numbers of what he did and with how many people. */
export type PlayerRow = typeof users.$inferSelect & {
  classesCount: number
  ballsCount: number
  partnersCount: number
  attendance: number | null
}

/**
 * A user, the completed classes that he attended or taught, and the ball games that he took part in: those that have begun
 * at `now` and were not cancelled. Partners are the different people of his completed classes and finished games; attendance
 * is the percentage of his completed classes to which he came. Undefined when there is none, or none any more.
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
    where p.user_id = ${userId} and p.state = 'FIRM' and b.status <> 'CANCELLED'
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

/** How many different people a user had a completed class with, or a finished game to which both came. */
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
        and own.state = 'FIRM' and own.no_show_at is null and p.state = 'FIRM' and p.no_show_at is null
    ) partner (user_id)
    where partner.user_id <> ${userId}
  )`.mapWith(Number)

/** A coach's public columns; undefined for a player, a closed account and nobody. */
export async function findCoach(db: Database, coachId: string) {
  const { id, userType, nickname, avatar, likesCount } = users
  const [row] = await db
    .select({ id, userType, nickname, avatar, likesCount })
    .from(users)
    .where(and(eq(users.id, coachId), ne(users.userType, USER_TYPES.PLAYER), isNull(users.closedAt)))
  return row
}

/** The companies for which a coach teaches, clubs before one-person ones. */
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
