import type { CompanyCourse } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { type CompanyCourseRow, isMemberOf, listCourses } from './queries.ts'

/**
 * What a company teaches, by name, for those who teach for it.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for somebody else's suffix, action_forbidden for who is no member
 * Source: specification §3 "Company course", permission matrix
 */
export async function listCompanyCourses(
  db: Database,
  { companyId: text, by }: { companyId: string; by: string },
): Promise<CompanyCourse[]> {
  const [companyId = '', suffix] = text.split('-')
  if (suffix !== undefined && suffix !== by) throw new ApiError('data_of_others')
  if (!(await isMemberOf(db, companyId, by))) throw new ApiError('action_forbidden')
  return (await listCourses(db, { companyId, by })).map(presentCourse)
}

function presentCourse({ course, isTaughtByMe, studentCount, courseCount }: CompanyCourseRow): CompanyCourse {
  return {
    companyCourse: {
      id: course.id,
      companyGuid: course.companyId,
      courseName: course.courseName,
      courseDescription: course.courseDescription,
      pricePerSession: course.pricePerSession,
      sessionDuration: course.sessionDuration,
      maxParticipants: course.maxParticipants,
      createdAt: course.createdAt.toISOString(),
      createdBy: course.createdBy,
      updatedAt: course.updatedAt?.toISOString() ?? null,
      updatedBy: course.updatedBy,
      delFlag: course.delFlag,
    },
    isTaughtByMe,
    studentCount,
    courseCount,
  }
}
