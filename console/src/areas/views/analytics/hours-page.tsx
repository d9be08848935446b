import { analyticsHours, exportAnalyticsHours, type HoursOfMonth } from '@paidang/api/areas/views/analytics'
import { firstOfMonth } from '@paidang/domain/kernel/day'
import { Card, Empty, Flex, Skeleton, Table } from 'antd'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/queries'
import { ExportButton } from '../../../ui/export-button'
import { money } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { Meaning, PeriodPicker, usePeriod } from './analytics'

type Hours = HoursOfMonth['sold']

const FIGURES = [
  {
    key: 'sold',
    title: '售出',
    meaning: '登记、导入、购买和赠送到合同上的课时，含教练没来补的；没有减调整和退课，减了的是经营概览的净售课时。',
  },
  { key: 'adjusted', title: '调整', meaning: '教练、管理员或撤销导入增加的课时，减去收回的。' },
  { key: 'consumed', title: '消课', meaning: '上课和临时取消扣除的课时，减去扣后又退回的；按办理当天计。' },
  { key: 'refunded', title: '退课', meaning: '退款的课时，和随之作废的赠课时。' },
  { key: 'expired', title: '到期失效', meaning: '合同到期时还没上的课时。' },
] as const

const sumOf = (all: readonly Hours[]): Hours =>
  all.reduce((sum, { sessions, fen }) => ({ sessions: sum.sessions + sessions, fen: sum.fen + fen }), {
    sessions: 0,
    fen: 0,
  })

/** 课时收入: what was sold, consumed, refunded and expired by month, and what is owed by month of expiry. */
export function HoursPage() {
  const { period, setPeriod } = usePeriod((today) => ({ from: firstOfMonth(today, 11), until: today }))
  const { data, isError, error, refetch } = useRead(analyticsHours, { query: period })
  return (
    <Page
      title="课时收入"
      about="每一笔都来自课时流水：售出 + 调整 − 消课 − 退课 − 到期失效，就是未消课时的变化；赠送课时不计金额"
      actions={
        <>
          <PeriodPicker period={period} onChange={setPeriod} />
          <ExportButton ask={(format) => call(exportAnalyticsHours, { query: { ...period, format } })} />
        </>
      }
    >
      {!data && (isError ? <Failed error={error} onRetry={refetch} /> : <Skeleton active />)}
      {data && (
        <Flex gap={16} align="start" wrap>
          <Card size="small" title="每月变动" style={{ flex: '3 1 640px', minWidth: 0 }}>
            <Table
              size="middle"
              pagination={false}
              rowKey="month"
              scroll={{ x: true }}
              locale={{ emptyText: <Empty description="这段时间没有课时变动" /> }}
              dataSource={data.months}
              columns={[
                { title: '月份', dataIndex: 'month' },
                ...FIGURES.map(({ key, title, meaning }) => ({
                  title: (
                    <>
                      {title}
                      <Meaning name={title} meaning={meaning} />
                    </>
                  ),
                  key,
                  align: 'right' as const,
                  render: (_: unknown, row: HoursOfMonth) => <Amount of={row[key]} />,
                })),
              ]}
              summary={(rows) =>
                rows.length > 1 && (
                  <Table.Summary.Row>
                    <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
                    {FIGURES.map(({ key }, at) => (
                      <Table.Summary.Cell key={key} index={at + 1} align="right">
                        <Amount of={sumOf(rows.map((row) => row[key]))} />
                      </Table.Summary.Cell>
                    ))}
                  </Table.Summary.Row>
                )
              }
            />
          </Card>
          <Card size="small" title="未消课时，按到期月" style={{ flex: '1 1 260px' }}>
            <Table
              size="middle"
              pagination={false}
              rowKey="month"
              locale={{ emptyText: <Empty description="没有未消的课时" /> }}
              dataSource={data.owed}
              columns={[
                { title: '到期月', dataIndex: 'month' },
                { title: '未消', align: 'right', render: (_, { owed }) => <Amount of={owed} /> },
              ]}
              summary={(rows) =>
                rows.length > 1 && (
                  <Table.Summary.Row>
                    <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
                    <Table.Summary.Cell index={1} align="right">
                      <Amount of={sumOf(rows.map(({ owed }) => owed))} />
                    </Table.Summary.Cell>
                  </Table.Summary.Row>
                )
              }
            />
          </Card>
        </Flex>
      )}
    </Page>
  )
}

/** Hours above their value; a dash where nothing moved. */
function Amount({ of: { sessions, fen } }: { of: Hours }) {
  if (sessions === 0 && fen === 0) return <>—</>
  return (
    <>
      {`${sessions} 课时`}
      <br />
      {money(fen)}
    </>
  )
}
