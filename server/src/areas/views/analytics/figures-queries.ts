import type { AnalyticsFigures, AnalyticsOverview } from '@paidang/api/areas/analytics'
import type { Period } from '@paidang/domain/areas/analytics/period'
import { RISK_DAYS } from '@paidang/domain/areas/contracts/risk'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'

/** A company in a period. */
export type CompanyPeriod = { companyId: string; period: Period }

/** The condition for the classes of a company in a period, with any status. */
export function classesIn({ companyId, period: { from, until } }: CompanyPeriod): SQL {
  return sql`${invitations.companyId} = ${companyId} and ${invitations.courseDate} between ${from}::date and ${until}::date`
}

/**
 * What these classes consumed, each at its own unit price and exact to the fen. It covers seats that were taught, and
 * seats that were cancelled too late. `classes` is the name of a query of the classes with their `id`.
 */
export const spentIn = (classes: SQL): SQL => sql`
  select l.invitation_id, -sum(l.remaining_change) as sessions, -sum(round(l.remaining_change * l.unit_price)) as fen
  from ${classes} c join ${lessonLedger} l on l.invitation_id = c.id and l.kind in ('CONSUME', 'REFUND')
  group by l.invitation_id`

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
  | 'sold'
  | 'new',
  string
>

/** The figures of a company in a period. */
export async function readFigures(db: Database, input: CompanyPeriod): Promise<AnalyticsFigures> {
  const { companyId, period } = input
  const begins = instantOf(period.from, 0)
  const ends = instantOf(addDays(period.until, 1), 0)
  const { rows } = await db.execute<FigureRow>(sql`
    with classes as (
      select ${invitations.id}, ${invitations.invitationStatus} as status from ${invitations} where ${classesIn(input)}),
    spent as (${spentIn(sql`classes`)}),
    attended as (
      select coalesce(s.attendance, 'present') as attendance from classes c
      join ${seats} s on s.invitation_id = c.id and s.state = 'JOINED' where c.status = 'COMPLETED'),
    sold as (
      select sum(l.remaining_change) as sessions from ${contracts} c
      join ${lessonLedger} l on l.contract_id = c.id and l.kind in ('GRANT', 'ADJUST')
        and l.created_at >= ${begins} and l.created_at < ${ends}
      where c.company_id = ${companyId}),
    first_signed as (
      select min(c.created_at) as at from ${contracts} c where c.company_id = ${companyId} group by c.user_id)
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
      (select coalesce(sessions, 0) from sold) as sold,
      (select count(*) from first_signed where at >= ${begins} and at < ${ends}) as new`)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return {
    soldSessions: Number(row.sold),
    consumedSessions: Number(row.sessions),
    incomeFen: Number(row.fen),
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
export async function readOwed(
  db: Database,
  { companyId, today }: { companyId: string; today: Day },
): Promise<AnalyticsOverview['owed']> {
  const { remainingSessions, unitPrice, expiryDate } = contracts
  const [row] = await db
    .select({
      sessions: sql<number>`coalesce(sum(${remainingSessions}), 0)`.mapWith(Number),
      fen: sql<number>`coalesce(sum(round(${remainingSessions} * ${unitPrice})), 0)`.mapWith(Number),
      expiringSessions: sql<number>`coalesce(sum(${remainingSessions})
        filter (where ${expiryDate} <= ${addDays(today, RISK_DAYS.expiry)}::date), 0)`.mapWith(Number),
    })
    .from(contracts)
    .where(sql`${contracts.companyId} = ${companyId} and ${expiryDate} >= ${today}::date and ${remainingSessions} > 0`)
  if (!row) throw new Error('an aggregate answers one row')
  return { day: today, ...row }
}
