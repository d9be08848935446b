import { CloudSyncOutlined } from '@ant-design/icons'
import {
  askProviderOfOrder,
  getManagedOrder,
  type ManagedOrder,
  type ManagedOrderDetail,
  type PaymentAttempt,
  type ProviderStatus,
  queryOrders,
} from '@paidang/api/areas/money/admin-payments'
import type { Order, Refund } from '@paidang/api/areas/money/payments'
import { trialHalfHours } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { Button, Descriptions, Flex, Table, Tag, Timeline, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { useFeatures } from '../../ground/features/features'
import { EnterPayment, EntriesOfOrder } from './offline-entries'
import {
  choicesOf,
  ORDER_KIND_NAMES,
  ORDER_STATE_NAMES,
  PROVIDER_NAMES,
  paymentStateOf,
  providerWord,
  REFUND_TARGET_NAMES,
  refundStateOf,
  TRIAL_EVENT_NAMES,
  TRIAL_STATE_NAMES,
} from './payment-labels'
import { RefundAction } from './refunds-page'

type Returned = Pick<ManagedOrder, 'refundedFen' | 'refundingFen' | 'isCorrected'>

/** What arrived at the payer, and what does not yet: ¥20，退款中 ¥100. */
function refundedText({ refundedFen, refundingFen, isCorrected }: Returned): string {
  // No money came, and none went back.
  if (isCorrected) return '已冲正，没有退款'
  const back = money(refundedFen - refundingFen)
  return refundingFen > 0 ? `${back}，退款中 ${money(refundingFen)}` : back
}

/** All payment orders, the latest first. */
export function PaymentsPage() {
  const has = useFeatures()
  const methods = choicesOf(PAY_METHOD_NAMES).filter(({ value }) => value !== 'WECHAT' || has('wechatPay'))
  return (
    <Page title="支付订单" about="球局、储值卡、穿线、商城、体验课和课包的每一笔订单">
      <DataTable
        endpoint={queryOrders}
        rowKey={({ id }) => id}
        what="订单"
        empty="还没有支付订单。用户报名、充值、下单后会出现在这里"
        filters={[
          { kind: 'text', name: 'keyword', label: '订单号、支付单号或用户' },
          { kind: 'text', name: 'userId', label: '付款人编号', maxLength: 19, isId: true },
          { kind: 'choice', name: 'kind', label: '类型', options: choicesOf(ORDER_KIND_NAMES) },
          { kind: 'choice', name: 'state', label: '状态', options: choicesOf(ORDER_STATE_NAMES) },
          { kind: 'choice', name: 'trialState', label: '体验课进度', options: choicesOf(TRIAL_STATE_NAMES) },
          { kind: 'choice', name: 'method', label: '支付方式', options: methods },
          { kind: 'text', name: 'amount', label: '金额（元）', maxLength: 12 },
          { kind: 'days', name: 'from', until: 'until', label: '下单' },
        ]}
        hrefOf={({ id }) => `/payments/${id}`}
        columns={[
          { title: '订单号', dataIndex: 'id' },
          { title: '内容', dataIndex: 'title', ellipsis: true },
          { title: '类型', render: (_, { kind }: ManagedOrder) => ORDER_KIND_NAMES[kind] },
          { title: '付款人', render: (_, { payer }: ManagedOrder) => payer.nickname },
          { title: '金额', align: 'right', render: (_, { amountFen }: ManagedOrder) => money(amountFen) },
          {
            title: '已退',
            align: 'right',
            render: (_, order: ManagedOrder) => (order.refundedFen === 0 ? NOTHING : refundedText(order)),
          },
          {
            title: '支付方式',
            render: (_, { method }: ManagedOrder) => (method ? PAY_METHOD_NAMES[method] : NOTHING),
          },
          {
            title: '状态',
            render: (_, { state }: ManagedOrder) => (
              <Tag color={ORDER_STATE_NAMES[state].color}>{ORDER_STATE_NAMES[state].label}</Tag>
            ),
          },
          { title: '下单时间', render: (_, { createTime }: ManagedOrder) => when(createTime) },
          { title: '支付时间', render: (_, { paidTime }: ManagedOrder) => when(paidTime) },
        ]}
      />
    </Page>
  )
}

type Word = ProviderStatus['payments'][number]['theirs']
type Words = Map<string, Word>

const wordsById = (words: { id: string; theirs: Word }[] | undefined): Words =>
  new Map((words ?? []).map(({ id, theirs }) => [id, theirs]))

/** One order: its lines, payment attempts and refunds, and its present state at the provider. */
export function PaymentOrderPage() {
  const { id = '' } = useParams()
  const read = useRead(getManagedOrder, { params: { id } })
  const { doIt } = useAction()
  const [words, setText] = useState<ProviderStatus>()
  const [isAsking, setIsAsking] = useState(false)
  if (read.isError || read.data?.order.id !== id) return <Opening name="支付订单" list="/payments" read={read} />
  const { order, refundingFen, payer, payments, refundProblems, trial } = read.data
  const isCorrected = order.refunds.some(({ target }) => target === 'CORRECTION')
  // Cards and the front desk have no books of their own to ask.
  const hasProvider = payments.some(({ provider }) => provider === 'WECHAT' || provider === 'SIMULATOR')
  const ask = async () => {
    setIsAsking(true)
    setText(await doIt({ run: () => call(askProviderOfOrder, { params: { id } }), done: '支付方已答复' }))
    setIsAsking(false)
  }
  return (
    <Page
      title={`订单 ${order.id}`}
      about={order.title}
      actions={
        <>
          <EnterPayment order={order} payer={payer.nickname} />
          {hasProvider && (
            <Button icon={<CloudSyncOutlined />} loading={isAsking} onClick={() => void ask()}>
              向支付方查询
            </Button>
          )}
        </>
      }
    >
      <Facts order={order} refundingFen={refundingFen} payer={payer.nickname} isCorrected={isCorrected} />
      {trial && <Trial trial={trial} player={payer} isCorrected={isCorrected} />}
      <Part title="明细">
        <Table
          size="small"
          pagination={false}
          rowKey="label"
          dataSource={order.lines}
          columns={[
            { title: '项目', dataIndex: 'label' },
            { title: '数量', dataIndex: 'quantity', align: 'right' },
            { title: '单价', dataIndex: 'unitFen', align: 'right', render: money },
            { title: '金额', dataIndex: 'amountFen', align: 'right', render: money },
          ]}
        />
      </Part>
      <Part title="支付">
        <Payments payments={payments} isCorrected={isCorrected} words={words && wordsById(words.payments)} />
      </Part>
      <Part title="退款">
        <Refunds
          refunds={order.refunds}
          orderId={order.id}
          payer={payer.nickname}
          problems={refundProblems}
          words={words && wordsById(words.refunds)}
        />
      </Part>
      <EntriesOfOrder orderId={order.id} />
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Typography.Title level={2} style={{ fontSize: 16, margin: '0 0 8px' }}>
        {title}
      </Typography.Title>
      {children}
    </section>
  )
}

type FactsProps = { order: Order; refundingFen: number; payer: string; isCorrected: boolean }

function Facts({ order, refundingFen, payer, isCorrected }: FactsProps) {
  const { label, color } = ORDER_STATE_NAMES[order.state]
  return (
    <Descriptions
      bordered
      size="small"
      column={3}
      items={[
        { key: 'state', label: '状态', children: <Tag color={color}>{label}</Tag> },
        { key: 'amount', label: '金额', children: <strong>{money(order.amountFen)}</strong> },
        {
          key: 'refunded',
          label: '已退',
          children: refundedText({ ...order, refundingFen, ...(isCorrected && { isCorrected }) }),
        },
        { key: 'kind', label: '类型', children: <Kind order={order} /> },
        { key: 'payer', label: '付款人', children: payer },
        { key: 'method', label: '支付方式', children: order.method ? PAY_METHOD_NAMES[order.method] : NOTHING },
        { key: 'created', label: '下单时间', children: when(order.createTime) },
        { key: 'paid', label: '支付时间', children: when(order.paidAt) },
        { key: 'closed', label: '关闭时间', children: when(order.closedAt) },
      ]}
    />
  )
}

type TrialProps = {
  trial: NonNullable<ManagedOrderDetail['trial']>
  player: ManagedOrderDetail['payer']
  /** Whether it ended since its payment had been entered by mistake. */
  isCorrected: boolean
}

/** 体验课: who asked whom for which hours, how it stands, and what happened to it. */
function Trial({ trial, player, isCorrected }: TrialProps) {
  const { state, coach, company, minutes, wishes, expiresAt, invitationId, events } = trial
  const { label, color } = isCorrected ? { label: '已冲正', color: 'default' } : TRIAL_STATE_NAMES[state]
  const hours = wishes.map(({ date, beginTimeSlot, stadiumName }) => ({
    key: `${date} ${beginTimeSlot}`,
    text: `${date} ${whenOf(beginTimeSlot, beginTimeSlot + trialHalfHours(minutes))} ${stadiumName}`,
  }))
  return (
    <Part title="体验课">
      <Flex vertical gap={16}>
        <Descriptions
          bordered
          size="small"
          column={3}
          items={[
            { key: 'state', label: '进度', children: <Tag color={color}>{label}</Tag> },
            { key: 'coach', label: '教练', children: <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link> },
            { key: 'company', label: '公司', children: <Link to={`/companies/${company.id}`}>{company.name}</Link> },
            { key: 'player', label: '学员', children: <Link to={`/users/${player.id}`}>{player.nickname}</Link> },
            { key: 'until', label: '最晚答复', children: when(expiresAt) },
            {
              key: 'class',
              label: '约课',
              children: invitationId === null ? NOTHING : <Link to={`/classes/${invitationId}`}>查看约课</Link>,
            },
            {
              key: 'wishes',
              label: '想上的时间',
              span: 3,
              children: hours.map(({ key, text }) => <div key={key}>{text}</div>),
            },
          ]}
        />
        <Timeline
          items={[...events].reverse().map(({ id, step, actorName, at }) => ({
            key: id,
            content: (
              <Flex gap={8} wrap align="baseline">
                <strong>{isCorrected && step === 'WITHDRAW' ? '冲正' : TRIAL_EVENT_NAMES[step]}</strong>
                <Typography.Text type="secondary">{`${when(at)} · ${actorName ?? '系统或平台'}`}</Typography.Text>
              </Flex>
            ),
          }))}
        />
      </Flex>
    </Part>
  )
}

/** What the order buys, with a link if that has a page of its own. */
function Kind({ order: { kind, object } }: { order: Order }) {
  const name = ORDER_KIND_NAMES[kind]
  if (object.kind === 'ball' || object.kind === 'trial' || object.kind === 'package') return name
  const folder = { card: 'cards', stringing: 'stringing-orders', shop: 'shop-orders' }[object.kind]
  return <Link to={`/${folder}/${object.id}`}>{name}</Link>
}

type PaymentsProps = { payments: PaymentAttempt[]; isCorrected: boolean; words: Words | undefined }

function Payments({ payments, isCorrected, words }: PaymentsProps) {
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="id"
      scroll={{ x: true }}
      locale={{ emptyText: '还没有发起过支付' }}
      dataSource={payments}
      columns={[
        { title: '支付方', render: (_, { provider }) => PROVIDER_NAMES[provider] },
        { title: '支付单号', render: (_, { outTradeNo }) => <Typography.Text copyable>{outTradeNo}</Typography.Text> },
        { title: '应付', align: 'right', render: (_, { amountFen }) => money(amountFen) },
        { title: '实收', align: 'right', render: (_, { receivedFen }) => money(receivedFen) },
        { title: '我方', render: (_, payment) => <StateTag {...paymentStateOf(payment, isCorrected)} /> },
        {
          title: '支付方的答复',
          render: (_, { id, provider }) => <Theirs word={words?.get(id)} isAsked={words !== undefined} by={provider} />,
        },
        { title: '发起', render: (_, { createTime }) => when(createTime) },
        { title: '入账', render: (_, { settledTime }) => when(settledTime) },
      ]}
    />
  )
}

