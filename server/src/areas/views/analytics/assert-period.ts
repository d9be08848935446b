import { ApiError } from '@paidang/api/catalogue/errors'
import { type Period, whyNotPeriod } from '@paidang/domain/areas/analytics/period'

/**
 * Checks the days of a period.
 *
 * @throws ApiError period_invalid (ends before it begins, or is longer than a year)
 */
export function assertPeriod(period: Period): void {
  const refusal = whyNotPeriod(period)
  if (refusal) throw new ApiError(refusal)
}
