import type { AT_RISK_SORTS } from '@paidang/api/areas/analytics'
import { RUNNING_OUT } from '@paidang/domain/areas/contracts/adjust'
import { awaySince, RISK_DAYS, type StudentRisk } from '@paidang/domain/areas/contracts/risk'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'

/** The filters and the order of the list; ascending unless `sord` says otherwise. */
export type AtRiskQuery = {
  risk?: StudentRisk | undefined
  coachId?: string | undefined
  /** A part of the student's name. */
  keyword?: string | undefined
  sort?: (typeof AT_RISK_SORTS)[number] | undefined
  sord?: 'asc' | 'desc' | undefined
}

/** The query of a company at an instant. */
type Asked = AtRiskQuery & { companyId: string; today: Day; now: Date }

/** An active contract whose student may leave. Instants and days are as stored, hours are numbers. */
export type AtRiskRow = {
  contractId: string
  playerId: string
  nickname: string
  avatar: string | null
  phone: string | null
  courseName: string
  coachName: string | null
  remainingSessions: number
  heldSessions: number
  expiryDate: Day
  signedOn: Day
  lastClassDay: Day | null
  nextClassDay: Day | null
}

const SORTED_BY: Record<(typeof AT_RISK_SORTS)[number], SQL> = {
  expiryDate: sql`c.expiry_date`,
  availableSessions: sql`c.remaining_sessions - c.held_sessions`,
  lastClassDay: sql`last.course_date`,
}

/** One page of the contracts at risk, by the rule of risksOf in the domain, with their total number. */
export async function pageAtRisk(
  db: Database,
  { sort = 'expiryDate', sord = 'asc', limit, offset, ...asked }: Asked & { limit: number; offset: number },
): Promise<{ rows: AtRiskRow[]; total: number }> {
  const { companyId, now } = asked
  const lastClass = lastClassIn(companyId)
  const inOrder = sql`${SORTED_BY[sort]} ${sql.raw(sord)} nulls ${sql.raw(sord === 'asc' ? 'first' : 'last')}, c.id`
  // The last class is read only for the rows on the page. It is read for all rows only when the filter or order needs
  // it.
  const chosen = sql`(select c.* from ${atRisk(asked, sort === 'lastClassDay' ? lastClass : undefined)}
    order by ${inOrder} limit ${limit} offset ${offset}) c`
  const { rows } = await db.execute<AtRiskRow>(sql`
    with ${recent(asked)}
    select c.id::text as "contractId", u.id::text as "playerId", u.nickname, u.avatar, u.phone,
      k.course_name as "courseName", coach.nickname as "coachName", c.remaining_sessions::float as "remainingSessions",
      c.held_sessions::float as "heldSessions", c.expiry_date::text as "expiryDate",
      (c.created_at at time zone 'Asia/Shanghai')::date::text as "signedOn", last.course_date::text as "lastClassDay",
      (select min(${invitations.courseDate})::text from ${invitations}
        join ${seats} s on s.invitation_id = ${invitations.id} and s.user_id = u.id and s.state = 'JOINED'
        where ${invitations.companyId} = ${companyId} and ${invitations.courseDate} >= ${asked.today}::date
          and ${hasStatus(['PENDING', 'CONFIRMED'], now)}) as "nextClassDay"
    from ${chosen} join ${users} u on u.id = c.user_id join ${courses} k on k.id = c.course_id ${lastClass}
    left join ${users} coach on coach.id = coalesce(c.coach_id, last.coach_id)
    order by ${inOrder}`)
  const counted = await db.execute<{ total: number }>(sql`
    with ${recent(asked)} select count(*)::int as total from ${atRisk(asked)}`)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The students who came to a class of the company within the examined days. */
const recent = ({ companyId, today }: Asked): SQL => sql`recent as (
  select distinct s.user_id from ${invitations} join ${seats} s on s.invitation_id = ${invitations.id} and ${CAME}
  where ${invitations.companyId} = ${companyId} and ${invitations.courseDate} >= ${awaySince(today)}::date
    and ${invitations.invitationStatus} = 'COMPLETED')`

/** A student without a recorded attendance counts as present. */
const CAME = sql`s.state = 'JOINED' and coalesce(s.attendance, 'present') in ('present', 'late')`

/** The last class of the company that the student of contract `c` came to. */
const lastClassIn = (companyId: string): SQL => sql`left join lateral (
  select ${invitations.courseDate}, ${invitations.coachId} from ${seats} s
  join ${invitations} on ${invitations.id} = s.invitation_id
  where s.user_id = c.user_id and ${CAME} and ${invitations.companyId} = ${companyId}
    and ${invitations.invitationStatus} = 'COMPLETED'
  order by ${invitations.courseDate} desc, ${invitations.beginTimeSlot} desc limit 1) last on true`

/** The contracts `c` at risk, joined with the students' last classes when needed. */
function atRisk({ companyId, today, risk, coachId, keyword = '' }: Asked, lastClass?: SQL): SQL {
  const holds: Record<StudentRisk, SQL> = {
    AWAY: sql`(c.created_at < ${instantOf(awaySince(today), 0)} and not exists (select 1 from recent where recent.user_id = c.user_id))`,
    HOURS: sql`c.remaining_sessions - c.held_sessions < ${RUNNING_OUT.sessions}`,
    EXPIRY: sql`c.expiry_date <= ${addDays(today, RISK_DAYS.expiry)}::date`,
  }
  const isAtRisk = risk ? holds[risk] : sql`(${sql.join(Object.values(holds), sql` or `)})`
  const ofCoach = coachId === undefined ? sql`` : sql`and coalesce(c.coach_id, last.coach_id) = ${coachId}`
  // The typed text is no pattern: % and _ are plain characters.
  const named = keyword.trim() ? sql`and strpos(lower(u.nickname), lower(${keyword.trim()})) > 0` : sql``
  const last = lastClass ?? (coachId === undefined ? sql`` : lastClassIn(companyId))
  return sql`${contracts} c join ${users} u on u.id = c.user_id ${last}
    where c.company_id = ${companyId} and c.expiry_date >= ${today}::date and c.remaining_sessions > 0
      and ${isAtRisk} ${ofCoach} ${named}`
}
