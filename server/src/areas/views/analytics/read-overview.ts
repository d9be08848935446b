import type { AnalyticsOverview } from '@paidang/api/areas/analytics'
import { periodBefore } from '@paidang/domain/areas/analytics/period'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { assertPeriod } from './assert-period.ts'
import { type CompanyPeriod, readFigures, readOwed } from './figures-queries.ts'

/**
 * The figures of a company in a period, beside those of the period before. Also what the company owes its students
 * today.
 *
 * @throws ApiError period_invalid
 */
export async function readOverview(
  db: Database,
  { companyId, period, now }: CompanyPeriod & { now: Date },
): Promise<AnalyticsOverview> {
  assertPeriod(period)
  const earlier = periodBefore(period)
  const [figures, before, owed] = await Promise.all([
    readFigures(db, { companyId, period }),
    readFigures(db, { companyId, period: earlier }),
    readOwed(db, { companyId, today: dayOf(now) }),
  ])
  return { figures, before: { ...earlier, figures: before }, owed }
}
