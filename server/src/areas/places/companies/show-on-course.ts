import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { courses } from '../../../tables/companies.ts'

/** The name that a course shows until its own name is approved. */
export const PLAIN_COURSE = '新课程'

/** Locks a course until the transaction ends. */
export async function lockCourse(tx: Database, courseId: string): Promise<void> {
  await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('update')
}

/** The texts of a course that others see. */
export async function readCourseTexts(
  db: Database,
  courseId: string,
): Promise<Partial<Record<string, string | null>> | undefined> {
  const { courseName, courseDescription } = courses
  const [row] = await db.select({ courseName, courseDescription }).from(courses).where(eq(courses.id, courseId))
  return row
}

/** Publishes an approved text of a course. */
export async function showOnCourse(tx: Database, courseId: string, field: string, value: string): Promise<void> {
  if (field !== 'courseName' && field !== 'courseDescription') throw new Error(`a course has no checked field ${field}`)
  await tx
    .update(courses)
    .set({ [field]: value })
    .where(eq(courses.id, courseId))
}
