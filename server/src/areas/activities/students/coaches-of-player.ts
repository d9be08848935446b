import { type CoachRecord, coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { and, desc, eq, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { seats } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { readVenues } from '../../places/venues/read-venues.ts'

/**
 * At most 100 coaches of a player. Those with most completed classes together come first, then by name. Coaches blocked
 * with the player in either direction are left out.
 */
export async function listCoachesOf(db: Database, playerId: string): Promise<CoachRecord[]> {
  // A coach may teach for a club and for their own one-person company. Players know them by the club then.
  const company = db
    .select({ id: companies.id, companyName: companies.companyName })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, users.id))
    .orderBy(companies.isPerson, companies.id)
    .limit(1)
    .as('company')

  const courseIds = sql<string[]>`array(
    select c.id::text
    from ${coachCourses} cc join ${courses} c on c.id = cc.course_id
    where cc.coach_id = ${users}.id and not c.del_flag and not c.is_trial
    order by c.id
  )`
  const stadiumIds = sql<string[]>`array(
    select v.id::text
    from ${coachVenues} cv join ${venues} v on v.id = cv.venue_id
    where cv.coach_id = ${users}.id and cv.approve_status = 1 and v.approve_status = 1
    order by v.name collate "zh-x-icu", v.id
  )`
  const finishedClasses = sql<number>`(
    select count(*) from ${seats} s where s.user_id = ${playerId} and s.coach_id = ${users}.id
      and s.invitation_status = 'COMPLETED' and s.state = 'JOINED'
  )`.mapWith(Number)

  const coaches = await db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      likesCount: users.likesCount,
      companyId: company.id,
      companyName: company.companyName,
      courseIds,
      stadiumIds,
      finishedClasses: finishedClasses.as('finished_classes'),
    })
    .from(studentRelations)
    .innerJoin(users, eq(users.id, studentRelations.coachId))
    .leftJoinLateral(company, sql`true`)
    .where(and(eq(studentRelations.playerId, playerId), not(isBlockedBetween(users.id, playerId))))
    .orderBy(desc(sql`finished_classes`), sql`${users.nickname} collate "zh-x-icu"`, users.id)
    .limit(MAX_ROWS)
  const ids = coaches.flatMap(({ stadiumIds }) => stadiumIds)
  const taughtAt = await readVenues(db, ids)
  return coaches.map(({ likesCount, courseIds, stadiumIds, finishedClasses, ...coach }) => ({
    coach: { ...coach, likeCount: likesCount },
    courseIds,
    finishedClasses,
    stadiums: stadiumIds.flatMap((id) => taughtAt.get(id) ?? []),
  }))
}

export default plugin([
  handle(coachesOfPlayer, ({ params: { playerId }, user, db }) => {
    if (playerId !== user.id) throw new ApiError('data_of_others')
    return listCoachesOf(db, playerId)
  }),
])
