import type { StringingOrder, StringingStep } from '@paidang/api/areas/stringing-orders'
import type { OrderMethod } from '@paidang/domain/areas/payments/order'
import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { IconName } from '../../../../ui/icon'
import { momentText } from '../../../../ui/time-format'
import type { Step } from '../../../../ui/timeline'
import { CANCEL_LABELS, whenText } from './stringing-labels'

/** One step of the record, with its remarks and the links of its photos. */
export type TimelineStep = Pick<Step, 'key' | 'text' | 'state' | 'icon' | 'time'> & {
  remarks: string[]
  photos: string[]
}

/** The steps of a job, each with the statuses in which it is the current one. */
const COURSE: readonly { text: string; icon: IconName; statuses: readonly StringingStatus[] }[] = [
  { text: '已下单', icon: 'document', statuses: ['SUBMITTED', 'PAID'] },
  { text: '已收拍', icon: 'venue', statuses: ['RECEIVED'] },
  { text: '穿线中', icon: 'racket', statuses: ['STRINGING'] },
  { text: '待取拍', icon: 'verified', statuses: ['READY'] },
  { text: '已完成', icon: 'star', statuses: ['COMPLETED'] },
]

const PAID_BY: Record<OrderMethod, string> = { CARD: '储值卡支付', WECHAT: '微信支付', IN_SHOP: '到店付款' }

/**
 * Returns the progress of an order: 已下单 → 已收拍 → 穿线中 → 待取拍 → 已完成. Each step has its time, remarks and photos. A
 * cancelled order ends where it was cancelled. If the shop had the racket by then, it ends when the racket is back.
 */
export function timelineOf(order: StringingOrder, now: Date): TimelineStep[] {
  const { status, steps } = order
  const stepsAt = (statuses: readonly StringingStatus[]) => steps.filter((step) => statuses.includes(step.status))
  const reached = COURSE.filter(({ statuses }) => stepsAt(statuses).length > 0).length
  const course = status === 'CANCELLED' ? COURSE.slice(0, reached) : COURSE
  const rows = course.map(({ text, icon, statuses }, at): TimelineStep => {
    const own = stepsAt(statuses)
    const isPresent = statuses.includes(status) && status !== 'COMPLETED'
    return {
      key: text,
      text,
      icon,
      state: isPresent ? 'current' : at < reached ? 'done' : 'todo',
      time: own[0] ? momentText(new Date(own[0].time), now) : expectedAt(order, statuses, now),
      remarks: own.flatMap((step) => remarksOf(step, order)),
      photos: own.flatMap(({ photos }) => photos),
    }
  })
  return status === 'CANCELLED' ? [...rows, ...endOf(order, now)] : rows
}

/** The time that the shop expects is shown at 待取拍, unless the order is cancelled. */
function expectedAt(
  { expectedAt: at, status }: StringingOrder,
  statuses: readonly StringingStatus[],
  now: Date,
): string | undefined {
  if (at === null || !statuses.includes('READY') || status === 'CANCELLED') return undefined
  return `预计 ${whenText(new Date(at), now)}`
}

function remarksOf({ action, remark }: StringingStep, { order, totalFen, trackingNo }: StringingOrder): string[] {
  switch (action) {
    case 'submit':
      return order?.state === 'UNPAID' ? ['等待付款'] : []
    case 'pay':
      return order?.method ? [`${PAID_BY[order.method]} ¥${yuanOf(totalFen)}`] : []
    case 'accept':
      return [remark === '' ? '商家已接单' : `商家已接单：${remark}`]
    case 'receive':
      return remark === '' ? [] : [`检查：${remark}`]
    case 'handOver':
    case 'giveBack':
      return [trackingNo === '' ? '' : `运单号 ${trackingNo}`, remark].filter(Boolean)
    default:
      return remark === '' ? [] : [remark]
  }
}

function endOf(order: StringingOrder, now: Date): TimelineStep[] {
  const { steps, cancelReason, responseTime, isInShop, handIn } = order
  const cancelled = steps.find(({ status }) => status === 'CANCELLED')
  const gone = steps.find(({ action }) => action === 'giveBack' || action === 'lose')
  const why = cancelReason === null ? '' : CANCEL_LABELS[cancelReason]
  const end: TimelineStep = {
    key: '已取消',
    text: '已取消',
    icon: 'close',
    state: isInShop || gone ? 'done' : 'current',
    time: momentText(new Date(cancelled?.time ?? responseTime), now),
    remarks: [why, cancelled?.remark ?? ''].filter(Boolean),
    photos: cancelled?.photos ?? [],
  }
  if (!isInShop && !gone) return [end]
  const waiting = handIn === 'COURIER' ? '商家寄出后会告诉你运单号' : '球拍在店里，凭取拍码取回'
  return [
    end,
    {
      key: '退还球拍',
      text: gone?.action === 'lose' ? '球拍遗失' : '退还球拍',
      icon: 'racket',
      state: 'current',
      time: gone && momentText(new Date(gone.time), now),
      remarks: gone ? remarksOf(gone, order) : [waiting],
      photos: [],
    },
  ]
}
