import type { AT_RISK_SORTS, StudentAtRisk } from '@paidang/api/areas/views/analytics'
import type { Page } from '@paidang/api/endpoint'
import { RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import {
  awaySince,
  RISK_DAYS,
  risksOf,
  STUDENT_RISK_NAMES,
  type StudentRisk,
} from '@paidang/domain/areas/money/contracts/risk'
import { addDays, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { phoneOfStudent } from '../../../tables/roster.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'

/** Nobody needs more rows in a file of people to call. */
const MAX_EXPORTED = 10_000

/** The filters and the order of the list of a company; ascending unless `sord` says otherwise. */
type Query = {
  companyId: string
  now: Date
  risk?: StudentRisk | undefined
  coachId?: string | undefined
  /** A part of the student's name. */
  keyword?: string | undefined
  sort?: (typeof AT_RISK_SORTS)[number] | undefined
  sord?: 'asc' | 'desc' | undefined
}

type Asked = Query & { today: Day }

/** An active contract whose student may leave. Instants and days are as stored, hours are numbers. */
type AtRiskRow = {
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
async function pageAtRisk(
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
    select c.id::text as "contractId", u.id::text as "playerId", u.nickname, u.avatar, ${phoneOfStudent(sql`u`)} as phone,
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
  // The last page says how many there are.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length }
  const counted = await db.execute<{ total: number }>(sql`
    with ${recent(asked)} select count(*)::int as total from ${atRisk(asked)}`)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The students who came to a class of the company within the examined days. */
const recent = ({ companyId, today }: Asked): SQL => sql`recent as (
  select distinct s.user_id from ${invitations} join ${seats} s on s.invitation_id = ${invitations.id} and ${CAME}
  where ${invitations.companyId} = ${companyId} and ${invitations.courseDate} >= ${awaySince(today)}::date
    and ${invitations.invitationStatus} = 'COMPLETED')`

/** A student without a recorded attendance counts as present. With coalesce PostgreSQL would expect next to no rows. */
const CAME = sql`s.state = 'JOINED' and (s.attendance is null or s.attendance in ('present', 'late'))`

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
  const named = keyword.trim() ? sql`and ${contains(sql`u.nickname`, keyword.trim())}` : sql``
  const last = lastClass ?? (coachId === undefined ? sql`` : lastClassIn(companyId))
  return sql`${contracts} c join ${users} u on u.id = c.user_id ${last}
    where c.company_id = ${companyId} and c.expiry_date >= ${today}::date and c.remaining_sessions > 0
      and ${isAtRisk} ${ofCoach} ${named}`
}

/** One page of the active contracts of a company whose students may leave, with masked phones. */
export async function listAtRisk(
  db: Database,
  input: Query & { limit: number; offset: number },
): Promise<Page<StudentAtRisk>> {
  const today = dayOf(input.now)
  const { rows, total } = await pageAtRisk(db, { ...input, today })
  return { rows: rows.map((row) => present(row, today)), total }
}

function present({ playerId, nickname, avatar, phone, signedOn, heldSessions, ...row }: AtRiskRow, today: Day) {
  const { remainingSessions } = row
  return {
    ...row,
    player: { id: playerId, nickname, avatar },
    phone: phone === null ? null : maskedPhone(phone),
    availableSessions: remainingSessions - heldSessions,
    risks: risksOf({ ...row, heldSessions, signedOn }, today),
  }
}

const COLUMNS: readonly FileColumn<StudentAtRisk>[] = [
  { heading: '学员', width: 16, text: ({ player }) => player.nickname },
  { heading: '电话', width: 14, text: ({ phone }) => phone ?? '' },
  { heading: '提醒', width: 28, text: ({ risks }) => risks.map((risk) => STUDENT_RISK_NAMES[risk]).join('、') },
  { heading: '课程', width: 24, text: ({ courseName }) => courseName },
  { heading: '教练', width: 12, text: ({ coachName }) => coachName ?? '' },
  { heading: '剩余课时', width: 10, number: ({ remainingSessions }) => remainingSessions },
  { heading: '可用课时', width: 10, number: ({ availableSessions }) => availableSessions },
  { heading: '上次上课', width: 12, text: ({ lastClassDay }) => lastClassDay ?? '' },
  { heading: '下次上课', width: 12, text: ({ nextClassDay }) => nextClassDay ?? '' },
  { heading: '有效期至', width: 12, text: ({ expiryDate }) => expiryDate },
]

/** The same list as a file. It has at most the first ten thousand rows, and its last line then says so. */
export async function exportAtRisk(
  db: Database,
  { format, ...input }: Query & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { rows, total } = await listAtRisk(db, { ...input, limit: MAX_EXPORTED, offset: 0 })
  return tableFile({
    name: `需要关注的学员-${dayOf(input.now)}`,
    sheet: '需要关注的学员',
    columns: COLUMNS,
    rows,
    total,
    format,
  })
}
