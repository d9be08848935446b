import { readSetUp, type SetUp } from '@paidang/api/areas/desks/admin-approvals'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { sql } from 'drizzle-orm'
import { handle, plugin } from '../../../http/handle.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'

const isClub = sql`not c.is_person and c.closed_at is null`

/** Each step ends at the first row that shows it done. */
const STEPS = sql`select
  exists (select 1 from ${companies} c where ${isClub}) as company,
  exists (select 1 from ${venues} v join ${courts} k on k.venue_id = v.id
    where v.approve_status = ${APPROVAL.APPROVED}) as venue,
  exists (select 1 from ${companies} c join ${companyMembers} m on m.company_id = c.id
    join ${coachVenues} a on a.coach_id = m.user_id and a.approve_status = ${APPROVAL.APPROVED}
    where ${isClub}) as coach,
  exists (select 1 from ${companies} c join ${courses} k on k.company_id = c.id and not k.del_flag
    join ${coachCourses} x on x.course_id = k.id where ${isClub}) as course,
  exists (select 1 from ${invitations} i where i.invitation_status in ('CONFIRMED', 'COMPLETED')) as "firstClass"`

export default plugin([
  handle(readSetUp, async ({ db, app }) => {
    const { rows } = await db.execute<Omit<SetUp, 'wechat' | 'payments'>>(STEPS)
    const [steps] = rows
    if (!steps) throw new Error('the steps answer one row')
    return { ...steps, wechat: app.hasWechat, payments: app.features.wechatPay && app.payments.simulator === undefined }
  }),
])
