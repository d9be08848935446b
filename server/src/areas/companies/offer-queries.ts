import type { Day } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { contracts } from '../contracts/tables.ts'
import { users } from '../profile/tables.ts'
import { areKeptApart, studentRelations } from '../relations/tables.ts'
import { isSuspended } from '../users/tables.ts'
import { coachCourses, commonCourses, companies, courses } from './tables.ts'

/** Who asks; `today` decides which contracts still pay. */
type Asking = { userId: string; today: Day; now: Date }

/** That the coach and who asks do not keep out of each other's sight, and that he is not suspended. */
const isSeenBy = ({ userId, now }: Asking) =>
  and(not(areKeptApart(coachCourses.coachId, userId)), not(isSuspended(coachCourses.coachId, now)))

/**
 * As which course each coach teaches each course of the catalogue. Where one teaches it as several, it is the one of which
 * the caller has the most lesson hours, else the cheapest.
 */
function selectOffers(db: Database, { userId, today }: Asking) {
  const availableSessions = sql<number>`coalesce((
    select sum(t.remaining_sessions - t.held_sessions) from ${contracts} t
    where t.user_id = ${userId} and t.course_id = ${courses}.id and t.expiry_date >= ${today}::date), 0)`
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
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false)))
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

/** What the caller's coaches teach of the catalogue. */
export async function listOffers(db: Database, asking: Asking) {
  return selectOffers(db, asking)
    .innerJoin(
      studentRelations,
      and(eq(studentRelations.coachId, coachCourses.coachId), eq(studentRelations.playerId, asking.userId)),
    )
    .where(and(isNotNull(courses.commonCourseId), isSeenBy(asking)))
}

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number]

/** As which course a coach teaches one of the catalogue to the caller; undefined when he does not. */
export async function findOffer(
  db: Database,
  { coachId, commonCourseId, ...asking }: Asking & { coachId: string; commonCourseId: string },
): Promise<OfferRow | undefined> {
  const [offer] = await selectOffers(db, asking).where(
    and(eq(coachCourses.coachId, coachId), eq(courses.commonCourseId, commonCourseId), isSeenBy(asking)),
  )
  return offer
}

/** Whether the catalogue has this course. */
export async function commonCourseExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(commonCourses, eq(commonCourses.id, id))) > 0
}
