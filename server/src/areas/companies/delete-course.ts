import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { hasLiveClass } from '../classes/has-live-class.ts'
import { tell } from '../messages/tell.ts'
import { changeCourse, hasActiveContracts, listCoachesOfCourse } from './course-queries.ts'
import { lockOwnCompany } from './lock-own-company.ts'
import { findCourse } from './queries.ts'

/**
 * The admin deletes a course of his company, which nobody has hours of and no live class needs: it is no longer offered,
 * and what refers to it keeps its name. Deleting again answers the same.
 *
 * @throws ApiError course_not_found, action_forbidden, course_has_contracts, classes_unfinished
 */
export async function deleteCourse(
  db: Database,
  { courseId, by, now }: { courseId: string; by: string; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    const seen = await findCourse(tx, { courseId, by })
    if (!seen) throw new ApiError('course_not_found')
    const { id: companyId } = await lockOwnCompany(tx, seen.course.companyId, by)
    const row = await findCourse(tx, { courseId, by })
    if (row?.course.delFlag) return null

    await changeCourse(tx, courseId, { delFlag: true, updatedBy: by, updatedAt: now })
    // Only now: whoever booked it meanwhile has been waited for, and nobody else can.
    if (await hasActiveContracts(tx, { courseId, today: dayOf(now) })) throw new ApiError('course_has_contracts')
    if (await hasLiveClass(tx, { courseId, now })) throw new ApiError('classes_unfinished')
    await tell(tx, {
      receiverIds: (await listCoachesOfCourse(tx, courseId)).map(({ id }) => id),
      senderId: by,
      category: 'systemNotice',
      title: '课程已删除',
      content: `${seen.course.courseName} 不再开设`,
      about: { kind: 'company', id: companyId },
    })
    return null
  })
}
