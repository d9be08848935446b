import type { StoredCard } from '@paidang/api/areas/money/cards'
import type { Order, Refund } from '@paidang/api/areas/money/payments'
import { FREE_LEAVE_HOURS } from '@paidang/domain/areas/activities/balls/seat-rules'
import { WITHDRAWAL_DAYS } from '@paidang/domain/areas/money/cards/stored-card'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import type { PayEnd } from '../../../platform/pay'

const SECOND_MS = 1000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** The time left to pay: 14:05, 1:00:00. A started second counts; never below 0:00. */
export function timeLeft(until: string, now: Date): string {
  const seconds = Math.max(0, Math.ceil((new Date(until).getTime() - now.getTime()) / SECOND_MS))
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  const rest = twoDigits(seconds % MINUTE_S)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Keys of WeChat Pay and of the front desk among the payment methods. */
export const WECHAT_KEY = 'wechat'
export const DESK_KEY = 'desk'
export type OtherKey = typeof WECHAT_KEY | typeof DESK_KEY

/** How the methods beside cards look in a choice. */
export const OTHER_METHODS = {
  [WECHAT_KEY]: { icon: 'message', title: PAY_METHOD_NAMES.WECHAT, note: undefined },
  [DESK_KEY]: { icon: 'venue', title: '到前台付款', note: '现金或转账，由前台登记' },
} as const

/** A card as a payment method; `isShort` when its balance is too low. */
export type CardChoice = { key: string; title: string; note: string; isShort: boolean }

/** The cards as payment methods for an order; none for a top-up. Cards of the same name show their last digits. */
export function cardChoices(
  { kind, amountFen }: Pick<Order, 'kind' | 'amountFen'>,
  cards: readonly StoredCard[],
): CardChoice[] {
  if (kind === 'CARD_TOP_UP') return []
  return cards.map(({ id, name, cardNo, balanceFen }) => ({
    key: id,
    title: cards.length > 1 ? `${name} 尾号 ${cardNo.slice(-4)}` : name,
    note: `余额 ¥${yuanOf(balanceFen)}`,
    isShort: balanceFen < amountFen,
  }))
}

/**
 * The payment method: the chosen one while it can pay, else the first card with enough money, else the first of the
 * others that the deployment has. Undefined when there is none.
 */
export function methodOf(
  chosen: string | undefined,
  choices: readonly CardChoice[],
  others: readonly OtherKey[],
): string | undefined {
  const usable = [...choices.filter(({ isShort }) => !isShort).map(({ key }) => key), ...others]
  return chosen !== undefined && usable.includes(chosen) ? chosen : usable[0]
}

/** What is refunded of this payment, and until when; shown before paying. */
export function refundRule({ kind }: Pick<Order, 'kind'>): string {
  switch (kind) {
    case 'BALL_PUBLISH':
      return '支付后立即发布。人数不足或你取消球局，全额退款'
    case 'BALL_SEAT':
    case 'BALL_SWAP':
      return `开球前 ${FREE_LEAVE_HOURS} 小时免费退出，之后有人补位才退款；球局取消全额退款`
    case 'CARD_TOP_UP':
      return `支付后立即到账，${WITHDRAWAL_DAYS} 日内可无理由退未用的本金`
    case 'STRINGING':
      return '穿线开始前可免费取消，全额退款'
    case 'SHOP':
      return '发货前可取消，全额退款'
    case 'TRIAL':
      return '教练没有确认，自动全额退回；确认前可撤回'
    case 'COURSE':
      return '支付后课时立即可用，退课按课包的规则'
  }
}

/** What is lost when an unpaid order is cancelled. Money that lies at the front desk comes first: nothing returns it by itself. */
export function giveUpLine({
  kind,
  amountFen,
  isEnteredAtDesk,
}: Pick<Order, 'kind' | 'amountFen' | 'isEnteredAtDesk'>): string {
  if (!isEnteredAtDesk) return lostLine(kind)
  return `前台已登记收款 ¥${yuanOf(amountFen)}，放弃后不会自动退回，请到前台取回。${lostLine(kind)}`
}

function lostLine(kind: Order['kind']): string {
  switch (kind) {
    case 'BALL_PUBLISH':
      return '球局不会发布，占用的场地会释放'
    case 'BALL_SEAT':
    case 'BALL_SWAP':
      return '名额会让给别人，之后可以再报名'
    case 'CARD_TOP_UP':
      return '这次充值不会生效，之后可以再充'
    case 'STRINGING':
      return '订单会关闭，为你留的球线会放回'
    case 'SHOP':
      return '订单会关闭，为你留的商品会放回'
    case 'TRIAL':
      return '教练不会收到这次申请，之后可以再约'
    case 'COURSE':
      return '课时不会到账，之后可以再买'
  }
}

/** Why an order can no longer be paid. */
export function closedLine(
  order: Pick<
    Order,
    'kind' | 'refunds' | 'closedAt' | 'expiresAt' | 'amountFen' | 'isEnteredAtDesk' | 'wasEnteredAtDesk'
  >,
  isPast: boolean,
): string {
  const { kind, refunds, closedAt, expiresAt, amountFen, isEnteredAtDesk, wasEnteredAtDesk } = order
  if (refunds.length > 0 && refunds.every(isCorrection)) return '前台登记有误，没有收到付款'
  // Money that came after the end goes back.
  if (refunds.length > 0 && kind === 'COURSE' && closedAt !== null && closedAt >= expiresAt) {
    const isBack = refunds.every(({ state }) => state === 'DONE')
    return `这笔支付超时了，¥${yuanOf(refunds.reduce((sum, { amountFen }) => sum + amountFen, 0))} ${isBack ? '已' : '正在'}原路退回`
  }
  if (refunds.length > 0) return '收到的钱会退回，见下方退款'
  // Money from hand to hand, of which nobody here can say that nothing was paid.
  if (isEnteredAtDesk) return `前台登记过收款 ¥${yuanOf(amountFen)}，请到前台取回`
  if (wasEnteredAtDesk) return `前台登记的收款 ¥${yuanOf(amountFen)} 没有生效，付过的钱请到前台取回`
  if (kind === 'CARD_TOP_UP') return isPast ? '超过支付时间，可以重新充值' : '没有扣款，可以重新充值'
  if (kind === 'STRINGING' || kind === 'SHOP') return isPast ? '超过支付时间，可以重新下单' : '没有扣款，可以重新下单'
  if (kind === 'TRIAL') return isPast ? '超过支付时间，可以重新约' : '没有扣款，可以重新约'
  if (kind === 'COURSE') return isPast ? '超过支付时间，可以重新购买' : '没有扣款，可以重新购买'
  const freed = kind === 'BALL_PUBLISH' ? '球局没有发布' : '名额已释放'
  return isPast ? `超过支付时间，${freed}` : `${freed}，没有扣款`
}

const OBJECT_LABELS: Record<Order['object']['kind'], string> = {
  ball: '查看球局',
  card: '查看储值卡',
  stringing: '查看订单',
  shop: '查看订单',
  trial: '查看体验课',
  package: '查看课时',
}

/** The text of the link to the order's object. */
export function objectText({ object }: Pick<Order, 'object'>): string {
  return OBJECT_LABELS[object.kind]
}

/** The progress of a refund: 已退回储值卡, 退回原支付方式，处理中, 请到前台领取. */
export function refundText({ state, target }: Pick<Refund, 'state' | 'target'>): string {
  if (target === 'CORRECTION') return '没有收到付款，不退款'
  if (target === 'OFFLINE') return state === 'DONE' ? '已在前台退还' : '请到前台领取'
  const place = target === 'CARD' ? '储值卡' : '原支付方式'
  if (state === 'DONE') return `已退回${place}`
  return state === 'STUCK' ? `退回${place}，需人工处理，客服会跟进` : `退回${place}，处理中`
}

/** Whether staff had entered by mistake that the money came. */
export const isCorrection = ({ target }: Pick<Refund, 'target'>) => target === 'CORRECTION'

/** Whether the payer still has to fetch this money from the front desk. */
export const waitsAtDesk = ({ state, target }: Pick<Refund, 'state' | 'target'>) =>
  target === 'OFFLINE' && state !== 'DONE'

/** The refunds that have not arrived, as a title with their sum; undefined once all have. */
export function refundUnderway(refunds: readonly Refund[]): { title: string; amountFen: Fen } | undefined {
  const left = refunds.filter(({ state }) => state !== 'DONE')
  if (left.length === 0) return undefined
  const atDesk = left.filter(waitsAtDesk)
  const sumOf = (rows: readonly Refund[]) => rows.reduce((sum, { amountFen }) => sum + amountFen, 0)
  if (atDesk.length > 0) return { title: '待到前台领取', amountFen: sumOf(atDesk) }
  return { title: '退款处理中', amountFen: sumOf(left) }
}

/** The title of a paid order with an amount: paid, all of it on its way back, or back. */
export function paidHead({ amountFen, refundedFen, refunds }: Pick<Order, 'amountFen' | 'refundedFen' | 'refunds'>) {
  if (refundedFen < amountFen) return { title: '支付成功', amountFen }
  if (refunds.some(isCorrection)) return { title: '已冲正，没有付款', amountFen }
  return refundUnderway(refunds) ?? { title: '已全额退款', amountFen }
}

/** The message for the end of a payment on this device, if it needs one. The order stays payable. */
export const END_LABELS: Partial<Record<PayEnd, string>> = {
  cancelled: '已取消支付，订单还在，可以继续支付',
  failed: '支付没有完成，没有扣款，可以再试一次',
  unable: '这台设备不能完成微信支付，请换一种方式',
}

/** The message for a payment that the simulator reports as failed. */
export const FAILED_LABELS = '支付失败，没有扣款，可以再试一次'
