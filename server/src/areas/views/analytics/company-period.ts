import { ApiError } from '@paidang/api/catalogue/errors'
import { type Period, whyNotPeriod } from '@paidang/domain/areas/views/analytics/analytics'
import { type SQL, sql } from 'drizzle-orm'
import { invitations } from '../../../tables/classes.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'

/** A company in a period. */
export type CompanyPeriod = { companyId: string; period: Period }

/** The condition for the classes of a company in a period, with any status. */
export function classesIn({ companyId, period: { from, until } }: CompanyPeriod): SQL {
  return sql`${invitations.companyId} = ${companyId} and ${invitations.courseDate} between ${from}::date and ${until}::date`
}

/** Whether a class is paid by lesson hours. A trial lesson is paid alone, and is a figure of its own. */
export const IS_BY_HOURS = sql`${invitations.trialId} is null`

/**
 * The trial lessons of a company in a period: held ones, and the money that stays with the club, with the half of what
 * was cancelled late. `subject` is what they are grouped by.
 */
export const trialsIn = (input: CompanyPeriod, subject: SQL): SQL => sql`
  select ${subject} as subject, count(*) filter (where t.state = 'CONFIRMED') as trials,
    sum(case t.state when 'CONFIRMED' then t.price_fen else t.price_fen / 2 end) as fen
  from ${invitations} join ${trialLessons} t on t.id = ${invitations.trialId}
  where ${classesIn(input)} and (t.state = 'CANCELLED_LATE'
    or t.state = 'CONFIRMED' and ${invitations.invitationStatus} = 'COMPLETED')
  group by 1`

/**
 * What these classes consumed, each at its own unit price and exact to the fen. It covers seats that were taught, and
 * seats that were cancelled too late. `classes` is the name of a query of the classes with their `id`.
 */
export const spentIn = (classes: SQL): SQL => sql`
  select l.invitation_id, -sum(l.remaining_change) as sessions, -sum(round(l.remaining_change * l.unit_price)) as fen
  from ${classes} c join ${lessonLedger} l on l.invitation_id = c.id and l.kind in ('CONSUME', 'REFUND')
  group by l.invitation_id`

/** @throws ApiError period_invalid (ends before it begins, or is longer than a year) */
export function assertPeriod(period: Period): void {
  const refusal = whyNotPeriod(period)
  if (refusal) throw new ApiError(refusal)
}
