import type { CourseCoach } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { transitionsOf } from '@paidang/domain/areas/classes/transitions'
import type { Static } from 'typebox'
import type { Database } from '../../../db/database.ts'
import { listSuccessors } from './change-coach-queries.ts'
import { courseExists, listCourseCoaches } from './list-queries.ts'
import { readClass } from './open-class.ts'

type CoachRow = { id: string; nickname: string; avatar: string | null; likes_count: number; is_free?: boolean }

const present = ({ likes_count: likeCount, is_free: isFree, ...coach }: CoachRow) => ({
  id: coach.id,
  nickname: coach.nickname,
  avatar: coach.avatar,
  likeCount,
  isFree: isFree ?? null,
})

/**
 * Who teaches a course, by name. With a class: the coaches of its company who teach the course, serve its venue and
 * could take it over. Those who are free then come first. Its players are left out, and coaches blocked from a player,
 * the initiator or the caller.
 *
 * @throws ApiError course_not_found
 * @throws ApiError with a class: invitation_not_found for users outside it
 * @throws ApiError with a class: invitation_not_yours for users who may not change its coach.
 * Source: specification §7 findCoachByCourse, decision "The life of a class invitation", change coach
 */
export async function listCoachesOfCourse(
  db: Database,
  {
    courseId,
    invitationId,
    actorId,
    now,
  }: { courseId: string; invitationId: string | undefined; actorId: string; now: Date },
): Promise<Static<typeof CourseCoach>[]> {
  if (!(await courseExists(db, courseId))) throw new ApiError('course_not_found')
  if (invitationId === undefined) return (await listCourseCoaches(db, { courseId, actorId, now })).map(present)
  const { view, actors } = await readClass(db, invitationId, actorId)
  const { companyId, initiatorRole, stadiumId: venueId, courseDate: day, beginTimeSlot, endTimeSlot } = view.invitation
  if (transitionsOf('change-coach', initiatorRole, actors).length === 0) throw new ApiError('invitation_not_yours')
  const span = { day, beginTimeSlot, endTimeSlot }
  const successors = await listSuccessors(db, { invitationId, companyId, courseId, venueId, actorId, ...span, now })
  return successors.map(present)
}
