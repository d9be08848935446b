import * as api from '@paidang/api/areas/desks/admin-coaches'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isInState } from '../../../tables/auth.ts'
import { hasStatus, invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { isFirstOfGroup, reports } from '../../../tables/reports.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { freeHoursOfClass, policyJoins } from '../../activities/classes/class-view.ts'
import { listApplicationsOf } from '../../people/registration/applications.ts'
import { findUser, pageUsers, presentUser, type UserRow } from './user-rows.ts'

/** Classes of this many days, including today, are counted in lists and on the coach's page. */
const LIST_DAYS = 30
const PAGE_DAYS = 90
const VERIFIED = 1

const firstDayOf = (days: number, now: Date): Day => addDays(dayOf(now), 1 - days)

const isCoach = ne(users.userType, USER_TYPES.PLAYER)

type Teaching = Pick<api.ManagedCoach, 'isVerified' | 'companies' | 'venueCount' | 'studentCount' | 'classCount'>

/** Users with their teaching data, which is counted for these alone. */
async function presentCoaches(db: Database, rows: UserRow[], now: Date): Promise<api.ManagedCoach[]> {
  const ids = rows.map(({ id }) => id)
  const teaching = await db
    .select({
      id: users.id,
      isVerified: sql<boolean>`${users.verified} = ${VERIFIED}`,
      companies: sql<Teaching['companies']>`(
        select coalesce(json_agg(json_build_object('id', c.id::text, 'companyName', c.company_name,
          'isPerson', c.is_person, 'isAdmin', c.admin_id = ${users}.id) order by c.is_person, c.id), '[]')
        from ${companyMembers} m join ${companies} c on c.id = m.company_id where m.user_id = ${users}.id)`,
      venueCount: sql<number>`(
        select count(*) from ${coachVenues} v
        where v.coach_id = ${users}.id and v.approve_status = ${APPROVAL.APPROVED})`.mapWith(Number),
      studentCount: sql<number>`(
        select count(*) from ${studentRelations} r where r.coach_id = ${users}.id)`.mapWith(Number),
      classCount: sql<number>`(
        select count(*) from ${invitations} i where i.coach_id = ${users}.id and i.invitation_status = 'COMPLETED'
          and i.course_date between ${firstDayOf(LIST_DAYS, now)} and ${dayOf(now)})`.mapWith(Number),
    })
    .from(users)
    .where(sql`${users.id} = any (${sql.param(ids)}::bigint[])`)
  const byId = new Map(teaching.map(({ id, ...own }) => [id, own]))
  return rows.flatMap((row) => {
    const own = byId.get(row.id)
    const { username: _username, ...user } = presentUser(row)
    return own ? [{ ...user, ...own }] : []
  })
}

/** The courses of a coach, those of clubs before those of the one-person company. */
async function listTaughtCourses(db: Database, coachId: string): Promise<api.CoachDetail['courses']> {
  const { id, courseName, companyId, pricePerSession, sessionDuration, maxParticipants } = courses
  const { companyName } = companies
  return db
    .select({ id, courseName, companyId, companyName, pricePerSession, sessionDuration, maxParticipants })
    .from(coachCourses)
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false)))
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .where(eq(coachCourses.coachId, coachId))
    .orderBy(companies.isPerson, companies.id, sql`${courseName} collate "zh-x-icu"`, courses.id)
}

/**
 * The venues that a coach applied to. Those that they manage come first, then those where they may teach, then others.
 * Each group is sorted by name.
 */
