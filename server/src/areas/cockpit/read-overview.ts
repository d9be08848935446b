import type { CockpitOverview } from '@paidang/api/areas/cockpit'
import { periodBefore } from '@paidang/domain/areas/cockpit/period'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { assertPeriod } from './assert-period.ts'
import { type CompanyPeriod, readFigures, readOwed } from './figures-queries.ts'

/**
 * What a company's period comes to, beside what went before, and what the company owes its students today.
 *
 * @throws ApiError period_invalid
 */
export async function readOverview(
  db: Database,
  { companyId, period, now }: CompanyPeriod & { now: Date },
): Promise<CockpitOverview> {
  assertPeriod(period)
  const earlier = periodBefore(period)
  const [figures, before, owed] = await Promise.all([
    readFigures(db, { companyId, period }),
    readFigures(db, { companyId, period: earlier }),
    readOwed(db, { companyId, today: dayOf(now) }),
  ])
  return { figures, before: { ...earlier, figures: before }, owed }
}
