import { type InboxItem, readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { jobName } from '@paidang/api/catalogue/job-names'
import { REPORT_REASON_NAMES, type ReportReason } from '@paidang/domain/areas/desks/reports/report'
import { reasonOfFailure } from '@paidang/domain/areas/ground/messages/outbox'
import { WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { Flex, Select, Tag, Typography } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead } from '../../../platform/queries'
import { ListTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Failed } from '../../../ui/page'
import { changedAddress } from '../../../ui/table-address'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** From two days on a duration is stated in days. */
const HOURS_STATED = 48

/** A duration as text: 3 天, 20 小时, 5 分钟. */
function durationText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return `${Math.floor(ms / MINUTE_MS)} 分钟`
  return hours < HOURS_STATED ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

/** Everything that waits, what is longest over its limit first. Each row leads to the page with its buttons. */
export function AllInbox() {
  const [params, setParams] = useSearchParams()
  const only = WAITING_KINDS.find((kind) => kind === params.get('only'))
  const { data, error, isError, refetch } = useRead(readInbox, { query: { ...(only && { kind: only }) } })
  if (isError) return <Failed error={error} onRetry={refetch} />
  const choices = (data?.counts ?? []).map(({ kind, waiting, late }) => ({
    value: kind,
    label: `${WAITING_NAMES[kind].name}（${waiting}${late > 0 ? `，超时 ${late}` : ''}）`,
  }))
  const now = serverNow().getTime()
  return (
    <Flex vertical gap={16}>
      <Select<WaitingKind>
        aria-label="待办类型"
        allowClear
        placeholder="全部类型"
        style={{ width: 320 }}
        value={only ?? null}
        options={choices}
        onChange={(kind?: WaitingKind) => setParams((before) => changedAddress(before, { only: kind }))}
      />
      <ListTable
        rows={data?.items.map((item) => ({ ...item, key: `${item.kind} ${item.id}` }))}
        rowKey="key"
        empty="没有待办"
        columns={[
          {
            title: '待办',
            render: (_, item) => (
              <Link to={WAITING_NAMES[item.kind].hrefOf(item)}>{WAITING_NAMES[item.kind].name}</Link>
            ),
          },
          {
            title: '内容',
            render: (_, item) => (
              <Typography.Text ellipsis style={{ maxWidth: 360 }}>
                {aboutOf(item) || NOTHING}
              </Typography.Text>
            ),
          },
          { title: '涉及金额', align: 'right', render: (_, { amountFen }) => money(amountFen) },
          { title: '开始等待', render: (_, { since }) => when(since) },
          {
            title: '已等待',
            align: 'right',
            render: (_, { since }) => durationText(now - Date.parse(since)),
          },
          { title: '时限', render: (_, { limitAt }) => <LimitTag left={Date.parse(limitAt) - now} /> },
        ]}
      />
    </Flex>
  )
}

function LimitTag({ left }: { left: number }) {
  if (left <= 0) return <Tag color="red">超时 {durationText(-left)}</Tag>
  return <Tag color={left < 24 * HOUR_MS ? 'gold' : 'default'}>还剩 {durationText(left)}</Tag>
}

/** The name of what waits, and the page with its buttons. */
type Waiting = { name: string; hrefOf: (item: InboxItem) => string }

const inTab = (kind: string) => (item: InboxItem) => `/approvals?kind=${kind}&id=${item.id}`
const shopOrder = ({ pageId }: InboxItem) => `/shop-orders/${pageId}`
const stringingOrder = ({ pageId }: InboxItem) => `/stringing-orders/${pageId}`

const WAITING_NAMES: Record<WaitingKind, Waiting> = {
  SHOP_UNSENT: { name: '商城订单久未发货', hrefOf: shopOrder },
  SHOP_REFUND: { name: '商城退款申请', hrefOf: shopOrder },
  STRINGING_PAID: { name: '穿线订单久未收拍', hrefOf: stringingOrder },
  STRINGING_RECEIVED: { name: '穿线订单久未开始', hrefOf: stringingOrder },
  STRINGING_STRINGING: { name: '穿线订单久未穿好', hrefOf: stringingOrder },
  STRINGING_READY: { name: '球拍久未取走', hrefOf: stringingOrder },
  STRINGING_RETURN: { name: '取消后球拍未退还', hrefOf: stringingOrder },
  CARD_ADJUSTMENT: {
    name: '储值卡调整待审批',
    hrefOf: ({ about }) => `/card-adjustments?state=WAITING${about && `&cardNo=${about}`}`,
  },
  STRINGING_REFUND: {
    name: '穿线退款待审批',
    hrefOf: ({ about }) => `/stringing-refunds?state=WAITING&orderNo=${about}`,
  },
  OFFLINE_ENTRY: { name: '前台登记待复核', hrefOf: ({ pageId }) => `/offline?state=WAITING&orderId=${pageId}` },
  OFFLINE_REFUND: { name: '退款待前台退还', hrefOf: ({ pageId }) => `/payments/${pageId}` },
  REFUND_STUCK: { name: '退款卡住', hrefOf: () => '/refunds?state=STUCK' },
  REFUND_OPEN: { name: '退款久未到账', hrefOf: ({ pageId }) => `/payments/${pageId}` },
  SHIPMENT: { name: '发货信息被微信拒收', hrefOf: () => '/shipments?state=REFUSED' },
  OBJECTION: { name: '扣课异议', hrefOf: ({ pageId }) => `/classes/${pageId}` },
  CLOSURE: {
    name: '闭馆退回失败',
    hrefOf: ({ pageId }) => (pageId === '0' ? '/games' : `/classes/${pageId}`),
  },
  RECONCILE: { name: '对账差异', hrefOf: ({ pageId }) => `/reconcile/${pageId}` },
  RECONCILE_FAILED: { name: '对账未能完成', hrefOf: ({ pageId }) => `/reconcile/${pageId}` },
  VENUE: { name: '新场馆', hrefOf: inTab('venues') },
  ASSOCIATION: { name: '场馆关联', hrefOf: inTab('associations') },
  COACH: { name: '教练认证', hrefOf: inTab('coaches') },
  REPORT: { name: '内容举报', hrefOf: inTab('reports') },
  CONTENT: { name: '内容审核', hrefOf: inTab('contents') },
  PASSWORD: { name: '找回密码', hrefOf: inTab('passwords') },
  ADVERT_GONE: { name: '广告打开的内容没有了', hrefOf: ({ id }) => `/adverts/${id}` },
  JOB: { name: '任务失败', hrefOf: () => '/jobs?tab=failures&state=open' },
  WECHAT_MESSAGE: { name: '微信消息未送达', hrefOf: () => '/jobs?tab=outbox&state=GIVEN_UP' },
  INVARIANT: { name: '数据检查不符', hrefOf: () => '/invariants' },
  ALERT: { name: '运行告警', hrefOf: () => '/health' },
}

/** What an item is about, as the staff reads it. */
function aboutOf({ kind, about }: InboxItem): string {
  if (kind === 'WECHAT_MESSAGE') return reasonOfFailure(about)
  if (kind === 'REPORT') return REPORT_REASON_NAMES[about as ReportReason]
  // A card that is still to be opened has no number.
  if (kind === 'CARD_ADJUSTMENT' && about === '') return '开新卡'
  return kind === 'JOB' ? jobName(about) : about
}
