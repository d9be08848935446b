import {
  exportIncomeOfMerchant,
  type Income,
  incomeOfMerchant,
  type MonthIncome,
} from '@paidang/api/areas/activities/merchant-income'
import { dayOf } from '@paidang/domain/kernel/day'
import { Card, Col, DatePicker, Empty, Row, Spin, Statistic, Table } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/queries'
import { Chart, type ChartOption } from '../../../ui/chart'
import { ExportButton } from '../../../ui/export-button'
import { money } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'

const MONTH_FORM = 'YYYY-MM'
const FEN_PER_YUAN = 100

/** The parts of a month's income, in the order of stacking and reading. */
const KINDS = [
  { name: '手工费', fenOf: ({ labourFen }: MonthIncome) => labourFen },
  { name: '球线', fenOf: ({ stringsFen }: MonthIncome) => stringsFen },
  { name: '加项', fenOf: ({ extrasFen }: MonthIncome) => extrasFen },
  { name: '取送', fenOf: ({ courierFen }: MonthIncome) => courierFen },
  { name: '退款', fenOf: ({ refundedFen }: MonthIncome) => -refundedFen },
] as const

/** 收入: the income of a month, compared with the eleven months before. */
export function ShopIncomePage() {
  const { filterOf, setFilters } = useTableAddress()
  const asked = filterOf('month')
  const month = asked && /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : dayOf(new Date()).slice(0, MONTH_FORM.length)
  const read = useRead(incomeOfMerchant, { query: { month } })
  return (
    <Page
      title="收入"
      about="收款按付款日计入，退款按退款日计入"
      actions={
        <>
          <DatePicker
            aria-label="月份"
            picker="month"
            allowClear={false}
            value={dayjs(month)}
            maxDate={dayjs()}
            onChange={(day) => setFilters({ month: day?.format(MONTH_FORM) })}
          />
          <ExportButton ask={(format) => call(exportIncomeOfMerchant, { query: { month, format } })} />
        </>
      }
    >
      {read.isError && !read.data && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <Spin description="正在加载……" />}
      {read.data && <Figures income={read.data} />}
    </Page>
  )
}

function Figures({ income }: { income: Income }) {
  const { months, services, strings } = income
  const present = months.at(-1)
  const option = useMemo(() => optionOf(months), [months])
  if (!present) return null
  return (
    <>
      <Row gutter={[16, 16]}>
        <Figure title="净收入" value={money(present.netFen)} />
        <Figure title="收款" value={money(present.paidFen)} />
        <Figure title="退款" value={money(present.refundedFen)} />
        <Figure title="付款单数" value={`${present.jobs} 单`} />
        <Figure title="客单价" value={money(present.averageFen)} />
      </Row>
      <Card title="近 12 个月">
        <Chart
          label={`近 12 个月收入，${present.month} 净收入 ${money(present.netFen)}`}
          option={option}
          data={{
            head: ['月份', ...KINDS.map(({ name }) => name), '净收入', '单数'],
            rows: months.map((one) => [
              one.month,
              ...KINDS.map(({ fenOf }) => money(fenOf(one))),
              money(one.netFen),
              String(one.jobs),
            ]),
          }}
        />
      </Card>
      <Row gutter={[16, 16]}>
        <Shares title={`${present.month} 服务`} unit="次" rows={services} empty="这个月没有付款的订单" />
        <Shares title={`${present.month} 球线`} unit="半副" rows={strings} empty="这个月没有卖出球线" />
      </Row>
    </>
  )
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <Col flex="1 1 160px">
      <Card size="small">
        <Statistic title={title} value={value} />
      </Card>
    </Col>
  )
}

type SharesProps = { title: string; unit: string; rows: Income['services']; empty: string }

/** The shares of the income, the largest first. */
function Shares({ title, unit, rows, empty }: SharesProps) {
  return (
    <Col xs={24} xl={12}>
      <Card title={title}>
        <Table
          size="small"
          rowKey="name"
          dataSource={rows}
          pagination={false}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> }}
          columns={[
            { title: '名称', dataIndex: 'name' },
            { title: '数量', dataIndex: 'count', align: 'right', render: (count: number) => `${count} ${unit}` },
            { title: '收款', dataIndex: 'paidFen', align: 'right', render: money },
          ]}
        />
      </Card>
    </Col>
  )
}

function optionOf(months: readonly MonthIncome[]): ChartOption {
  const yuan = (fen: number) => fen / FEN_PER_YUAN
  return {
    tooltip: { trigger: 'axis', valueFormatter: (value) => money(Math.round(Number(value) * FEN_PER_YUAN)) },
    legend: { top: 0 },
    grid: { left: 64, right: 16, top: 40, bottom: 28 },
    xAxis: { type: 'category', data: months.map(({ month }) => month) },
    yAxis: { type: 'value', axisLabel: { formatter: (yuan: number) => money(yuan * FEN_PER_YUAN) } },
    series: [
      ...KINDS.map(({ name, fenOf }) => ({
        type: 'bar' as const,
        name,
        stack: 'income',
        barMaxWidth: 40,
        data: months.map((month) => yuan(fenOf(month))),
      })),
      {
        type: 'line',
        name: '净收入',
        data: months.map(({ netFen }) => yuan(netFen)),
        lineStyle: { color: '#1b1a16' },
        itemStyle: { color: '#1b1a16' },
      },
    ],
  }
}
