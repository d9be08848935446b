import type { CompanyCourse, CompanyCourseDetail } from '@paidang/api/areas/companies'
import type { Database } from '../../../db/database.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { listCoachesOfCourse } from './course-queries.ts'
import type { CompanyCourseRow } from './queries.ts'

/** A course as an item of a list. */
export function presentCourse({ course, isTaughtByMe, studentCount, courseCount }: CompanyCourseRow): CompanyCourse {
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
      revision: course.revision,
    },
    isTaughtByMe,
    studentCount,
    courseCount,
  }
}

/** A course with its coaches, its catalogue course, and the caller's texts that wait for approval. */
export async function presentCourseDetail(
  db: Database,
  row: CompanyCourseRow,
  actorId: string,
): Promise<CompanyCourseDetail> {
  const { id, commonCourseId } = row.course
  const pending = await listPending(db, { kind: 'course', objectId: id, actorId })
  return { ...presentCourse(row), coaches: await listCoachesOfCourse(db, id), commonCourseId, pending }
}
