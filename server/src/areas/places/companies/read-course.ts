import type { CommonCourse, CompanyCourseDetail } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { listCommonCourses } from './course-queries.ts'
import { presentCourseDetail } from './present-course.ts'
import { findCourse, isMemberOf } from './queries.ts'

/**
 * One course of a company, for those who teach for it.
 *
 * @throws ApiError course_not_found if absent or deleted; action_forbidden if the caller is no member
 */
export async function readCourse(
  db: Database,
  { courseId, actorId }: { courseId: string; actorId: string },
): Promise<CompanyCourseDetail> {
  const row = await findCourse(db, { courseId, actorId })
  if (!row || row.course.delFlag) throw new ApiError('course_not_found')
  if (!(await isMemberOf(db, row.course.companyId, actorId))) throw new ApiError('action_forbidden')
  return presentCourseDetail(db, row, actorId)
}

/**
 * One course of the common catalogue.
 *
 * @throws ApiError course_not_found
 */
export async function readCommonCourse(db: Database, courseId: string): Promise<CommonCourse> {
  const [course] = await listCommonCourses(db, courseId)
  if (!course) throw new ApiError('course_not_found')
  return course
}
