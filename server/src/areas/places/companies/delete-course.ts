import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { changeCourse, hasActiveContracts, listCoachesOfCourse } from './course-queries.ts'
import { lockOwnCompany } from './lock-own-company.ts'
import { findCourse } from './queries.ts'
import { assertCourseSeen } from './save-course.ts'

/**
 * Deletes a course of the company for its admin. It must have no contract with remaining hours and no live class. It is
 * no longer offered, and references keep its name. Deleting again answers the same.
 *
 * @throws ApiError course_not_found, action_forbidden, revision_outdated, course_has_contracts, classes_unfinished
 */
export async function deleteCourse(
  db: Database,
  { courseId, actorId, seen, now }: { courseId: string; actorId: string; seen: number | undefined; now: Date },
): Promise<null> {
  return db.transaction(async (tx) => {
    const before = await findCourse(tx, { courseId, actorId })
    if (!before) throw new ApiError('course_not_found')
    const { id: companyId } = await lockOwnCompany(tx, before.course.companyId, actorId)
    const row = await findCourse(tx, { courseId, actorId })
    if (row?.course.delFlag) return null
    await assertCourseSeen(tx, { courseId, seen, actorId })

    await changeCourse(tx, courseId, { delFlag: true, updatedBy: actorId, updatedAt: now })
    // The check comes after the delete, which waits for concurrent bookings and prevents new ones.
    if (await hasActiveContracts(tx, { courseId, today: dayOf(now) })) throw new ApiError('course_has_contracts')
    if (await hasLiveClass(tx, { courseId, now })) throw new ApiError('classes_unfinished')
    await notify(tx, {
      receiverIds: (await listCoachesOfCourse(tx, courseId)).map(({ id }) => id),
      senderId: actorId,
      category: 'systemNotice',
      title: '课程已删除',
      content: `${before.course.courseName} 不再开设`,
      about: { kind: 'company', id: companyId },
    })
    return null
  })
}
