import { randomBytes } from 'node:crypto'
import * as api from '@paidang/api/areas/views/analytics'
import { RISK_DAYS } from '@paidang/domain/areas/money/contracts/risk'
import { periodBefore } from '@paidang/domain/areas/views/analytics/analytics'
import { addDays, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { offsetOf } from '@paidang/domain/kernel/page'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { analyticsSessions } from '../../../tables/analytics.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachCourses, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { rosterImportRows } from '../../../tables/roster.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'
import { lockOwnCompany } from '../../places/companies/lock-own-company.ts'
import { listAtRisk } from './at-risk.ts'
import { assertPeriod, type CompanyPeriod, classesIn, IS_BY_HOURS, spentIn, trialsIn } from './company-period.ts'
import { LEFT_FEN, readHours, readOwedByMonth } from './hours.ts'
import { readIncome } from './income.ts'
import { readUse } from './use.ts'

/** How long a link is valid: enough time to send it to the desktop. Source: decision record 021 */
const TICKET_MS = 300_000

type FigureRow = Record<
  | 'held'
  | 'cancelled'
  | 'late_cancelled'
  | 'sessions'
  | 'fen'
  | 'present'
  | 'late'
  | 'absent'
  | 'leave'
  | 'trials'
  | 'trial_fen'
  | 'sold'
  | 'new',
  string
>

/** The figures of a company in a period. Students of undone imports have no other contract. */
async function readFigures(db: Database, input: CompanyPeriod): Promise<api.AnalyticsFigures> {
  const { companyId, period } = input
  const begins = instantOf(period.from, 0)
  const ends = instantOf(addDays(period.until, 1), 0)
  const { rows } = await db.execute<FigureRow>(sql`
    with classes as (
      select ${invitations.id}, ${invitations.invitationStatus} as status from ${invitations}
      where ${classesIn(input)} and ${IS_BY_HOURS}),
    trial as (${trialsIn(input, sql`1`)}),
    spent as (${spentIn(sql`classes`)}),
    attended as (
      select coalesce(s.attendance, 'present') as attendance from classes c
      join ${seats} s on s.invitation_id = c.id and s.state = 'JOINED' where c.status = 'COMPLETED'),
    sold as (
      select sum(l.remaining_change) as sessions from ${contracts} c
      join ${lessonLedger} l on l.contract_id = c.id and l.kind in ('GRANT', 'ADJUST', 'PAYBACK') and l.remaining_change <> 0
        and l.created_at >= ${begins} and l.created_at < ${ends}
      where c.company_id = ${companyId}),
    first_signed as (
      select c.user_id, min(c.created_at) as at from ${contracts} c where c.company_id = ${companyId} group by c.user_id)
    select
      (select count(*) from classes where status = 'COMPLETED') as held,
      (select count(*) from classes where status = 'CANCELLED') as cancelled,
      (select count(*) from classes c where c.status = 'CANCELLED' and exists (
        select 1 from ${seats} s where s.invitation_id = c.id and s.late_cancelled_at is not null)) as late_cancelled,
      (select coalesce(sum(sessions), 0) from spent) as sessions,
      (select coalesce(sum(fen), 0) from spent) as fen,
      (select count(*) from attended where attendance = 'present') as present,
      (select count(*) from attended where attendance = 'late') as late,
      (select count(*) from attended where attendance = 'absent') as absent,
      (select count(*) from attended where attendance = 'leave') as leave,
      (select coalesce(sum(trials), 0) from trial) as trials,
      (select coalesce(sum(fen), 0) from trial) as trial_fen,
      (select coalesce(sessions, 0) from sold) as sold,
      (select count(*) from first_signed f where at >= ${begins} and at < ${ends}
        and not exists (
          select 1 from ${rosterImportRows} w where w.student_id = f.user_id and w.undone_at is not null)) as new`)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return {
    soldSessions: Number(row.sold),
    consumedSessions: Number(row.sessions),
    incomeFen: Number(row.fen),
    trials: Number(row.trials),
    trialFen: Number(row.trial_fen),
    newStudents: Number(row.new),
    classesHeld: Number(row.held),
    classesCancelled: Number(row.cancelled),
    classesCancelledLate: Number(row.late_cancelled),
    attendance: {
      present: Number(row.present),
      late: Number(row.late),
      absent: Number(row.absent),
      leave: Number(row.leave),
    },
  }
}

/** The hours and money that a company owes its students on a day. */
async function readOwed(
  db: Database,
  { companyId, today }: { companyId: string; today: Day },
): Promise<api.AnalyticsOverview['owed']> {
  const { remainingSessions, expiryDate } = contracts
  const [row] = await db
    .select({
      sessions: sql<number>`coalesce(sum(${remainingSessions}), 0)`.mapWith(Number),
      fen: sql<number>`coalesce(round(sum(${LEFT_FEN})), 0)`.mapWith(Number),
      expiringSessions: sql<number>`coalesce(sum(${remainingSessions})
        filter (where ${expiryDate} <= ${addDays(today, RISK_DAYS.expiry)}::date), 0)`.mapWith(Number),
    })
    .from(contracts)
    .where(sql`${contracts.companyId} = ${companyId} and ${expiryDate} >= ${today}::date and ${remainingSessions} > 0`)
  if (!row) throw new Error('an aggregate answers one row')
  return { day: today, ...row }
}

// The company is always that of the caller's token.
export default plugin([
  // The link works once.
  handle(api.openAnalytics, async ({ body: { companyId }, user, db, now }) => {
    const ticket = randomBytes(32).toString('base64url')
    const ticketExpiresAt = new Date(now.getTime() + TICKET_MS)
    await db.transaction(async (tx) => {
      await lockOwnCompany(tx, companyId, user.id)
      await tx.insert(analyticsSessions).values({
        userId: user.id,
        companyId,
        loginSessionId: user.sessionId,
        ticketHash: hashOfToken(ticket),
        ticketExpiresAt,
        createdAt: now,
      })
    })
    return { path: `/console/enter?ticket=${ticket}`, expiresAt: ticketExpiresAt.toISOString() }
  }),

  handle(api.analyticsOverview, async ({ query: period, admin: { companyId }, db, now }) => {
    assertPeriod(period)
    const earlier = periodBefore(period)
    const [figures, before, owed] = await Promise.all([
      readFigures(db, { companyId, period }),
      readFigures(db, { companyId, period: earlier }),
      readOwed(db, { companyId, today: dayOf(now) }),
    ])
    return { figures, before: { ...earlier, figures: before }, owed }
  }),

  handle(api.analyticsIncome, async ({ params: { by }, query, admin: { companyId }, db }) => {
    const { from, until, sort, sord, rows: limit } = query
    const rows = await readIncome(db, { companyId, by, period: { from, until }, sort, sord })
    const offset = offsetOf(query)
    return { rows: rows.slice(offset, offset + limit), total: rows.length }
  }),

  handle(api.exportAnalyticsIncome, ({ params: { by }, query, admin: { companyId }, request, app }) => {
    const { from, until, ...order } = query
    return app.makeExport(request, 'companyIncome', { companyId, by, period: { from, until }, ...order })
  }),

  handle(api.analyticsHours, async ({ query: period, admin: { companyId }, db }) => ({
    months: await readHours(db, { companyId, period }),
    owed: await readOwedByMonth(db, companyId),
  })),

  handle(api.exportAnalyticsHours, ({ query: { format, ...period }, admin: { companyId }, request, app }) =>
    app.makeExport(request, 'companyHours', { companyId, period, format }),
  ),

  handle(api.analyticsUse, ({ params: { of }, query: { id, ...period }, admin: { companyId }, db }) =>
    readUse(db, { companyId, of, id, period }),
  ),

  handle(api.exportAnalyticsUse, ({ params: { of }, query, admin: { companyId }, request, app }) => {
    const { id, format, ...period } = query
    return app.makeExport(request, 'companyUse', { companyId, of, id, period, format })
  }),

  handle(api.studentsAtRisk, ({ query, admin: { companyId }, db, now }) => {
    const { current: _current, rows: limit, ...input } = query
    return listAtRisk(db, { companyId, ...input, limit, offset: offsetOf(query), now })
  }),

  handle(api.exportStudentsAtRisk, ({ query, admin: { companyId }, now, request, app }) =>
    app.makeExport(request, 'studentsAtRisk', { companyId, ...query, now }),
  ),

  handle(api.analyticsCoaches, async ({ admin: { companyId }, db }) => {
    const { rows } = await db.execute<{ id: string; name: string; courseIds: string[] }>(sql`
      select u.id::text as id, u.nickname as name, array(
          select k.id::text from ${coachCourses} t join ${courses} k on k.id = t.course_id
          where t.coach_id = u.id and k.company_id = m.company_id and not k.del_flag and not k.is_trial
          order by k.id) as "courseIds"
      from ${companyMembers} m join ${users} u on u.id = m.user_id
      where m.company_id = ${companyId} order by u.nickname collate "zh-x-icu", u.id`)
    return rows
  }),
])
