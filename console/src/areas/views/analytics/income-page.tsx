import {
  analyticsIncome,
  exportAnalyticsIncome,
  INCOME_BY,
  type IncomeBy,
  type IncomeRow,
} from '@paidang/api/areas/views/analytics'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { Card, Segmented } from 'antd'
import { useMemo } from 'react'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/queries'
import { Chart, type ChartOption } from '../../../ui/chart'
import { DataTable } from '../../../ui/data-table'
import { ExportButton } from '../../../ui/export-button'
import { money } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { PeriodPicker, usePeriod } from './analytics'

const SUBJECT_NAMES: Record<IncomeBy, string> = { coach: '教练', course: '课程', venue: '场馆' }
const USUAL_SORT = { sort: 'income', sord: 'desc' } as const
const CHART_ROWS = 10
const FEN_PER_YUAN = 100
const BAR_HEIGHT = 36

/** 课程与收入: classes, hours and income of a period by coach, course or venue. */
export function IncomePage() {
  const { period, setPeriod } = usePeriod()
  const { address, filterOf, setFilters } = useTableAddress(USUAL_SORT)
  const by = INCOME_BY.find((one) => one === filterOf('by')) ?? 'coach'
  const ask = (format: 'xlsx' | 'csv') =>
    call(exportAnalyticsIncome, { params: { by }, query: { ...period, ...orderOf(address), format } })
  return (
    <Page
      title="课程与收入"
      about="收入是消耗课时 × 合同单价，含临时取消扣除的课时；按上课日期计"
      actions={
        <>
          <PeriodPicker period={period} onChange={setPeriod} />
          <ExportButton ask={ask} />
        </>
      }
    >
      <div>
        <Segmented
          aria-label="按什么看"
          options={INCOME_BY.map((value) => ({ value, label: `按${SUBJECT_NAMES[value]}` }))}
          value={by}
          onChange={(value) => setFilters({ by: value })}
        />
      </div>
      <IncomeChart by={by} period={period} />
      <DataTable
        key={by}
        endpoint={analyticsIncome}
        params={{ by }}
        fixed={period}
        rowKey={({ id }) => id}
        usualSort={USUAL_SORT}
        empty="这段时间没有上过课"
        columns={[
          { title: SUBJECT_NAMES[by], dataIndex: 'name', key: 'name', sorter: true },
          { title: '课次', dataIndex: 'classes', key: 'classes', sorter: true, align: 'right' },
          { title: '授课小时', dataIndex: 'taughtHours', key: 'hours', sorter: true, align: 'right' },
          { title: '学员人数', dataIndex: 'students', key: 'students', sorter: true, align: 'right' },
          { title: '消耗课时', dataIndex: 'consumedSessions', key: 'sessions', sorter: true, align: 'right' },
          { title: '体验课', dataIndex: 'trials', align: 'right' },
          { title: '体验课收入', dataIndex: 'trialFen', align: 'right', render: money },
          { title: '收入', dataIndex: 'incomeFen', key: 'income', sorter: true, align: 'right', render: money },
        ]}
      />
    </Page>
  )
}

type Order = { sort?: string; sord?: 'asc' | 'desc' }

/** The table's order for the file; the server refuses an invalid one. */
function orderOf({ sort, sord }: Order) {
  return { ...(sort && { sort: sort as 'income' }), ...(sord && { sord }) }
}

function IncomeChart({ by, period }: { by: IncomeBy; period: { from: string; until: string } }) {
  const query = { ...period, ...USUAL_SORT, current: 1, rows: CHART_ROWS }
  const { data } = useRead(analyticsIncome, { params: { by }, query })
  const rows = data?.rows
  const option = useMemo(() => (rows ? optionOf(rows) : undefined), [rows])
  if (!rows || !option || rows.length === 0) return null
  const subject = SUBJECT_NAMES[by]
  return (
    <Card size="small" title={rows.length < CHART_ROWS ? `各${subject}收入` : `收入最高的 ${CHART_ROWS} 个${subject}`}>
      <Chart
        label={`按${subject}的收入，单位元`}
        option={option}
        height={rows.length * BAR_HEIGHT + 48}
        data={{
          head: [subject, '课次', '消耗课时', '收入'],
          rows: rows.map((row) => [row.name, String(row.classes), String(row.consumedSessions), money(row.incomeFen)]),
        }}
      />
    </Card>
  )
}

function optionOf(rows: readonly IncomeRow[]): ChartOption {
  return {
    grid: { left: 8, right: 80, top: 8, bottom: 8, containLabel: true },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: (yuan) => `¥${Number(yuan).toFixed(2)}`,
    },
    xAxis: { type: 'value', axisLabel: { formatter: (yuan: number) => `¥${yuan.toLocaleString('zh-CN')}` } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      axisLabel: { width: 140, overflow: 'truncate' },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'bar',
        name: '收入',
        barMaxWidth: 20,
        data: rows.map(({ incomeFen }) => incomeFen / FEN_PER_YUAN),
        label: {
          show: true,
          position: 'right',
          formatter: ({ dataIndex }) => `¥${yuanOf(rows[dataIndex]?.incomeFen ?? 0)}`,
        },
      },
    ],
  }
}
