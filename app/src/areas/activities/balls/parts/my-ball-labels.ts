import type { BallSummary } from '@paidang/api/areas/balls'
import type { Order } from '@paidang/api/areas/payments'
import { BALL_GROUPS, type BallGroup } from '@paidang/domain/areas/balls/ball-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { minutesUntil } from './ball-labels'

/** The tabs of 我的球局, in their order. Source: specification §4 "Lists" */
export const MY_BALL_TABS: readonly { key: BallGroup; text: string }[] = [
  { key: '1', text: '进行中' },
  { key: '2', text: '已完成' },
  { key: '3', text: '已取消' },
  { key: 'all', text: '全部' },
]

/** Returns the group that an address names; the active games where it names none. */
export function groupOf(asked: string | undefined): BallGroup {
  return asked !== undefined && asked in BALL_GROUPS ? (asked as BallGroup) : '1'
}

/** Returns the order of this game that the caller can still pay, the latest first. */
export function orderOfBall({ id }: Pick<BallSummary, 'id'>, orders: readonly Order[], now: Date): Order | undefined {
  return orders.find(
    ({ object, state, expiresAt }) =>
      object.kind === 'ball' && object.id === id && state === 'UNPAID' && new Date(expiresAt).getTime() > now.getTime(),
  )
}

/** Returns the payment that a game waits for: 待支付 ¥48，还剩 12 分钟. */
export function payLine({ amountFen, expiresAt }: Pick<Order, 'amountFen' | 'expiresAt'>, now: Date): string {
  return `待支付 ¥${yuanOf(amountFen)}，还剩 ${minutesUntil(expiresAt, now)} 分钟`
}
