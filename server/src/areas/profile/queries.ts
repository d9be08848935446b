import { USER_TYPES } from '@paidang/domain/kernel/access'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { ballGames, ballParticipants } from '../balls/tables.ts'
import { invitations, seats } from '../classes/tables.ts'
import { companies, companyMembers } from '../companies/tables.ts'
import { users } from './tables.ts'

/** A user as stored, with the numbers of his classes and ball games. */
export type PlayerRow = typeof users.$inferSelect & { classesCount: number; ballsCount: number }

/**
 * A user, the completed classes that he attended or taught, and the ball games that he took part in: those that have begun
 * at `now` and were not cancelled. Undefined when there is none.
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
  const [row] = await db
    .select({ ...getTableColumns(users), classesCount, ballsCount })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/** A coach's public columns; undefined for a player and for nobody. */
export async function findCoach(db: Database, coachId: string) {
  const { id, userType, nickname, avatar, likesCount } = users
  const [row] = await db
    .select({ id, userType, nickname, avatar, likesCount })
    .from(users)
    .where(and(eq(users.id, coachId), ne(users.userType, USER_TYPES.PLAYER)))
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
