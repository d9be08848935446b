import { PrinterOutlined } from '@ant-design/icons'
import {
  getStringingOrderOfMerchant,
  type StringingOrder,
  stringingOrdersOfMerchant,
} from '@paidang/api/areas/activities/stringing-orders'
import { actionsOfShop } from '@paidang/domain/areas/activities/stringing/board'
import { extrasOf } from '@paidang/domain/areas/activities/stringing/income'
import {
  bindsShop,
  STRINGING_STATUS_NAMES,
  STRINGING_STATUSES,
  whyNotCorrectTracking,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { Button, Card, Descriptions, Empty, Flex, Rate, Spin, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Failed, Opening, Page } from '../../../ui/page'
import { useGoOn } from '../../../ui/use-action'
import { ACTION_NAMES, bedLines, dueText, nearText, stringFacts, tensionText, URGENCY_COLORS } from './job-labels'
import { OrderSteps, StatusTags } from './order-status'
import './board.css'
import { type RacketJob, racketHistoryOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { Data } from '@paidang/api/endpoint'
import { kilogramsOf } from '@paidang/domain/areas/activities/stringing/tension'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { CorrectTrackingModal, useJobActions } from './job-forms'

/** A shop sees an order only after its payment. */
const SHOWN_STATUSES = STRINGING_STATUSES.filter((status) => status !== 'SUBMITTED')

/** All paid orders of the shop, including those that are over: open work first, then the latest. */
export function OrdersPage() {
  return (
    <Page title="订单" about="全部已付款的订单，进行中的在前，同一状态先到期的先列，已完成和已取消的按时间倒序">
      <DataTable
        endpoint={stringingOrdersOfMerchant}
        rowKey={({ id }) => id}
        what="订单"
        empty="还没有已付款的订单。顾客下单付款后会出现在这里和看板上"
        hrefOf={({ id }) => `/board/orders/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '单号、球拍、姓名或尾号' },
          {
            kind: 'choice',
            name: 'status',
            label: '订单状态',
            options: SHOWN_STATUSES.map((value) => ({ value, label: STRINGING_STATUS_NAMES[value] })),
          },
        ]}
        columns={[
          { title: '单号', dataIndex: 'orderNo' },
          { title: '下单时间', render: (_, { createTime }) => when(createTime) },
          {
            title: '预计可取',
            render: (_, { dueAt, expectedAt }) => (
              <>
                {when(expectedAt)}
                {dueAt && (
                  <div>
                    <Typography.Text type="secondary">顾客希望 {when(dueAt)}</Typography.Text>
                  </div>
                )}
              </>
            ),
          },
          { title: '顾客', render: (_, { customer }) => customer.nickname },
          { title: '球拍', dataIndex: 'racketName' },
          { title: '球线', render: (_, job) => bedLines(job).map((line) => <div key={line}>{line}</div>) },
          { title: '磅数', render: (_, job) => tensionText(job) },
          { title: '送取', render: (_, { handIn }) => HAND_IN_NAMES[handIn] },
          { title: '金额', align: 'right', render: (_, { totalFen }) => money(totalFen) },
          { title: '状态', render: (_, order) => <StatusTags order={order} /> },
        ]}
      />
    </Page>
  )
}

const REFETCH_MS = 20_000

/** One job of a shop: stringing, progress, player, price, and the racket's earlier stringings. */
export function OrderPage() {
  const { id = '' } = useParams()
  const order = useRead(getStringingOrderOfMerchant, { params: { id } }, { refetchInterval: REFETCH_MS })
  if (order.data?.id === id && !order.isError)
    return <OrderView order={order.data} now={new Date(order.dataUpdatedAt)} />
  return <Opening name="订单" list="/orders" read={order} />
}

function OrderView({ order, now }: { order: StringingOrder; now: Date }) {
  const goOn = useGoOn()
  const { ask, form } = useJobActions({ onReceived: (id) => goOn(`/board/orders/${id}/label?print`) })
  const [first, ...others] = actionsOfShop(order)
  const due = dueText(order, now)
  const [isCorrecting, setCorrecting] = useState(false)
  const left = order.steps.find(({ action }) => action === 'handOver' || action === 'giveBack')
  const mayCorrect = whyNotCorrectTracking({ ...order, leftAt: left ? new Date(left.time) : null }, now) === undefined
  return (
    <Page
      title={`${order.racketName} · ${order.customer.nickname}`}
      about={
        <Flex component="span" gap={8} align="center">
          <span>{order.orderNo}</span>
          <StatusTags order={order} />
          {order.isRacketLost && <Tag color="red">球拍无法归还</Tag>}
          {due?.urgency && <Tag color={URGENCY_COLORS[due.urgency]}>{due.text}</Tag>}
        </Flex>
      }
      actions={
        <>
          {bindsShop(order) && (
            <Link to={`/board/orders/${order.id}/label`}>
              <Button icon={<PrinterOutlined />}>标签</Button>
            </Link>
          )}
          <Link to={`/board/orders/${order.id}/sheet`}>
            <Button icon={<PrinterOutlined />}>工单</Button>
          </Link>
          {others.map((action) => (
            <Button key={action} danger={action === 'refuse'} onClick={() => ask(order, action)}>
              {ACTION_NAMES[action]}
            </Button>
          ))}
          {first && (
            <Button type="primary" onClick={() => ask(order, first)}>
              {ACTION_NAMES[first]}
            </Button>
          )}
        </>
      }
    >
      <div className="order-columns">
        <Flex vertical gap={16}>
          <OrderJob order={order} now={now} />
          <Card size="small" title="进度">
            <OrderSteps
              steps={order.steps}
              corrections={order.corrections}
              trackingNo={order.trackingNo}
              onCorrect={mayCorrect ? () => setCorrecting(true) : undefined}
            />
          </Card>
        </Flex>
        <Flex vertical gap={16}>
          <OrderCustomer order={order} />
          <OrderMoney order={order} />
          <RacketHistory racketId={order.racketId} orderId={order.id} />
        </Flex>
      </div>
      {form}
      {isCorrecting && <CorrectTrackingModal order={order} onClose={() => setCorrecting(false)} />}
    </Page>
  )
}

/** The stringing of an order, and its deadline. */
function OrderJob({ order, now }: { order: StringingOrder; now: Date }) {
  const { mains, crosses, preStretch, knots, notes, handIn, dueAt, expectedAt } = order
  const pounds = (tension: number) => (
    <>
      <strong>{tension} lb</strong>（{kilogramsOf(tension)} kg）
    </>
  )
  return (
    <Card size="small" title="穿线要求">
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'mains', label: '主线', children: stringFacts(mains) },
          { key: 'mainTension', label: '主线磅数', children: pounds(mains.tension) },
          { key: 'crosses', label: '横线', children: stringFacts(crosses) },
          { key: 'crossTension', label: '横线磅数', children: pounds(crosses.tension) },
          { key: 'stretch', label: '预拉', children: preStretch === 0 ? '不预拉' : `${preStretch}%` },
          { key: 'knots', label: '打结', children: `${knots} 点` },
          { key: 'sport', label: '运动', children: SPORT_NAMES[order.sport] },
          { key: 'handIn', label: '送取', children: HAND_IN_NAMES[handIn] },
          { key: 'due', label: '顾客希望', children: dueAt ? nearText(dueAt, now) : NOTHING },
          { key: 'expected', label: '预计可取', children: expectedAt ? nearText(expectedAt, now) : NOTHING },
          { key: 'extras', label: '加项', span: 2, children: extrasOf(order).join('、') || NOTHING },
          { key: 'notes', label: '备注', span: 2, children: notes || NOTHING },
        ]}
      />
    </Card>
  )
}

/** The player of a job: contact data as long as the job is open, and the player's remarks. */
function OrderCustomer({ order }: { order: StringingOrder }) {
  const { customer, address, review } = order
  const items = [
    { key: 'name', label: '称呼', children: customer.nickname },
    ...(customer.phone ? [{ key: 'phone', label: '电话', children: <Phone number={customer.phone} /> }] : []),
    ...(address
      ? [
          { key: 'contact', label: '取送联系人', children: address.name },
          { key: 'contactPhone', label: '取送电话', children: <Phone number={address.phone} /> },
          { key: 'address', label: '取送地址', children: `${address.region} ${address.detail}` },
        ]
      : []),
    ...(review
      ? [
          { key: 'stars', label: '评价', children: <Rate disabled value={review.stars} /> },
          { key: 'text', label: '评语', children: review.text || '没有写评语' },
        ]
      : []),
  ]
  return (
    <Card size="small" title="顾客">
      <Descriptions size="small" column={1} items={items} />
      {!bindsShop(order) && <Typography.Text type="secondary">订单结束后不再显示联系方式</Typography.Text>}
    </Card>
  )
}

function Phone({ number }: { number: string }) {
  return <Typography.Text copyable={{ tooltips: ['复制', '已复制'] }}>{number}</Typography.Text>
}

/** The price of a job, line by line. */
function OrderMoney({ order: { lines, totalFen, status } }: { order: StringingOrder }) {
  return (
    <Card size="small" title="费用">
      <Table
        size="small"
        pagination={false}
        scroll={{ x: true }}
        rowKey="label"
        dataSource={lines}
        columns={[
          { title: '项目', dataIndex: 'label' },
          {
            title: '单价',
            align: 'right',
            render: (_, { unitFen, quantity }) => `${money(unitFen)}${quantity > 1 ? ` × ${quantity}` : ''}`,
          },
          { title: '金额', dataIndex: 'amountFen', align: 'right', render: money },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={2}>
              <strong>{status === 'CANCELLED' ? '合计（已取消，全额退回）' : '合计'}</strong>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={1} align="right">
              <strong>{money(totalFen)}</strong>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
    </Card>
  )
}

type History = Data<typeof racketHistoryOfMerchant>

/** A racket, the wear of its strings, and its earlier stringings in this shop. */
function RacketHistory({ racketId, orderId }: { racketId: string; orderId: string }) {
  const history = useRead(racketHistoryOfMerchant, { params: { id: racketId } })
  return (
    <Card size="small" title="球拍与穿线历史">
      {history.data?.id === racketId ? (
        <HistoryView history={history.data} orderId={orderId} />
      ) : history.isError ? (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <Spin />
      )}
    </Card>
  )
}

function HistoryView({ history, orderId }: { history: History; orderId: string }) {
  const { wear, total } = history
  const jobs = history.jobs.filter((job) => job.orderId !== orderId)
  return (
    <Flex vertical gap={12}>
      <Descriptions size="small" column={2} items={factsOf(history)} />
      {wear && (
        <Typography.Text>
          上次穿线后打了 {wear.hours} 小时，过了 {wear.days} 天
          {wear.isDue && (
            <Tag color="gold" style={{ marginInlineStart: 8 }}>
              已到换线时间
            </Tag>
          )}
        </Typography.Text>
      )}
      {jobs.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这支球拍还没有在本店穿过线" />
      ) : (
        <ul className="racket-jobs" aria-label="穿线历史">
          {jobs.map((job) => (
            <PastJob key={job.orderId} job={job} />
          ))}
        </ul>
      )}
      {total > history.jobs.length && (
        <Typography.Text type="secondary">
          共 {total} 次，显示最近 {history.jobs.length} 次
        </Typography.Text>
      )}
    </Flex>
  )
}

function factsOf({ weightGrams, gripSize, pattern, minTension, maxTension, code }: History) {
  const limits = [minTension, maxTension].every((limit) => limit !== null) ? `${minTension}–${maxTension} lb` : NOTHING
  return [
    { key: 'weight', label: '重量', children: weightGrams === null ? NOTHING : `${weightGrams} g` },
    { key: 'grip', label: '手柄', children: gripSize || NOTHING },
    { key: 'pattern', label: '线床', children: pattern || NOTHING },
    { key: 'limits', label: '拉力范围', children: limits },
    ...(code ? [{ key: 'code', label: '标记', span: 2, children: code }] : []),
  ]
}

function PastJob({ job }: { job: RacketJob }) {
  const { preStretch, knots, notes, condition, remark, stringerName } = job
  const said = [condition && `收拍：${condition}`, remark && `穿好：${remark}`, notes && `备注：${notes}`].filter(
    Boolean,
  )
  return (
    <li>
      <Flex justify="space-between" gap={8} wrap>
        <Link to={`/board/orders/${job.orderId}`}>{job.strungOn}</Link>
        <strong>{tensionText(job)}</strong>
      </Flex>
      <div>
        {bedLines(job).join('，')}
        {preStretch > 0 && `，预拉 ${preStretch}%`}，{knots} 点打结
      </div>
      {stringerName && <Typography.Text type="secondary">穿线师 {stringerName}</Typography.Text>}
      {said.map((line) => (
        <Typography.Paragraph key={line} type="secondary" style={{ margin: 0 }}>
          {line}
        </Typography.Paragraph>
      ))}
    </li>
  )
}
