import type { Invitation } from '@paidang/api/areas/classes'
import type { bookCommonCourse as endpoint } from '@paidang/api/areas/common-courses'
import type { Input } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { courseOfOffer } from '../../places/companies/list-offers.ts'
import { createByPlayer } from './create-by-player.ts'

/**
 * A player books a class of the catalogue, as the course that its coach teaches. From there on it is an ordinary
 * booking.
 *
 * @throws ApiError common_course_not_found, common_course_not_taught, and as createByPlayer
 * Source: specification §7 "Other", decision record 016
 */
export async function bookCommonCourse(
  db: Database,
  { body, actorId, now }: Input<typeof endpoint> & { actorId: string; now: Date },
): Promise<Invitation> {
  const { commonCourseId, ...booking } = body
  const { coachId } = booking
  const courseDesignId = await courseOfOffer(db, { userId: actorId, coachId, commonCourseId, now })
  return createByPlayer(db, { body: { ...booking, courseDesignId }, actorId, now })
}
