import type { Racket, ShopString, StrungPart } from '@paidang/api/areas/activities/stringing'
import type { StringingOrder, StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import type { StringingCancelReason } from '@paidang/domain/areas/activities/stringing/order-status'
import { MATERIAL_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { tensionLimits } from '@paidang/domain/areas/activities/stringing/tension'
import { addDays, type Day, dayOf, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { clockText, dateText } from '../../../../ui/time-format'

/** Formats a near instant: 今天 17:30, 明天 周六 18:00, 11.27 周五 18:00. */
export function whenText(instant: Date, now: Date): string {
  return `${nearDayText(dayOf(instant), now)} ${clockText(instant)}`
}

/** Formats a near day: 今天, 明天 周六, 11.27 周五. */
function nearDayText(day: Day, now: Date): string {
  const today = dayOf(now)
  if (day === today) return '今天'
  const weekday = WEEKDAY_NAMES[weekdayOf(day)]
  return day === addDays(today, 1) ? `明天 ${weekday}` : `${dateText(day, now)} ${weekday}`
}

/** Formats the kind of a string: 聚酯 1.25, 黑. */
export function stringFacts({ material, gauge, color }: Pick<ShopString, 'material' | 'gauge' | 'color'>): string[] {
  return [`${MATERIAL_NAMES[material]} ${gauge.toFixed(2)}`, color].filter(Boolean)
}

/** Formats the tension limits of a racket: 球拍限 45–60 lb. Where only those of its sport are known: 网球拍限 30–70 lb. */
export function limitText(racket: Pick<Racket, 'sport' | 'minTension' | 'maxTension'>): string {
  const { min, max } = tensionLimits(racket)
  const isOwn = racket.minTension !== null || racket.maxTension !== null
  return `${isOwn ? '球拍' : `${SPORT_NAMES[racket.sport]}拍`}限 ${min}–${max} lb`
}

/** Formats one half of a bed as ordered: 聚酯 1.25 50 lb. A string of unknown material is shown by its name. */
function strungText({ name, material, gauge, tension }: StrungPart): string {
  const what = material === null ? name : `${MATERIAL_NAMES[material]} ${gauge === null ? '' : gauge.toFixed(2)}`.trim()
  return `${what} ${tension} lb`
}

/** Formats a bed in one line: 聚酯 1.25 50 lb / 羊肠 1.30 48 lb. */
export function bedText({ mains, crosses }: Pick<StringingOrderSummary, 'mains' | 'crosses'>): string {
  return `${strungText(mains)} / ${strungText(crosses)}`
}

export const CANCEL_LABELS: Record<StringingCancelReason, string> = {
  PLAYER: '你取消了这个订单',
  MERCHANT: '商家未能接单',
  UNPAID: '超过支付时间，订单已关闭',
  PLATFORM: '平台核实后已全额退款',
  OVERDUE: '长时间没有开始，已自动取消',
  CORRECTED: '前台收款登记有误，已冲正',
}

/** Returns the head of an order: its state, and above it when something happens or what the player does. */
export function stateText(order: StringingOrder, now: Date): { title: string; line: string } {
  const { status, handIn, acceptedAt, readyAt, cancelReason } = order
  const isCourier = handIn === 'COURIER'
  switch (status) {
    case 'SUBMITTED':
      return { title: '等待付款', line: order.order ? `请在 ${clockText(new Date(order.order.expiresAt))} 前付款` : '' }
    case 'PAID':
      return {
        title: isCourier ? '等待上门取拍' : '等你送拍',
        line: acceptedAt === null ? '等待商家接单' : expectedText(order, now) || '商家已接单',
      }
    case 'RECEIVED':
      return { title: '排队等穿线', line: expectedText(order, now) }
    case 'STRINGING':
      return { title: '正在穿线', line: expectedText(order, now) }
    case 'READY':
      return {
        title: isCourier ? '穿好了，等待送回' : '穿好了，可以取拍',
        line: readyAt === null ? '' : `${whenText(new Date(readyAt), now)} 穿好`,
      }
    case 'COMPLETED':
      return { title: isCourier ? '已送回' : '已取拍', line: whenText(new Date(order.responseTime), now) }
    case 'CANCELLED':
      return { title: cancelledTitle(order), line: cancelReason === null ? '' : CANCEL_LABELS[cancelReason] }
  }
}

/** Says that an order was cancelled, and where the racket is if the shop had it. */
function cancelledTitle({ isInShop, isRacketLost, handIn, steps, trackingNo }: StringingOrder): string {
  if (isRacketLost) return '已退款，球拍无法归还'
  if (isInShop) return handIn === 'COURIER' ? '已取消，等待寄回球拍' : '已取消，请到店取回球拍'
  if (!steps.some(({ action }) => action === 'giveBack')) return '已取消'
  return trackingNo === '' ? '已取消，球拍已取回' : '已取消，球拍已寄回'
}

/** Formats when the shop expects to be ready: 预计 今天 17:30 可取. */
function expectedText({ expectedAt, handIn }: StringingOrder, now: Date): string {
  if (expectedAt === null) return ''
  return `预计 ${whenText(new Date(expectedAt), now)} ${handIn === 'COURIER' ? '穿好' : '可取'}`
}

/** Returns the four digits that the player says to pick up the racket; undefined while there is none to pick up. */
export function codeToShow({ pickupCode, handIn, status, isInShop }: StringingOrder): string | undefined {
  return (status === 'PAID' || isInShop) && handIn === 'DROP_OFF' ? (pickupCode ?? undefined) : undefined
}
