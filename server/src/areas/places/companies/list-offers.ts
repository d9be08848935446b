import { ApiError } from '@paidang/api/catalogue/errors'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { coachCourses, commonCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

/** The caller. `today` decides which contracts are still active. */
type Asking = { userId: string; today: Day; now: Date }

/** Whether the caller may see the coach: neither has blocked the other, and the coach is not suspended. */
export const isSeenBy = ({ userId, now }: Pick<Asking, 'userId' | 'now'>) =>
  and(not(isBlockedBetween(coachCourses.coachId, userId)), not(isSuspended(coachCourses.coachId, now)))

/**
 * Selects the company course as which each coach teaches each catalogue course. A coach may teach a catalogue course as
 * several company courses. The one with most lesson hours of the caller is selected, else the cheapest.
 */
function selectOffers(db: Database, { userId, today }: Asking) {
  const availableSessions = sql<number>`coalesce((
    select sum(t.remaining_sessions - t.held_sessions) from ${contracts} t
    where t.user_id = ${userId} and t.course_id = ${courses}.id and t.remaining_sessions > 0 and t.expiry_date >= ${today}::date
      and t.refunded_at is null), 0)`
  return db
    .selectDistinctOn([courses.commonCourseId, coachCourses.coachId], {
      commonCourseId: sql<string>`${courses.commonCourseId}::text`,
      coachId: coachCourses.coachId,
      coachName: users.nickname,
      coachAvatar: users.avatar,
      courseDesignId: courses.id,
      companyName: companies.companyName,
      pricePerSession: courses.pricePerSession,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      availableSessions: availableSessions.mapWith(Number).as('available_sessions'),
    })
    .from(coachCourses)
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false), not(courses.isTrial)))
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .innerJoin(users, eq(users.id, coachCourses.coachId))
    .orderBy(
      courses.commonCourseId,
      coachCourses.coachId,
      desc(sql`available_sessions`),
      asc(courses.pricePerSession),
      asc(courses.id),
    )
    .$dynamic()
}

/** The catalogue courses that the caller's coaches teach. */
export async function listOffers(db: Database, asking: Asking) {
  return selectOffers(db, asking)
    .innerJoin(
      studentRelations,
      and(eq(studentRelations.coachId, coachCourses.coachId), eq(studentRelations.playerId, asking.userId)),
    )
    .where(and(isNotNull(courses.commonCourseId), isSeenBy(asking)))
}

/**
 * The id of the company course as which a coach teaches a catalogue course. It is the same id as in `listOffers`.
 *
 * @throws ApiError common_course_not_found, common_course_not_taught
 */
export async function courseOfOffer(
  db: Database,
  { userId, coachId, commonCourseId, now }: { userId: string; coachId: string; commonCourseId: string; now: Date },
): Promise<string> {
  const asking = { userId, today: dayOf(now), now }
  const [offer] = await selectOffers(db, asking).where(
    and(eq(coachCourses.coachId, coachId), eq(courses.commonCourseId, commonCourseId), isSeenBy(asking)),
  )
  if (offer) return offer.courseDesignId
  const isThere = (await db.$count(commonCourses, eq(commonCourses.id, commonCourseId))) > 0
  throw new ApiError(isThere ? 'common_course_not_taught' : 'common_course_not_found')
}
