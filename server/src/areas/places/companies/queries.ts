import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'

/** Whether one person is the admin of a company in which the other teaches. */
export async function findAdminLink(db: Database, adminId: string, coachId: string): Promise<boolean> {
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(companyMembers, eq(companyMembers.companyId, companies.id))
    .where(and(eq(companies.adminId, adminId), eq(companyMembers.userId, coachId)))
    .limit(1)
  return rows.length > 0
}

/** Whether a person teaches for a company. */
export async function isMemberOf(db: Database, companyId: string, userId: string): Promise<boolean> {
  const own = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
  return (await db.$count(companyMembers, own)) > 0
}

/** The usual opening hours of a coach's company. A club takes precedence over the coach's one-person company. */
export async function findUsualHours(
  db: Database,
  coachId: string,
): Promise<{ firstStart: number; lastStart: number } | undefined> {
  const [row] = await db
    .select({ firstStart: companies.firstStart, lastStart: companies.lastStart })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, coachId))
    .orderBy(companies.isPerson, companies.id)
    .limit(1)
  return row
}

/** A course with what lists show: whether the caller teaches it, its number of students and of completed classes. */
export type CompanyCourseRow = {
  course: typeof courses.$inferSelect
  isTaughtByMe: boolean
  studentCount: number
  courseCount: number
}

/** The courses of a company, by name. Deleted ones are left out. */
export async function listCourses(
  db: Database,
  { companyId, actorId }: { companyId: string; actorId: string },
): Promise<CompanyCourseRow[]> {
  return selectCourses(db, actorId)
    .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false)))
    .orderBy(sql`${courses.courseName} collate "zh-x-icu"`, courses.id)
}

/** One course of any company. Deleted courses are included. */
export async function findCourse(
  db: Database,
  { courseId, actorId }: { courseId: string; actorId: string },
): Promise<CompanyCourseRow | undefined> {
  const [row] = await selectCourses(db, actorId).where(eq(courses.id, courseId))
  return row
}

function selectCourses(db: Database, actorId: string) {
  return db
    .select({
      course: courses,
      isTaughtByMe: sql<boolean>`exists (
        select 1 from ${coachCourses} t where t.course_id = ${courses}.id and t.coach_id = ${actorId})`,
      studentCount: sql<number>`(
        select count(distinct c.user_id) from ${contracts} c where c.course_id = ${courses}.id)`.mapWith(Number),
      courseCount: sql<number>`(
        select count(*) from ${invitations} i
        where i.course_design_id = ${courses}.id and i.invitation_status = 'COMPLETED')`.mapWith(Number),
    })
    .from(courses)
    .$dynamic()
}
