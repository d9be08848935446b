import { monthSoFar, type Period, whyNotPeriod } from '@paidang/domain/areas/cockpit/period'
import { dayOf, isDay } from '@paidang/domain/kernel/day'
import { useSearchParams } from 'react-router'
import { changedAddress } from '../../ui/table-address'

/** The period that the address says, this month so far unless it says one; and how to choose another. */
export function usePeriod(): { period: Period; setPeriod: (period: Period) => void } {
  const [params, setParams] = useSearchParams()
  const said = { from: params.get('from') ?? '', until: params.get('until') ?? '' }
  const isSaid = isDay(said.from) && isDay(said.until) && !whyNotPeriod(said)
  return {
    period: isSaid ? said : monthSoFar(dayOf(new Date())),
    setPeriod: (period) => setParams((before) => changedAddress(before, { ...period })),
  }
}
