import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { maySucceed, type StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import type { IconName } from '../../../../ui/icon'
import type { Step } from '../../../../ui/timeline'
import { openingText } from './merchant-labels'
import { whenText } from './stringing-labels'

type Coming = { text: string; icon: IconName; remark: string; until: readonly StringingStatus[] }

/**
 * Returns the next steps of an order, depending on how the racket gets to the shop. A step counts as done once its time
 * is over.
 */
export function nextSteps(order: StringingOrder, now: Date): Step[] {
  const steps = order.handIn === 'COURIER' ? byCourier(order, now) : byPlayer(order, now)
  const present = steps.findIndex(({ until }) => until.includes(order.status))
  return steps.map(({ text, icon, remark }, at) => ({
    key: text,
    text,
    icon,
    remark,
    state: order.status === 'COMPLETED' || at < present ? 'done' : at === present ? 'current' : 'todo',
  }))
}

const cancelling = ({ status }: StringingOrder) =>
  maySucceed('cancel', status) ? '开始前都可以免费取消' : '穿好会通知你'

/** Returns when it is ready: the shop's promise, else the player's date; undefined without both. */
function whenReady({ expectedAt, dueAt }: StringingOrder, now: Date, what: '可取' | '穿好'): string {
  if (expectedAt !== null) return `预计 ${whenText(new Date(expectedAt), now)} ${what}`
  return dueAt === null ? '' : `你希望 ${whenText(new Date(dueAt), now)} 前${what}`
}

function byPlayer(order: StringingOrder, now: Date): Coming[] {
  const { merchant } = order
  const when = whenReady(order, now, '可取')
  return [
    {
      text: '把球拍送到店里',
      icon: 'venue',
      remark: `${merchant.name}，${merchant.address}，营业时间 ${openingText(merchant)}`,
      until: ['SUBMITTED', 'PAID'],
    },
    {
      text: '商家检查并穿线',
      icon: 'racket',
      remark: cancelling(order),
      until: ['RECEIVED', 'STRINGING'],
    },
    {
      text: '凭取拍码取拍',
      icon: 'verified',
      remark: when === '' ? '穿好后会通知你来取' : `${when}，穿好会通知你`,
      until: ['READY'],
    },
  ]
}

function byCourier(order: StringingOrder, now: Date): Coming[] {
  const { address } = order
  const when = whenReady(order, now, '穿好')
  return [
    {
      text: '等待上门取拍',
      icon: 'pin',
      remark: address ? `${address.region} ${address.detail}，商家会电话联系` : '商家会电话联系',
      until: ['SUBMITTED', 'PAID'],
    },
    {
      text: '商家检查并穿线',
      icon: 'racket',
      remark: cancelling(order),
      until: ['RECEIVED', 'STRINGING'],
    },
    {
      text: '穿好送回',
      icon: 'verified',
      remark: [when, '送出后会告诉你运单号'].filter(Boolean).join('，'),
      until: ['READY'],
    },
  ]
}
