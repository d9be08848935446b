import type { AnalyticsUse } from '@paidang/api/areas/views/analytics'
import { shareOf } from '@paidang/domain/areas/views/analytics/figures'
import { WEEKDAY_NAMES, type Weekday } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import type { ChartData, ChartOption } from '../../../ui/chart'
import { NOTHING } from '../../../ui/format'
import { percent } from './analytics-labels'

type Hour = AnalyticsUse['hours'][number]

/** A week in China begins on Monday. */
const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
const HALF_HOURS_PER_HOUR = 2

const timeOfHour = (hour: number) => timeOf(hour * HALF_HOURS_PER_HOUR)
const whenOf = ({ weekday, hour }: Hour) => `${WEEKDAY_NAMES[weekday as Weekday]} ${timeOfHour(hour)}`
const shareAt = ({ booked, bookable }: Hour) => shareOf(booked, bookable)

/** Utilisation as a heat map and as a table of hours by weekdays, with the highest and lowest hours. */
export function heatMapOf(hours: readonly Hour[]) {
  const shown = [...new Set(hours.map(({ hour }) => hour))].sort((one, other) => one - other)
  const at = new Map(hours.map((one) => [`${one.weekday} ${one.hour}`, one]))
  const cells = WEEK.flatMap((weekday, y) =>
    shown.flatMap((hour, x) => {
      const one = at.get(`${weekday} ${hour}`)
      const share = one && shareAt(one)
      return one && share !== undefined ? [{ one, value: [x, y, Math.round(share * 1000) / 10] }] : []
    }),
  )
  const option: ChartOption = {
    grid: { left: 8, right: 8, top: 8, bottom: 56, containLabel: true },
    tooltip: {
      formatter: (drawn) => {
        const one = cells[Array.isArray(drawn) ? 0 : drawn.dataIndex]?.one
        if (!one) return ''
        return `${whenOf(one)}<br/>已约 ${one.booked / 2} 小时，可约 ${one.bookable / 2} 小时<br/>利用率 ${percent(shareAt(one))}`
      },
    },
    xAxis: { type: 'category', data: shown.map(timeOfHour), axisTick: { show: false } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: WEEK.map((weekday) => WEEKDAY_NAMES[weekday]),
      axisTick: { show: false },
    },
    visualMap: {
      min: 0,
      max: 100,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      calculable: false,
      text: ['100%', '0%'],
      inRange: { color: ['#f5f4f0', '#bfe3cf', '#4fae82', '#08794d'] },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(({ value }) => value),
        itemStyle: { borderColor: '#ffffff', borderWidth: 2 },
        label: { show: true, formatter: ({ value }) => labelOf(value) },
      },
    ],
  }
  const table: ChartData = {
    head: ['时间', ...WEEK.map((weekday) => WEEKDAY_NAMES[weekday])],
    rows: shown.map((hour) => [
      timeOfHour(hour),
      ...WEEK.map((weekday) => {
        const one = at.get(`${weekday} ${hour}`)
        return one ? percent(shareAt(one)) : NOTHING
      }),
    ]),
  }
  const ranked = hours
    .filter(({ bookable }) => bookable > 0)
    .sort((one, other) => (shareAt(other) ?? 0) - (shareAt(one) ?? 0) || one.bookable - other.bookable)
  return { option, table, busiest: standingOut(ranked[0]), idlest: standingOut(ranked.at(-1)) }
}

/** The percentage of a cell; empty for zero. */
function labelOf(value: unknown): string {
  const share = Array.isArray(value) ? Number(value[2]) : 0
  return share === 0 ? '' : `${Math.round(share)}%`
}

function standingOut(hour: Hour | undefined): { value: string; note: string } {
  return hour ? { value: whenOf(hour), note: `利用率 ${percent(shareAt(hour))}` } : { value: NOTHING, note: '' }
}
