import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'

/** The venue and the course to be taught. */
type Teaching = { companyId: string; courseId: string; venueId: string }

/**
 * A user as a possible coach of a class. Reads whether they are a coach, of the company, of the course and at the
 * venue. Also whether they are blocked from nobody in the class.
 */
export async function findSuccessor(
  db: Database,
  coachId: string,
  { invitationId, companyId, courseId, venueId }: Teaching & { invitationId: string },
) {
  const result = await db.execute<{
    nickname: string
    is_coach: boolean
    is_member: boolean
    teaches: boolean
    serves: boolean
    is_seen: boolean
  }>(sql`
    select u.nickname, u.user_type <> 0 as is_coach,
      exists (select 1 from ${companyMembers} m where m.company_id = ${companyId} and m.user_id = u.id) as is_member,
      exists (select 1 from coach_courses x where x.coach_id = u.id and x.course_id = ${courseId}) as teaches,
      exists (select 1 from coach_venues x where x.coach_id = u.id and x.venue_id = ${venueId} and x.approve_status = 1) as serves,
      ${isBlockedFromNobody(sql`u.id`, invitationId)} as is_seen
    from ${users} u where u.id = ${coachId}`)
  return result.rows[0]
}

/** SQL condition: no player of a class, nor its initiator, is blocked from this coach. */
const isBlockedFromNobody = (coachId: SQL, invitationId: string) => sql`not exists (
  select 1 from (
    select s.user_id from ${seats} s where s.invitation_id = ${invitationId} and s.state in ('INVITED', 'JOINED')
    union all select i.initiator_id from ${invitations} i where i.id = ${invitationId}
  ) person (id) where ${isBlockedBetween(coachId, sql`person.id`)})`

/** The coaches who could take over a class from its coach in its half-hours, as `actorId` may see them. */
export async function listSuccessors(
  db: Database,
  {
    invitationId,
    companyId,
    courseId,
    venueId,
    actorId,
    day,
    beginTimeSlot,
    endTimeSlot,
    now,
  }: Teaching & {
    invitationId: string
    actorId: string
    day: string
    beginTimeSlot: number
    endTimeSlot: number
    now: Date
  },
) {
  const result = await db.execute<{
    id: string
    nickname: string
    avatar: string | null
    likes_count: number
    is_free: boolean
  }>(sql`
    select u.id, u.nickname, u.avatar, u.likes_count, not exists (
        select 1 from ${slotClaims} c
        left join ${invitations} h on c.holder_kind = ${HOLDER_KIND.INVITATION} and h.id = c.holder_id
        where c.kind = ${CLAIM_KIND.COACH} and c.resource_id = u.id and c.day = ${day}::date
          and c.half_hour >= ${beginTimeSlot} and c.half_hour < ${endTimeSlot}
          and not coalesce(h.invitation_status = 'PENDING' and h.expires_at <= ${now}::timestamptz, false)) as is_free
    from coach_courses x
      join ${users} u on u.id = x.coach_id and u.user_type <> 0
      join ${companyMembers} m on m.user_id = u.id and m.company_id = ${companyId}
      join coach_venues v on v.coach_id = u.id and v.venue_id = ${venueId} and v.approve_status = 1
    where x.course_id = ${courseId}
      and not exists (select 1 from ${invitations} i where i.id = ${invitationId} and i.coach_id = u.id)
      and not exists (select 1 from ${seats} s where s.invitation_id = ${invitationId} and s.user_id = u.id)
      and ${isBlockedFromNobody(sql`u.id`, invitationId)} and not ${isBlockedBetween(sql`u.id`, actorId)}
      and not ${isSuspended(sql`u.id`, now)}
    order by is_free desc, u.nickname collate "zh-x-icu", u.id limit 100`)
  return result.rows
}

/** Whether the last step that decided the coach of a class was this coach's yes. */
export async function hasTakenOver(db: Database, invitationId: string, coachId: string): Promise<boolean> {
  const result = await db.execute(sql`
    select 1 from (
      select action, actor_id from ${invitationEvents}
      where invitation_id = ${invitationId} and action in ('confirm', 'change-coach') order by seq desc limit 1) last
    where action = 'confirm' and actor_id = ${coachId}`)
  return result.rows.length > 0
}
