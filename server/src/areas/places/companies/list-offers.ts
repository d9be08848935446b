import type { commonCoursesOfUser } from '@paidang/api/areas/common-courses'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { listCommonCourses } from './course-queries.ts'
import { commonCourseExists, findOffer, listOffers, type OfferRow } from './offer-queries.ts'

/**
 * The catalogue. Each course has those of the caller's coaches who teach it, the cheapest first. Courses with a coach
 * come before the others. Source: specification §7 "Other", decision record 016
 */
export async function listCatalogue(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<Data<typeof commonCoursesOfUser>> {
  const [catalogue, offers] = await Promise.all([
    listCommonCourses(db),
    listOffers(db, { userId, today: dayOf(now), now }),
  ])
  const entries = catalogue.map((course) => ({
    ...course,
    offers: offers
      .filter(({ commonCourseId }) => commonCourseId === course.id)
      .sort((one, other) => one.pricePerSession - other.pricePerSession || Number(one.coachId) - Number(other.coachId))
      .map(presentOffer),
  }))
  return [...entries.filter(({ offers }) => offers.length > 0), ...entries.filter(({ offers }) => offers.length === 0)]
}

function presentOffer(row: OfferRow) {
  return {
    coachId: row.coachId,
    coachName: row.coachName,
    coachAvatar: row.coachAvatar,
    courseDesignId: row.courseDesignId,
    companyName: row.companyName,
    pricePerSession: row.pricePerSession,
    sessionDuration: row.sessionDuration,
    maxParticipants: row.maxParticipants,
    availableSessions: row.availableSessions,
  }
}

/**
 * The id of the company course as which a coach teaches a catalogue course. It is the same id as in `listCatalogue`.
 *
 * @throws ApiError common_course_not_found, common_course_not_taught
 */
export async function courseOfOffer(
  db: Database,
  { now, ...input }: { userId: string; coachId: string; commonCourseId: string; now: Date },
): Promise<string> {
  const offer = await findOffer(db, { ...input, today: dayOf(now), now })
  if (offer) return offer.courseDesignId
  const isThere = await commonCourseExists(db, input.commonCourseId)
  throw new ApiError(isThere ? 'common_course_not_taught' : 'common_course_not_found')
}
