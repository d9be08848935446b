import type { ClashKind } from '@paidang/domain/areas/schedule/class-clash'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'

type Query = { coachId: string; courtId: string; courseDate: string; beginTimeSlot: number; endTimeSlot: number }

/** A held half-hour, with a title that the coach may read. */
type HeldRow = { kind: ClashKind; holderId: string; title: string; halfHour: number }

/**
 * Who holds the half-hours that a class requests, of its coach and of its court. Expired requests hold nothing. Classes
 * of the coach are named, other classes are not.
 */
export async function listHeld(
  db: Database,
  { coachId, courtId, courseDate, beginTimeSlot, endTimeSlot, now }: Query & { now: Date },
): Promise<HeldRow[]> {
  const { rows } = await db.execute<HeldRow>(sql`
    select
      case
        when c.holder_kind = ${HOLDER_KIND.COACH_LOCK} then 'own_lock'
        when c.holder_kind = ${HOLDER_KIND.INVITATION} and (c.kind = ${CLAIM_KIND.COACH} or i.coach_id = ${coachId}) then 'own_class'
        when c.kind = ${CLAIM_KIND.COACH} then 'own_ball'
        when c.holder_kind = ${HOLDER_KIND.VENUE_LOCK} then 'court_locked'
        else 'court_booked'
      end as "kind",
      c.holder_id::text as "holderId",
      case
        when c.holder_kind = ${HOLDER_KIND.COACH_LOCK} then l.reason
        when c.kind = ${CLAIM_KIND.COACH} or i.coach_id = ${coachId} then coalesce(i.course_design_name, '')
        else ''
      end as "title",
      c.half_hour as "halfHour"
    from ${slotClaims} c
    left join ${coachLocks} l on c.holder_kind = ${HOLDER_KIND.COACH_LOCK} and l.id = c.holder_id
    left join ${invitations} i on c.holder_kind = ${HOLDER_KIND.INVITATION} and i.id = c.holder_id
    where ((c.kind = ${CLAIM_KIND.COURT} and c.resource_id = ${courtId}) or (c.kind = ${CLAIM_KIND.COACH} and c.resource_id = ${coachId}))
      and c.day = ${courseDate} and c.half_hour >= ${beginTimeSlot} and c.half_hour < ${endTimeSlot}
      and (i.id is null or i.invitation_status <> 'PENDING' or i.expires_at > ${now})
    order by c.half_hour, c.kind`)
  return rows
}
