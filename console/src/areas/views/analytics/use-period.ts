import { monthSoFar, type Period, whyNotPeriod } from '@paidang/domain/areas/views/analytics/period'
import { dayOf, isDay } from '@paidang/domain/kernel/day'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { changedAddress } from '../../../ui/table-address'

/** The period in the address, by default this month so far; and a function to choose another. */
export function usePeriod(): { period: Period; setPeriod: (period: Period) => void } {
  const [params, setParams] = useSearchParams()
  const said = { from: params.get('from') ?? '', until: params.get('until') ?? '' }
  const isSaid = isDay(said.from) && isDay(said.until) && !whyNotPeriod(said)
  return {
    period: isSaid ? said : monthSoFar(dayOf(serverNow())),
    setPeriod: (period) => setParams((before) => changedAddress(before, { ...period })),
  }
}
