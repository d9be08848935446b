import type { InboxItem } from '@paidang/api/areas/desks/admin-approvals'
import { reasonOfFailure } from '@paidang/domain/areas/ground/messages/outbox'
import type { WaitingKind } from '@paidang/domain/kernel/waiting'
import { jobName } from '../operations/job-labels'

/** The name of what waits, and the page with its buttons. */
type Waiting = { name: string; hrefOf: (item: InboxItem) => string }

const inTab = (kind: string) => (item: InboxItem) => `/approvals?kind=${kind}&id=${item.id}`
const shopOrder = ({ pageId }: InboxItem) => `/shop-orders/${pageId}`
const stringingOrder = ({ pageId }: InboxItem) => `/stringing-orders/${pageId}`

export const WAITING_NAMES: Record<WaitingKind, Waiting> = {
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
  RECONCILE: { name: '对账差异', hrefOf: ({ pageId }) => `/reconcile/${pageId}` },
  RECONCILE_FAILED: { name: '对账未能完成', hrefOf: ({ pageId }) => `/reconcile/${pageId}` },
  VENUE: { name: '新场馆', hrefOf: inTab('venues') },
  ASSOCIATION: { name: '场馆关联', hrefOf: inTab('associations') },
  COACH: { name: '教练认证', hrefOf: inTab('coaches') },
  REPORT: { name: '内容举报', hrefOf: inTab('reports') },
  CONTENT: { name: '内容审核', hrefOf: inTab('contents') },
  PASSWORD: { name: '找回密码', hrefOf: inTab('passwords') },
  JOB: { name: '任务失败', hrefOf: () => '/jobs?tab=failures&state=open' },
  WECHAT_MESSAGE: { name: '微信消息未送达', hrefOf: () => '/jobs?tab=outbox&state=GIVEN_UP' },
  INVARIANT: { name: '数据检查不符', hrefOf: () => '/invariants' },
}

/** What an item is about, as the staff reads it. */
export function aboutOf({ kind, about }: InboxItem): string {
  if (kind === 'WECHAT_MESSAGE') return reasonOfFailure(about)
  return kind === 'JOB' ? jobName(about) : about
}
