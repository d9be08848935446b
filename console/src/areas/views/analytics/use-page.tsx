import {
  type AnalyticsUse,
  analyticsUse,
  exportAnalyticsUse,
  USE_OF,
  type UseOf,
} from '@paidang/api/areas/views/analytics'
import { shareOf } from '@paidang/domain/areas/views/analytics/analytics'
import { WEEKDAY_NAMES, type Weekday } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { Card, Empty, Flex, Segmented, Select, Skeleton } from 'antd'
import { useMemo } from 'react'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/queries'
import { Chart, type ChartData, type ChartOption } from '../../../ui/chart'
import { ExportButton } from '../../../ui/export-button'
import { NOTHING } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { FigureCard, PeriodPicker, percent, usePeriod } from './analytics'

const WORDS: Record<UseOf, { tab: string; all: string; subject: string; counted: string }> = {
  courts: {
    tab: '场地',
    all: '全部场馆',
    subject: '场馆',
    counted: '本公司已约的半小时 ÷ 场馆开放的半小时（场地数 × 营业时间，减去场馆关闭的）；已约指已确认和已完成的课。',
  },
  coaches: {
    tab: '教练',
    all: '全部教练',
    subject: '教练',
    counted: '已约的半小时 ÷ 可约的半小时（公司默认开放时间，减去教练锁定的）；只算本公司的课和现在的教练。',
  },
}
const HEAT_MAP_HEIGHT = 400

/** 时段利用率: the booked share of the bookable time, by weekday and hour. */
export function UsePage() {
  const { period, setPeriod } = usePeriod()
  const { filterOf, setFilters } = useTableAddress()
  const of = USE_OF.find((one) => one === filterOf('of')) ?? 'courts'
  const id = filterOf('id')
  const asked = { ...period, ...(id !== undefined && { id }) }
  const { data, isError, error, isPlaceholderData, refetch } = useRead(analyticsUse, { params: { of }, query: asked })
  const { all, subject, counted } = WORDS[of]
  return (
    <Page
      title="时段利用率"
      about={counted}
      actions={
        <>
          <PeriodPicker period={period} onChange={setPeriod} />
          <ExportButton ask={(format) => call(exportAnalyticsUse, { params: { of }, query: { ...asked, format } })} />
        </>
      }
    >
      <Flex gap={12} wrap>
        <Segmented
          aria-label="看什么"
          options={USE_OF.map((value) => ({ value, label: WORDS[value].tab }))}
          value={of}
          onChange={(value) => setFilters({ of: value, id: undefined })}
        />
        <Select
          aria-label={subject}
          style={{ minWidth: 220 }}
          value={id ?? ''}
          options={[
            { value: '', label: all },
            ...(data?.subjects ?? []).map(({ id: value, name }) => ({ value, label: name })),
          ]}
          onChange={(value: string) => setFilters({ id: value || undefined })}
        />
      </Flex>
      {isError && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !isError && (
        <div style={{ opacity: isPlaceholderData ? 0.5 : 1 }} aria-busy={isPlaceholderData}>
          <UseShown hours={data.hours} title={`${WORDS[of].tab}利用率`} subject={subject} />
        </div>
      )}
    </Page>
  )
}

function UseShown({ hours, title, subject }: { hours: AnalyticsUse['hours']; title: string; subject: string }) {
  const { option, table, busiest, idlest } = useMemo(() => heatMapOf(hours), [hours])
  if (hours.length === 0) return <Empty description={`还没有可约的${subject}`} />
  const total = (amount: 'booked' | 'bookable') => hours.reduce((sum, hour) => sum + hour[amount], 0)
  const [booked, bookable] = [total('booked'), total('bookable')]
  return (
    <Flex vertical gap={16}>
      <div className="figure-grid">
        <FigureCard
          name="平均利用率"
          value={percent(shareOf(booked, bookable))}
          meaning="全部时段合在一起的利用率。"
          note={`已约 ${booked / 2} 小时，可约 ${bookable / 2} 小时`}
        />
        <FigureCard name="最忙的时段" meaning="利用率最高的一个小时。" {...busiest} />
        <FigureCard name="最空的时段" meaning="利用率最低的一个小时，相同时取可约时间最多的。" {...idlest} />
      </div>
      <Card size="small" title={`${title}：按星期和时间`}>
        <Chart label={`${title}，按星期和小时的百分比`} option={option} data={table} height={HEAT_MAP_HEIGHT} />
      </Card>
    </Flex>
  )
}

type Hour = AnalyticsUse['hours'][number]

/** A week in China begins on Monday. */
const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
const HALF_HOURS_PER_HOUR = 2

const timeOfHour = (hour: number) => timeOf(hour * HALF_HOURS_PER_HOUR)
const whenOf = ({ weekday, hour }: Hour) => `${WEEKDAY_NAMES[weekday as Weekday]} ${timeOfHour(hour)}`
const shareAt = ({ booked, bookable }: Hour) => shareOf(booked, bookable)

/** Utilisation as a heat map and as a table of hours by weekdays, with the highest and lowest hours. */
function heatMapOf(hours: readonly Hour[]) {
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
