import type { ShopOrder, ShopOrderSummary, ShopTab } from '@paidang/api/areas/activities/shop-orders'
import { SHOP_TABS } from '@paidang/api/areas/activities/shop-orders'
import { errors } from '@paidang/api/catalogue/errors'
import {
  DAYS_TO_RETURN,
  maySucceed,
  SHOP_STATUS_NAMES,
  whyNotRequestRefund,
} from '@paidang/domain/areas/activities/shop/order-status'
import { type RefundTarget, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { dayOf, formatDateTime, monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { KeyValue } from '../../../../ui/key-values'
import type { TagKind } from '../../../../ui/tag'
import type { Step } from '../../../../ui/timeline'
import { refundUnderway } from '../../../money/payments/pay-labels'

/** The tabs of 我的订单. */
export const ORDER_TABS: readonly { key: ShopTab; text: string }[] = [
  { key: 'all', text: '全部' },
  { key: 'unpaid', text: '待付款' },
  { key: 'paid', text: '待发货' },
  { key: 'sent', text: '待收货' },
  { key: 'received', text: '已完成' },
  { key: 'refund', text: '退款' },
]

/** The tab named in an address; 全部 when it names none. */
export function orderTabOf(text: string | undefined): ShopTab {
  return SHOP_TABS.find((key) => key === text) ?? 'all'
}

const MINUTE_MS = 60_000

/** An instant in everyday form: 11.20 周五 10:12. */
function momentText(at: string): string {
  const instant = new Date(at)
  const day = dayOf(instant)
  return `${monthDotDay(day)} ${WEEKDAY_NAMES[weekdayOf(day)]} ${clockOf(instant)}`
}

/** The same without the weekday: 11.20 10:12. */
function stampText(at: string): string {
  const instant = new Date(at)
  return `${monthDotDay(dayOf(instant))} ${clockOf(instant)}`
}

function clockOf(instant: Date): string {
  return formatDateTime(instant).slice(11, 16)
}

/** The minutes left to pay, started ones counted; 0 when they are over. */
export function minutesToPay({ expiresAt }: Pick<ShopOrderSummary, 'expiresAt'>, now: Date): number {
  return Math.max(0, Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / MINUTE_MS))
}

/** The status of an order as a tag; a requested return comes before it. */
export function orderTag({
  status,
  refundChoice,
  isCorrected,
}: Pick<ShopOrderSummary, 'status' | 'refundChoice' | 'isCorrected'>): {
  text: string
  kind: TagKind
} {
  if (refundChoice === 'ASKED') return { text: '退款处理中', kind: 'wait' }
  if (isCorrected) return { text: '已冲正', kind: 'mute' }
  const text = SHOP_STATUS_NAMES[status]
  switch (status) {
    case 'UNPAID':
      return { text, kind: 'wait' }
    case 'PAID':
    case 'SENT':
      return { text, kind: 'info' }
    case 'RECEIVED':
      return { text, kind: 'ok' }
    case 'CLOSED':
    case 'REFUNDED':
      return { text, kind: 'mute' }
  }
}

/** The status of an order as a sentence, and below it the next step with its deadline. */
export function orderHead(order: ShopOrder, now: Date): { title: string; line: string } {
  const { status, refundChoice, paidAt, receiveBy } = order
  if (refundChoice === 'ASKED') return { title: '退款申请处理中', line: '商家处理后会发消息给你' }
  switch (status) {
    case 'UNPAID': {
      const minutes = minutesToPay(order, now)
      return minutes > 0
        ? { title: '等待付款', line: `请在 ${minutes} 分钟内付款，超时自动取消` }
        : { title: '付款时间已过', line: '订单即将关闭，商品放回库存' }
    }
    case 'PAID':
      return { title: '等待发货', line: paidAt ? `${momentText(paidAt)} 已付款，发货前可以取消` : '发货前可以取消' }
    case 'SENT':
      return {
        title: '商品在路上',
        line: receiveBy ? `${momentText(receiveBy)} 自动确认收货` : '收到后请确认收货',
      }
    case 'RECEIVED':
      return { title: '订单已完成', line: returnLine(order, now) }
    case 'CLOSED':
      return { title: '订单已关闭', line: closedLine(order) }
    case 'REFUNDED':
      if (order.isCorrected) return { title: '已冲正', line: '前台登记有误，没有收到付款，订单已结束' }
      return {
        title: refundUnderway(order.order.refunds)?.title ?? '已退款',
        line: `退回 ¥${yuanOf(order.order.refundedFen)}`,
      }
  }
}

/** Until when the goods of a received order can be returned. */
function returnLine({ returnBy }: ShopOrder, now: Date): string {
  if (returnBy === null) return `收货后 ${DAYS_TO_RETURN} 天内可以申请退款`
  return isOver(returnBy, now) ? '已过退货时间' : `${momentText(returnBy)} 前可以申请退款`
}

function closedLine({ endedAt, expiresAt, order }: ShopOrder): string {
  if (order.isEnteredAtDesk || order.wasEnteredAtDesk) return '前台登记过收款，付过的钱请到前台取回'
  const isLate = endedAt !== null && new Date(endedAt).getTime() >= new Date(expiresAt).getTime()
  return isLate ? '超过付款时间，商品已放回库存' : '订单已取消，没有扣款'
}

function isOver(until: string, now: Date): boolean {
  return new Date(until).getTime() <= now.getTime()
}

/** Why the buyer cannot request a return now; undefined when they can. */
export function refundHindrance(order: ShopOrder, now: Date): string | undefined {
  if (order.refundChoice === 'ASKED') return '申请处理中'
  const [sentAt, receivedAt] = [order.sentAt, order.receivedAt].map((at) => at && new Date(at)) as [
    Date | null,
    Date | null,
  ]
  const refusal = whyNotRequestRefund({ status: order.status, sentAt, receivedAt }, now)
  return refusal && errors[refusal].message
}

/** The steps of an order: done ones with their time, the current one, and the coming ones. */
export function orderSteps(order: ShopOrder): Step[] {
  const { status, createTime, paidAt, sentAt, receivedAt, endedAt, isCorrected } = order
  const steps: Step[] = [
    done({ key: 'created', text: '提交订单', icon: 'document' }, createTime),
    ...(paidAt ? [done({ key: 'paid', text: isCorrected ? '前台登记收款' : '已付款', icon: 'card' }, paidAt)] : []),
    ...(sentAt ? [done({ key: 'sent', text: '已发货', icon: 'parcel', remark: order.carrier }, sentAt)] : []),
    ...(receivedAt ? [done({ key: 'received', text: '已收货', icon: 'home' }, receivedAt)] : []),
  ]
  if (status === 'CLOSED') return [...steps, done({ key: 'ended', text: '已关闭', icon: 'close' }, endedAt)]
  if (status === 'REFUNDED')
    return [...steps, done({ key: 'ended', text: isCorrected ? '已冲正' : '已退款', icon: 'swap' }, endedAt)]
  const coming: Omit<Step, 'state'>[] = [
    ...(paidAt ? [] : [{ key: 'paid', text: '待付款', icon: 'card' as const }]),
    ...(sentAt ? [] : [{ key: 'sent', text: '待发货', icon: 'parcel' as const }]),
    ...(receivedAt ? [] : [{ key: 'received', text: '待收货', icon: 'home' as const }]),
  ]
  return [...steps, ...coming.map((step, at): Step => ({ ...step, state: at === 0 ? 'current' : 'todo' }))]
}

function done(step: Omit<Step, 'state' | 'time'>, at: string | null): Step {
  return { ...step, state: 'done', ...(at ? { time: stampText(at) } : {}) }
}

/** Where the money of a cancelled order goes, by where it goes without a card. */
const REFUND_PLACES: Record<RefundTarget, string> = {
  CARD: '原储值卡，立即到账',
  SOURCE: '储值卡，没有时退回原支付方式',
  OFFLINE: '凭订单号到前台领取',
}

/** The refund of a cancellation, shown before it is done. */
export function cancelFacts(order: ShopOrder): { line: string; facts: KeyValue[] } {
  if (!maySucceed('cancel', order.status)) {
    return { line: '还没有付款，取消后商品放回库存', facts: [{ name: '需要支付', value: '¥0' }] }
  }
  return {
    line: '还没有发货，全额退款',
    facts: [
      { name: '退回', value: `¥${yuanOf(order.totalFen)}` },
      { name: '退到', value: REFUND_PLACES[refundTargetOf(order.order.method)] },
    ],
  }
}
