import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons'
import { type BoardCard, dueWorkOfMerchant, type StringNeed } from '@paidang/api/areas/activities/merchant-board'
import type { DueGroup } from '@paidang/domain/areas/activities/stringing/board'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { addDays, type Day, dayOf, isDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { Alert, Button, Card, DatePicker, Flex, Spin, Table, Tag, Typography } from 'antd'
import dayjs from 'dayjs'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead } from '../../../platform/queries'
import { NOTHING } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { bedLines, dueText, tensionText, URGENCY_COLORS } from './job-labels'

const DAY_FORM = 'YYYY-MM-DD'
const REFETCH_MS = 60_000

/** The jobs that a shop has to finish on a day, and the string that they need; the day is in the address. */
export function DuePage() {
  const [params, setParams] = useSearchParams()
  const today = dayOf(serverNow())
  const asked = params.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  const work = useRead(dueWorkOfMerchant, { query: { day } }, { refetchInterval: REFETCH_MS })
  const go = (next: Day) => setParams(next === today ? {} : { day: next })
  return (
    <Page
      title={`到期工单 · ${dayName(day, today)}`}
      about="按顾客希望的时间，没有的按预计可取时间；已穿好的不在内；取消后还在店里的球拍列在当天"
      actions={
        <>
          <Button icon={<LeftOutlined />} aria-label="前一天" onClick={() => go(addDays(day, -1))} />
          <DatePicker
            aria-label="日期"
            allowClear={false}
            value={dayjs(day)}
            onChange={(picked) => picked && go(picked.format(DAY_FORM))}
          />
          <Button icon={<RightOutlined />} aria-label="后一天" onClick={() => go(addDays(day, 1))} />
          {day !== today && <Button onClick={() => go(today)}>今天</Button>}
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => print()}>
            打印
          </Button>
        </>
      }
    >
      {work.data?.day === day ? (
        <DueWork work={work.data} now={new Date(work.dataUpdatedAt)} today={today} />
      ) : work.isError ? (
        <Failed error={work.error} onRetry={() => void work.refetch()} />
      ) : (
        <Spin className="shell-wait" description="正在加载……" />
      )}
    </Page>
  )
}

/** A day as text: 11月22日 周日（今天）. */
function dayName(day: Day, today: Day): string {
  const [, month, date] = day.split('-').map(Number)
  const near = day === today ? '（今天）' : day === addDays(today, 1) ? '（明天）' : ''
  return `${month}月${date}日 ${WEEKDAY_NAMES[weekdayOf(day)]}${near}`
}

type Work = Record<DueGroup | 'returns', BoardCard[]> & { day: Day; strings: StringNeed[] }

function DueWork({ work, now, today }: { work: Work; now: Date; today: Day }) {
  const isToday = work.day === today
  return (
    <Flex vertical gap={16}>
      {isToday && work.overdue.length > 0 && <JobTable title="已超时" jobs={work.overdue} now={now} />}
      <JobTable title={isToday ? '今天到期' : '当天到期'} jobs={work.due} now={now} />
      {work.undated.length > 0 && <JobTable title="未定时间" jobs={work.undated} now={now} />}
      {work.returns.length > 0 && <JobTable title="待退还" jobs={work.returns} now={now} />}
      <NeedTable needs={work.strings} />
      <JobTable title={isToday ? '明天到期' : '次日到期'} jobs={work.next} now={now} />
    </Flex>
  )
}

function JobTable({ title, jobs, now }: { title: string; jobs: readonly BoardCard[]; now: Date }) {
  return (
    <Card size="small" title={`${title}（${jobs.length}）`}>
      <Table
        size="small"
        pagination={false}
        rowKey="id"
        dataSource={[...jobs]}
        locale={{ emptyText: '没有工单' }}
        scroll={{ x: true }}
        columns={[
          {
            title: '时间',
            width: 140,
            render: (_, job) => {
              const due = dueText(job, now)
              return due ? <Tag color={due.urgency ? URGENCY_COLORS[due.urgency] : 'default'}>{due.text}</Tag> : NOTHING
            },
          },
          { title: '单号', render: (_, { id, orderNo }) => <Link to={`/board/orders/${id}`}>{orderNo}</Link> },
          { title: '球拍', dataIndex: 'racketName' },
          { title: '球线', render: (_, job) => bedLines(job).map((line) => <div key={line}>{line}</div>) },
          { title: '磅数', render: (_, job) => <strong>{tensionText(job)}</strong> },
          { title: '加项', render: (_, { extras }) => extras.join('、') || NOTHING },
          {
            title: '顾客',
            render: (_, { customer: { nickname, phoneTail } }) => [nickname, phoneTail].filter(Boolean).join(' · '),
          },
          { title: '送取', render: (_, { handIn }) => HAND_IN_NAMES[handIn] },
          { title: '状态', render: (_, { status }) => STRINGING_STATUS_NAMES[status] },
          { title: '备注', render: (_, { notes }) => notes || NOTHING },
        ]}
      />
    </Card>
  )
}

/** The metres of string that the day's unstarted jobs need, next to the stock of the shop. */
function NeedTable({ needs }: { needs: readonly StringNeed[] }) {
  const short = needs.filter(({ neededMetres, stockMetres }) => neededMetres > stockMetres)
  return (
    <Card size="small" title="所需球线（未开穿的工单）">
      <Flex vertical gap={12}>
        {short.length > 0 && (
          <Alert type="error" showIcon title={`库存不够：${short.map(({ name }) => name).join('、')}`} />
        )}
        <Table
          size="small"
          pagination={false}
          rowKey="stringId"
          dataSource={[...needs]}
          locale={{ emptyText: '不需要用到店里的线' }}
          columns={[
            { title: '球线', render: (_, { name, gauge }) => `${name} ${gauge.toFixed(2)}` },
            { title: '工单', dataIndex: 'jobs', align: 'right' },
            { title: '需要（米）', align: 'right', render: (_, { neededMetres }) => neededMetres.toFixed(1) },
            { title: '库存（米）', align: 'right', render: (_, { stockMetres }) => stockMetres.toFixed(1) },
            {
              title: '余下（米）',
              align: 'right',
              render: (_, { neededMetres, stockMetres }) => (
                <Typography.Text strong type={neededMetres > stockMetres ? 'danger' : undefined}>
                  {(stockMetres - neededMetres).toFixed(1)}
                </Typography.Text>
              ),
            },
          ]}
        />
      </Flex>
    </Card>
  )
}
