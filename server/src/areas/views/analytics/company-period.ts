import { ApiError } from '@paidang/api/catalogue/errors'
import { type Period, whyNotPeriod } from '@paidang/domain/areas/views/analytics/analytics'
import { type SQL, sql } from 'drizzle-orm'
import { invitations } from '../../../tables/classes.ts'
import { lessonLedger } from '../../../tables/contracts.ts'

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

/** @throws ApiError period_invalid (ends before it begins, or is longer than a year) */
export function assertPeriod(period: Period): void {
  const refusal = whyNotPeriod(period)
  if (refusal) throw new ApiError(refusal)
}
