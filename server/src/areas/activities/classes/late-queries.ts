import { APPROVAL } from '@paidang/domain/kernel/approval'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { venues } from '../../../tables/venues.ts'

/** The facts by which a player's late cancellation is judged. */
type LateContext = {
  /** How many late cancellations count against the player with the company, without this class and undone ones. */
  cancelsBefore: number
  /**
   * Whether others changed the coach since the player joined, the coach is suspended, the venue closed, or the course
   * ended.
   */
  hasOfferChanged: boolean
}

/** Reads the facts by which leaving a seat late is judged at `now`. Late cancellations count from `since` on. */
export async function readLateContext(
  db: Database,
  {
    userId,
    companyId,
    since,
    invitationId,
    now,
  }: { userId: string; companyId: string; since: Date; invitationId: string; now: Date },
): Promise<LateContext> {
  const { rows } = await db.execute<LateContext>(sql`
    select (
      select count(*)::int from ${seats} s join ${invitations} other on other.id = s.invitation_id
      where s.user_id = ${userId} and other.company_id = ${companyId} and s.late_cancelled_at > ${since}
        and s.late_returned_at is null and other.id <> ${invitationId}) as "cancelsBefore",
      (v.approve_status <> ${APPROVAL.APPROVED} or c.del_flag or ${isSuspended(sql`i.coach_id`, now)} or exists (
        select 1 from ${invitationEvents} e
        where e.invitation_id = i.id and e.action = 'change-coach' and e.actor_id <> ${userId}
          and e.created_at > (select own.created_at from ${seats} own where own.invitation_id = i.id and own.user_id = ${userId})
      )) as "hasOfferChanged"
    from ${invitations} i join ${venues} v on v.id = i.stadium_id join ${courses} c on c.id = i.course_design_id
    where i.id = ${invitationId}`)
  const [facts] = rows
  if (!facts) throw new Error(`class ${invitationId} is gone`)
  return facts
}
