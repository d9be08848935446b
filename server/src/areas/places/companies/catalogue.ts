import { commonCoursesOfUser } from '@paidang/api/areas/activities/common-courses'
import { getCommonCourse, commonCourses as listedCourses } from '@paidang/api/areas/places/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { commonCourses } from '../../../tables/companies.ts'
import { listOffers } from './list-offers.ts'

/** The courses of the catalogue that are shown, in the order of insertion, or one course of it, shown or not. */
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
    .where(id === undefined ? eq(commonCourses.isShown, true) : eq(commonCourses.id, id))
    .orderBy(asc(commonCourses.id))
}

export default plugin([
  handle(listedCourses, ({ db }) => listCommonCourses(db)),

  handle(getCommonCourse, async ({ params: { id }, db }) => {
    const [course] = await listCommonCourses(db, id)
    if (!course) throw new ApiError('course_not_found')
    return course
  }),

  // Each course has those of the caller's coaches who teach it, the cheapest first. Courses with a coach come before the
  // others.
  handle(commonCoursesOfUser, async ({ user: { id: userId }, db, now }) => {
    const [catalogue, taught] = await Promise.all([
      listCommonCourses(db),
      listOffers(db, { userId, today: dayOf(now), now }),
    ])
    const entries = catalogue.map((course) => ({
      ...course,
      offers: taught
        .filter(({ commonCourseId }) => commonCourseId === course.id)
        .sort(
          (one, other) => one.pricePerSession - other.pricePerSession || Number(one.coachId) - Number(other.coachId),
        )
        .map(({ commonCourseId: _listed, ...offer }) => offer),
    }))
    return [
      ...entries.filter(({ offers }) => offers.length > 0),
      ...entries.filter(({ offers }) => offers.length === 0),
    ]
  }),
])