type RefundsProps = {
  refunds: Refund[]
  orderId: string
  payer: string
  problems: { id: string; problem: string }[]
  words: Words | undefined
}

function Refunds({ refunds, orderId, payer, problems, words }: RefundsProps) {
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="id"
      scroll={{ x: true }}
      locale={{ emptyText: '没有退款' }}
      dataSource={refunds}
      columns={[
        { title: '退款编号', dataIndex: 'id' },
        { title: '金额', align: 'right', render: (_, { amountFen }) => money(amountFen) },
        { title: '原因', dataIndex: 'reason' },
        { title: '去向', render: (_, { target }) => REFUND_TARGET_NAMES[target] },
        {
          title: '我方',
          render: (_, refund) => (
            <>
              <StateTag {...refundStateOf(refund)} />
              <Typography.Text type="danger">{problems.find((one) => one.id === refund.id)?.problem}</Typography.Text>
            </>
          ),
        },
        {
          title: '支付方的答复',
          render: (_, { id, target }) => <Theirs word={words?.get(id)} isAsked={words !== undefined} by={target} />,
        },
        { title: '发起', render: (_, { createTime }) => when(createTime) },
        { title: '到账', render: (_, { doneTime }) => when(doneTime) },
        { title: '操作', render: (_, refund) => <RefundAction refund={refund} orderId={orderId} payer={payer} /> },
      ]}
    />
  )
}

const StateTag = ({ label, color }: { label: string; color: string }) => <Tag color={color}>{label}</Tag>

/** The provider's answer, and whether our books agree with it. */
function Theirs({ word, isAsked, by }: { word: Word | undefined; isAsked: boolean; by: string }) {
  if (by === 'OFFLINE' || by === 'CORRECTION')
    return <Typography.Text type="secondary">线下付款，无支付方</Typography.Text>
  if (by === 'CARD') return <Typography.Text type="secondary">无需查询</Typography.Text>
  if (!isAsked) return <Typography.Text type="secondary">未查询</Typography.Text>
  if (!word) return <Typography.Text type="secondary">无需查询</Typography.Text>
  return (
    <>
      {providerWord(word.state)}
      {word.amountFen !== null && ` ${money(word.amountFen)}`}{' '}
      <Tag color={word.agrees ? 'green' : 'red'}>{word.agrees ? '一致' : '不一致'}</Tag>
    </>
  )
}
