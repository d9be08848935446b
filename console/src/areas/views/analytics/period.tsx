import { monthSoFar, type Period, whyNotPeriod } from '@paidang/domain/areas/views/analytics/period'
import { addDays, dayOf, firstOfMonth, isDay } from '@paidang/domain/kernel/day'
import { App, Flex, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { DayRange, type Days } from '../../../ui/day-range'
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

/** Chooses the period of a page: a preset, or a range of days. */
export function PeriodPicker({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { message } = App.useApp()
  // The two days are chosen one after the other. An intermediate range that is too long is shown, but not fetched.
  const [chosen, setChosen] = useState<Days>()
  const presets = presetsOn(dayOf(serverNow()))
  const isPeriod = (other: Period) => other.from === period.from && other.until === period.until
  const choose = ({ from, until }: Days) => {
    if (!from || !until) return
    if (whyNotPeriod({ from, until })) {
      setChosen({ from, until })
      message.warning('请选择一年以内的时间段')
      return
    }
    setChosen(undefined)
    onChange({ from, until })
  }
  return (
    <Flex gap={8} wrap>
      <Select
        aria-label="常用时间段"
        placeholder="常用时间段"
        style={{ width: 120 }}
        options={Object.keys(presets).map((name) => ({ value: name, label: name }))}
        value={Object.keys(presets).find((name) => presets[name] && isPeriod(presets[name])) ?? null}
        onChange={(name: string | null) => choose(presets[name ?? ''] ?? period)}
      />
      <DayRange label="时间段" isRequired days={chosen ?? period} onChange={choose} />
    </Flex>
  )
}

function presetsOn(today: string): Record<string, Period> {
  return {
    本月: monthSoFar(today),
    上月: { from: firstOfMonth(today, 1), until: addDays(firstOfMonth(today), -1) },
    近30天: { from: addDays(today, -29), until: today },
    近90天: { from: addDays(today, -89), until: today },
    近一年: { from: addDays(today, -364), until: today },
  }
}
