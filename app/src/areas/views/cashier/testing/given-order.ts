import type { StoredCard } from '@paidang/api/areas/money/cards'
import type { Order, SimulatedPayment } from '@paidang/api/areas/money/payments'

/** The present time of these tests. */
export const NOW = new Date('2026-11-20T10:00:00+08:00')

const MINUTE_MS = 60_000

/** An instant this many minutes after the present of these tests. */
export const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS).toISOString()

/** A seat of 48 yuan in a game, to be paid within 12 minutes. */
export function givenOrder(over: Partial<Order> = {}): Order {
  return {
    id: '70',
    kind: 'BALL_SEAT',
    object: { kind: 'ball', id: '5' },
    title: '周六早场 报名',
    lines: [{ label: '预付球费', quantity: 1, unitFen: 4800, amountFen: 4800 }],
    amountFen: 4800,
    state: 'UNPAID',
    method: null,
    expiresAt: inMinutes(12),
    paidAt: null,
    closedAt: null,
    refundedFen: 0,
    refunds: [],
    createTime: inMinutes(-3),
    ...over,
  }
}

/** The same order, paid. */
export function givenPaid(over: Partial<Order> = {}): Order {
  return givenOrder({ state: 'PAID', method: 'CARD', paidAt: inMinutes(0), ...over })
}

/** A card with 100 yuan on it. */
export function givenCard(over: Partial<StoredCard> = {}): StoredCard {
  return {
    id: '9',
    cardNo: '8600000000000009',
    name: '拍档储值卡',
    balanceFen: 10_000,
    principalFen: 9_000,
    giftFen: 1_000,
    createTime: inMinutes(-9000),
    ...over,
  }
}

/** The order's payment at the simulator. */
export function givenSimulated(over: Partial<SimulatedPayment> = {}): SimulatedPayment {
  return {
    outTradeNo: 'P20261120x1',
    orderId: '70',
    title: '周六早场 报名',
    amountFen: 4800,
    state: 'NOTPAY',
    expiresAt: inMinutes(12),
    ...over,
  }
}
