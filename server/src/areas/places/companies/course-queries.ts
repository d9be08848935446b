import type { CourseFields } from '@paidang/domain/areas/companies/course-form'
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { coachCourses, commonCourses, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'

/** The coaches who teach a course, by name. */
export async function listCoachesOfCourse(db: Database, courseId: string) {
  return db
    .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
    .from(coachCourses)
    .innerJoin(users, eq(users.id, coachCourses.coachId))
    .where(eq(coachCourses.courseId, courseId))
    .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
}

/** The course of the catalogue it was copied from. Null removes the link. Undefined keeps it. */
type Linked = { commonCourseId?: string | null | undefined }

/**
 * Inserts a new course.
 *
 * @returns its id
 */
export async function insertCourse(
  tx: Database,
  course: CourseFields & Linked & { companyId: string; createdBy: string; createdAt: Date },
): Promise<string> {
  const [made] = await tx.insert(courses).values(course).returning({ id: courses.id })
  if (!made) throw new Error('the insert of a course answered no row')
  return made.id
}

/** Changes a course's row, or deletes it by setting its flag. */
export async function changeCourse(
  tx: Database,
  courseId: string,
  changes: Partial<CourseFields> & Linked & { delFlag?: true; updatedBy: string; updatedAt: Date },
): Promise<void> {
  await tx.update(courses).set(changes).where(eq(courses.id, courseId))
}

/** The name and the description of a course. */
export async function findCourseTexts(
  db: Database,
  courseId: string,
): Promise<Pick<CourseFields, 'courseName' | 'courseDescription'> | undefined> {
  const { courseName, courseDescription } = courses
  const [row] = await db.select({ courseName, courseDescription }).from(courses).where(eq(courses.id, courseId))
  return row
}

export async function updateCourseTexts(
  tx: Database,
  courseId: string,
  texts: Partial<Pick<CourseFields, 'courseName' | 'courseDescription'>>,
): Promise<void> {
  await tx.update(courses).set(texts).where(eq(courses.id, courseId))
}

export async function lockCourseRow(tx: Database, courseId: string): Promise<void> {
  await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('update')
}

/**
 * Replaces the coaches who teach a course.
 *
 * @returns the added and the removed coaches
 */
export async function replaceCoaches(
  tx: Database,
  courseId: string,
  coachIds: readonly string[],
): Promise<{ added: string[]; removed: string[] }> {
  const others = coachIds.length === 0 ? undefined : notInArray(coachCourses.coachId, [...coachIds])
  const removed = await tx
    .delete(coachCourses)
    .where(and(eq(coachCourses.courseId, courseId), others))
    .returning({ id: coachCourses.coachId })
  if (coachIds.length === 0) return { added: [], removed: removed.map(({ id }) => id) }
  const added = await tx
    .insert(coachCourses)
    .values(coachIds.map((coachId) => ({ coachId, courseId })))
    .onConflictDoNothing()
    .returning({ id: coachCourses.coachId })
  return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) }
}

/** Removes all courses of a company from a coach. Waits for concurrent bookings of the coach, or makes them wait. */
export async function removeTeaching(
  tx: Database,
  { companyId, coachId }: { companyId: string; coachId: string },
): Promise<void> {
  const own = tx.select({ id: courses.id }).from(courses).where(eq(courses.companyId, companyId))
  await tx.delete(coachCourses).where(and(eq(coachCourses.coachId, coachId), inArray(coachCourses.courseId, own)))
}

/** Counts how many of these people teach for a company. */
export async function countMembers(db: Database, companyId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const condition = and(eq(companyMembers.companyId, companyId), inArray(companyMembers.userId, [...userIds]))
  return db.$count(companyMembers, condition)
}

/**
 * Whether a contract of a course, or of any course of a company, has remaining hours and has not expired.
 *
 * @param today yyyy-mm-dd
 */
export async function hasActiveContracts(
  db: Database,
  { today, ...of }: ({ courseId: string } | { companyId: string }) & { today: string },
): Promise<boolean> {
  const which = and(
    'courseId' in of ? eq(contracts.courseId, of.courseId) : eq(contracts.companyId, of.companyId),
    sql`${contracts.remainingSessions} > 0 and ${contracts.expiryDate} >= ${today}::date`,
  )
  return (await db.$count(contracts, which)) > 0
}

/** The common-course catalogue in its order of insertion, or one course of it. */
export async function listCommonCourses(db: Database, id?: string) {
  return db
    .select({
      id: commonCourses.id,
      courseName: commonCourses.courseName,
      courseDescription: commonCourses.courseDescription,
      pricePerSession: commonCourses.pricePerSession,
      sessionDuration: commonCourses.sessionDuration,
      maxParticipants: commonCourses.maxParticipants,
    })
    .from(commonCourses)
    .where(id === undefined ? undefined : eq(commonCourses.id, id))
    .orderBy(asc(commonCourses.id))
}
