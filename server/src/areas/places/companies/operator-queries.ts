import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { offsetOf } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { accountStateAt } from '../../../tables/auth.ts'
import { coachCourses, companies, companyMembers, courses, retiredPolicies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'
import { taughtCourseNames } from './member-queries.ts'

/**
 * Whether a contract `c` has remaining hours and has not expired.
 *
 * @param today yyyy-mm-dd
 */
const isRunning = (today: Day) => sql`c.expiry_date >= ${today}::date and c.remaining_sessions > 0`

const coachCount = sql<number>`(select count(*) from ${companyMembers} m where m.company_id = ${companies}.id)`

function selectCompanies(db: Database, today: Day) {
  const ofRunning = (figure: SQL) =>
    sql<number>`(select ${figure} from ${contracts} c where c.company_id = ${companies}.id and ${isRunning(today)})`
  return db
    .select({
      company: companies,
      admin: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      coachCount: coachCount.mapWith(Number),
      courseCount:
        sql<number>`(select count(*) from ${courses} x where x.company_id = ${companies}.id and not x.del_flag)`.mapWith(
          Number,
        ),
      studentCount: ofRunning(sql`count(distinct c.user_id)`).mapWith(Number),
      outstandingSessions: ofRunning(sql`coalesce(sum(c.remaining_sessions), 0)`).mapWith(Number),
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.adminId))
    .$dynamic()
}

/** A company as operators see it. */
export type ManagedCompanyRow = Awaited<ReturnType<typeof selectCompanies>>[number]

/** Filters and order of the list of companies. */
type CompaniesQuery = {
  keyword: string | undefined
  isPerson: boolean | undefined
  isClosed: boolean | undefined
  sort: 'createdAt' | 'coachCount'
  sord: 'asc' | 'desc'
}

/** One page of all companies. The figures are computed only for the rows of the page. */
export async function pageCompanies(
  db: Database,
  {
    keyword,
    isPerson,
    isClosed,
    sort,
    sord,
    now,
    ...page
  }: CompaniesQuery & { current: number; rows: number; now: Date },
): Promise<{ rows: ManagedCompanyRow[]; total: number }> {
  const condition = and(
    keyword ? or(ilike(companies.companyName, `%${asLiteral(keyword)}%`), isPersonMeantBy(keyword)) : undefined,
    isPerson === undefined ? undefined : eq(companies.isPerson, isPerson),
    isClosed === undefined ? undefined : isClosed ? isNotNull(companies.closedAt) : isNull(companies.closedAt),
  )
  const inOrder = sord === 'asc' ? asc : desc
  const [rows, total] = await Promise.all([
    selectCompanies(db, dayOf(now))
      .where(condition)
      .orderBy(inOrder(sort === 'coachCount' ? coachCount : companies.createdAt), inOrder(companies.id))
      .limit(page.rows)
      .offset(offsetOf(page)),
    countUpTo(
      db,
      db
        .select({ id: companies.id })
        .from(companies)
        .innerJoin(users, eq(users.id, companies.adminId))
        .where(condition),
    ),
  ])
  return { rows, total }
}

/** One company; undefined for none. */
export async function findManagedCompany(
  db: Database,
  { companyId, today }: { companyId: string; today: Day },
): Promise<ManagedCompanyRow | undefined> {
  const [row] = await selectCompanies(db, today).where(eq(companies.id, companyId))
  return row
}

/** The coaches of a company: its admin first, then by the time they joined. */
export async function listMembersAt(db: Database, { companyId, now }: { companyId: string; now: Date }) {
  return db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      userType: users.userType,
      state: accountStateAt(now),
      isAdmin: sql<boolean>`${companies.adminId} = ${users.id}`,
      courseNames: taughtCourseNames,
      joinedAt: companyMembers.createdAt,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(desc(sql`${companies.adminId} = ${users.id}`), companyMembers.createdAt, users.id)
}

/** The offered courses of a company, by name, with their coaches and the hours that active contracts owe. */
export async function listCoursesOnOffer(db: Database, { companyId, today }: { companyId: string; today: Day }) {
  // Filters by company first, because that column has the index of contracts.
  const owed = (figure: SQL) => sql<number>`(select ${figure} from ${contracts} c
    where c.company_id = ${courses}.company_id and c.course_id = ${courses}.id and ${isRunning(today)})`
  return db
    .select({
      id: courses.id,
      courseName: courses.courseName,
      pricePerSession: courses.pricePerSession,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      coachNames: sql<string[]>`array(select u.nickname from ${coachCourses} x join ${users} u on u.id = x.coach_id
        where x.course_id = ${courses}.id order by u.nickname collate "zh-x-icu", u.id)`,
      studentCount: owed(sql`count(distinct c.user_id)`).mapWith(Number),
      outstandingSessions: owed(sql`coalesce(sum(c.remaining_sessions), 0)`).mapWith(Number),
    })
    .from(courses)
    .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false)))
    .orderBy(sql`${courses.courseName} collate "zh-x-icu"`, courses.id)
}

/** Counts a company's contracts: all, the active ones, and the hours that classes hold on the active ones. */
export async function countContracts(db: Database, { companyId, today }: { companyId: string; today: Day }) {
  const { rows } = await db.execute<{ total: string; running: string; held: string }>(sql`
    select count(*) as total, count(*) filter (where ${isRunning(today)}) as running,
      coalesce(sum(c.held_sessions) filter (where ${isRunning(today)}), 0) as held
    from ${contracts} c where c.company_id = ${companyId}`)
  const [row] = rows
  if (!row) throw new Error('the count answers no row')
  return {
    contractCount: Number(row.total),
    runningContracts: Number(row.running),
    heldSessions: Number(row.held),
  }
}

/** The cancellation policies that a company replaced, with the person who replaced them, latest first. */
export async function listRetiredPolicies(db: Database, companyId: string) {
  const { freeCancelHours, forgivenLateCancels, retiredAt } = retiredPolicies
  return db
    .select({ freeCancelHours, forgivenLateCancels, retiredAt, retiredByName: users.nickname })
    .from(retiredPolicies)
    .innerJoin(users, eq(users.id, retiredPolicies.retiredBy))
    .where(eq(retiredPolicies.companyId, companyId))
    .orderBy(desc(retiredAt))
}
