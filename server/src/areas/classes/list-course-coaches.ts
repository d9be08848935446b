import type { CourseCoach } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { transitionsOf } from '@paidang/domain/areas/classes/transitions'
import type { Static } from 'typebox'
import type { Database } from '../../db/database.ts'
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
 * Who teaches a course, by name. With a class: who of its company, teaching the course and serving its venue, could take it
 * over from its coach, those who are free then first; its players are not among them, nor who keeps out of the sight of one of
 * them, its initiator or the caller.
 *
 * @throws ApiError course_not_found; with a class invitation_not_found for who is no part of it, invitation_not_yours for
 *   who may not change its coach
 * Source: specification §7 findCoachByCourse, decision "The life of a class invitation", change coach
 */
export async function listCoachesOfCourse(
  db: Database,
  { courseId, invitationId, by, now }: { courseId: string; invitationId: string | undefined; by: string; now: Date },
): Promise<Static<typeof CourseCoach>[]> {
  if (!(await courseExists(db, courseId))) throw new ApiError('course_not_found')
  if (invitationId === undefined) return (await listCourseCoaches(db, { courseId, by, now })).map(present)
  const { view, actors } = await readClass(db, invitationId, by)
  const { companyId, initiatorRole, stadiumId: venueId, courseDate: day, beginTimeSlot, endTimeSlot } = view.invitation
  if (transitionsOf('change-coach', initiatorRole, actors).length === 0) throw new ApiError('invitation_not_yours')
  const span = { day, beginTimeSlot, endTimeSlot }
  const successors = await listSuccessors(db, { invitationId, companyId, courseId, venueId, by, ...span, now })
  return successors.map(present)
}