async function listTaughtVenues(db: Database, coachId: string): Promise<api.CoachDetail['venues']> {
  const { approveStatus, reason, isManager, createdAt, decidedAt } = coachVenues
  const { id, name, city, district } = venues
  const rows = await db
    .select({ id, name, city, district, associationStatus: approveStatus, reason, isManager, createdAt, decidedAt })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(eq(coachVenues.coachId, coachId))
    .orderBy(desc(isManager), desc(eq(approveStatus, APPROVAL.APPROVED)), sql`${name} collate "zh-x-icu"`, id)
  return rows.map(({ createdAt, decidedAt, ...venue }) => ({
    ...venue,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

const isRecent = (now: Date) => sql`${invitations.courseDate} between ${firstDayOf(PAGE_DAYS, now)} and ${dayOf(now)}`

/**
 * A coach's recent classes by status, without statuses that have none. An unanswered request past its time counts as
 * expired.
 */
async function countClasses(db: Database, coachId: string, now: Date): Promise<api.CoachDetail['work']['classes']> {
  const status = sql<api.CoachDetail['work']['classes'][number]['status']>`case
    when ${hasStatus(['EXPIRED'], now)} then 'EXPIRED' else ${invitations.invitationStatus} end`
  return db
    .select({ status, count: sql<number>`count(*)`.mapWith(Number) })
    .from(invitations)
    .where(and(eq(invitations.coachId, coachId), isRecent(now)))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** The work of a coach in numbers, at `now`. */
async function countWork(db: Database, coachId: string, now: Date): Promise<api.CoachDetail['work']> {
  const today = dayOf(now)
  // The contracts of a coach are with the companies that they teach for, so the query finds them by company.
  const running = sql`from ${contracts} c join ${companyMembers} m on m.company_id = c.company_id and m.user_id = ${coachId}
    where c.coach_id = ${coachId} and c.expiry_date >= ${today}::date and c.remaining_sessions > 0`
  const { rows } = await db.execute<Record<Exclude<keyof api.CoachDetail['work'], 'classes'>, string>>(sql`select
    (select count(*) ${running}) as "runningContracts",
    (select coalesce(sum(c.remaining_sessions), 0) ${running}) as "outstandingSessions",
    (select count(*) from ${invitations} where coach_id = ${coachId} and course_date >= ${today}
      and ${hasStatus(['PENDING', 'CONFIRMED'], now)}) as "upcomingClasses",
    (select count(*) from ${invitations} ${policyJoins}
      where ${invitations.coachId} = ${coachId} and ${isRecent(now)}
      and ${invitations.cancelledBy} = ${coachId} and confirmed_at is not null
      and cancelled_at > (course_date + begin_time_slot * interval '30 minutes') at time zone 'Asia/Shanghai'
        - (${freeHoursOfClass}) * interval '1 hour') as "lateCancels",
    (select likes_count from ${users} where id = ${coachId}) as "likes",
    (select count(*) from ${reports} where owner_id = ${coachId} and ${isFirstOfGroup}) as "reports",
    (select count(*) from ${reports} where owner_id = ${coachId} and state = 'WAITING' and ${isFirstOfGroup}) as "waitingReports"`)
  const [row] = rows
  if (!row) throw new Error('the count answers no row')
  const counted = Object.fromEntries(Object.entries(row).map(([what, count]) => [what, Number(count)]))
  return { ...(counted as Omit<api.CoachDetail['work'], 'classes'>), classes: await countClasses(db, coachId, now) }
}

export default plugin([
  // `isPerson` selects coaches who teach for no club.
  handle(api.queryCoaches, async ({ query, db, now }) => {
    const { companyId, isVerified, isPerson, state } = query
    const isMember = sql`select 1 from ${companyMembers} m join ${companies} c on c.id = m.company_id
      where m.user_id = ${users}.id`
    const isOfClub = sql`exists (${isMember} and not c.is_person)`
    const condition = and(
      isCoach,
      state && isInState(state, now),
      companyId === undefined ? undefined : sql`exists (${isMember} and c.id = ${companyId})`,
      isVerified === undefined ? undefined : (isVerified ? eq : ne)(users.verified, VERIFIED),
      isPerson === undefined ? undefined : isPerson ? sql`not ${isOfClub}` : isOfClub,
    )
    const { rows, total } = await pageUsers(db, query, condition, now)
    return { rows: await presentCoaches(db, rows, now), total }
  }),

  handle(api.readManagedCoach, async ({ params: { id }, db, now, app: { fileLinks: links } }) => {
    const { region, description } = users
    const [own] = await db
      .select({ region, description })
      .from(users)
      .where(and(eq(users.id, id), isCoach))
    const user = own && (await findUser(db, id, now))
    const [coach] = user ? await presentCoaches(db, [user], now) : []
    if (!own || !coach) throw new ApiError('coach_not_found')
    return {
      ...coach,
      ...own,
      courses: await listTaughtCourses(db, id),
      venues: await listTaughtVenues(db, id),
      work: await countWork(db, id, now),
      applications: await listApplicationsOf(db, id, { links, now }),
    }
  }),
])
