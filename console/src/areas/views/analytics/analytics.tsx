import { QuestionCircleOutlined } from '@ant-design/icons'
import { changeOf, monthSoFar, type Period, whyNotPeriod } from '@paidang/domain/areas/views/analytics/analytics'
import { addDays, dayOf, firstOfMonth, isDay } from '@paidang/domain/kernel/day'
import { App, Button, Card, Flex, Select, Tooltip, Typography } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { DayRange, type Days } from '../../../ui/day-range'
import { changedAddress } from '../../../ui/table-address'

/** The period in the address, by default the usual one, this month so far; and a function to choose another. */
export function usePeriod(usual = monthSoFar): { period: Period; setPeriod: (period: Period) => void } {
  const [params, setParams] = useSearchParams()
  const said = { from: params.get('from') ?? '', until: params.get('until') ?? '' }
  const isSaid = isDay(said.from) && isDay(said.until) && !whyNotPeriod(said)
  return {
    period: isSaid ? said : usual(dayOf(serverNow())),
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

const MINUS = '−'

const signed = (amount: number, text: string) => `${amount < 0 ? MINUS : '+'}${text}`

/** A share from the API as percent, as in 62.5%; a dash for a missing one. */
export function percent(share: number | undefined): string {
  return share === undefined ? '—' : `${Math.round(share * 1000) / 10}%`
}

/** The growth compared with the period before, as in 比上期 +25%. */
export function changeText(now: number, before: number): string {
  const change = changeOf(now, before)
  if (change === undefined) return now === 0 ? '上期也没有' : '上期没有'
  if (change === 0) return '与上期持平'
  return `比上期 ${signed(change, percent(Math.abs(change)))}`
}

/** The change of a share, in percentage points. */
export function pointsText(now: number | undefined, before: number | undefined): string {
  if (now === undefined || before === undefined) return before === undefined ? '上期没有' : '本期没有'
  const points = Math.round((now - before) * 1000) / 10
  return points === 0 ? '与上期持平' : `比上期 ${signed(points, `${Math.abs(points)}`)} 个百分点`
}

export type Figure = {
  name: string
  value: string
  unit?: string
  /** The meaning of the number, and its rule of counting. */
  meaning: string
  /** The comparison with the period before, or the parts of the number. */
  note?: string
}

/** What a figure sums, one press away. */
export function Meaning({ name, meaning }: Pick<Figure, 'name' | 'meaning'>) {
  return (
    <Tooltip title={meaning} trigger={['hover', 'focus', 'click']}>
      <Button type="text" size="small" icon={<QuestionCircleOutlined />} aria-label={`${name}是什么：${meaning}`} />
    </Tooltip>
  )
}

/** One figure of the analytics, with its meaning. */
export function FigureCard({ name, value, unit, meaning, note }: Figure) {
  return (
    <Card size="small" role="group" aria-label={name}>
      <Flex justify="space-between" align="center">
        <Typography.Text type="secondary">{name}</Typography.Text>
        <Meaning name={name} meaning={meaning} />
      </Flex>
      <div className="figure-value">
        {value}
        {unit && <span className="figure-unit">{unit}</span>}
      </div>
      <Typography.Text type="secondary" className="figure-note">
        {note}
      </Typography.Text>
    </Card>
  )
}
