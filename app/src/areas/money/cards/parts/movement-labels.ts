import type { CardTransaction } from '@paidang/api/areas/money/cards'
import { cardLedgerName } from '@paidang/domain/areas/money/cards/stored-card'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { ballDetailPath, contractPath, shopOrderPath, threadingOrderPath, trialLessonPath } from '../../../../paths'
import type { IconName } from '../../../../ui/icon'
import type { LedgerRow } from '../../../../ui/ledger-list'
import { type Month, monthOf } from '../../../../ui/month-days'
import { momentText } from '../../../../ui/time-format'

/** A movement of a card with its instant as a Date. */
export type CardMovement = CardTransaction & { at: Date }

/** A movement for the screen: the facts of both lines, the signed amount, and the balance after it. */
export type MovementText = Pick<LedgerRow, 'icon' | 'tone' | 'amount' | 'balance'> & {
  what: string[]
  who: string[]
  gain: boolean
}

const LOOKS: Record<CardTransaction['kind'], Pick<LedgerRow, 'icon' | 'tone'>> = {
  TOP_UP: { icon: 'plus', tone: 'ok' },
  PAY: { icon: 'card', tone: 'mute' },
  REFUND: { icon: 'swap', tone: 'ok' },
  WITHDRAW: { icon: 'minus', tone: 'wait' },
  ADJUST: { icon: 'pen', tone: 'info' },
}

type Bought = NonNullable<CardTransaction['order']>['object']['kind']

/** What a card can pay for besides itself: its icon, and its page. */
const BOUGHT: Record<
  Exclude<Bought, 'card'>,
  { icon: IconName; what: string; path: (id: string, contractId?: string) => string }
> = {
  ball: { icon: 'ball', what: '看这场球局', path: ballDetailPath },
  stringing: { icon: 'racket', what: '看这个订单', path: threadingOrderPath },
  shop: { icon: 'card', what: '看这个订单', path: shopOrderPath },
  trial: { icon: 'calendar', what: '看这节体验课', path: trialLessonPath },
  package: { icon: 'clock', what: '看课时', path: (_, contractId) => contractPath(undefined, undefined, contractId) },
}

const boughtBy = ({ order }: Pick<CardTransaction, 'order'>) =>
  order && order.object.kind !== 'card'
    ? { ...BOUGHT[order.object.kind], ...order.object, title: order.title }
    : undefined

/** The link of a movement's row: to what was paid, or to what was refunded. The card's own movements have none. */
export function movementLink(movement: Pick<CardTransaction, 'order'>): { text: string; path: string } | undefined {
  const bought = boughtBy(movement)
  return bought && { text: bought.what, path: bought.path(bought.id, bought.contractId) }
}

/** One row of a card's movements; a part in gift money is named separately. Source: ux specification "LedgerList" */
export function movementText(movement: CardMovement, now: Date): MovementText {
  const { kind, amountFen, giftChange, balanceAfterFen, reason, at } = movement
  const name = cardLedgerName(movement)
  const bought = boughtBy(movement)
  const title = bought?.title ?? ''
  const gift = giftChange === 0 ? '' : `含赠送 ¥${yuanOf(Math.abs(giftChange))}`
  // The reason of a payment is the title of its order, that of a top-up its own name. Both would repeat.
  const why = reason === title || reason === name ? '' : reason
  return {
    ...LOOKS[kind],
    ...(kind === 'PAY' && bought && { icon: bought.icon }),
    what: [name, title].filter(Boolean),
    who: [momentText(at, now), gift, why].filter(Boolean),
    amount: signedYuan(amountFen),
    gain: amountFen > 0,
    balance: `余额 ¥${yuanOf(balanceAfterFen)}`,
  }
}

/** Movements of one month, latest first. */
export type MonthGroup = { month: Month; movements: CardMovement[] }

/** Groups movements by month in the given order. */
export function groupByMonth(movements: readonly CardMovement[]): MonthGroup[] {
  const groups: MonthGroup[] = []
  for (const movement of movements) {
    const month = monthOf(dayOf(movement.at))
    const last = groups[groups.length - 1]
    if (last?.month === month) last.movements.push(movement)
    else groups.push({ month, movements: [movement] })
  }
  return groups
}

/** A signed amount with a real minus: +500, −48.50, 0. */
function signedYuan(fen: number): string {
  const size = yuanOf(Math.abs(fen))
  if (fen === 0) return size
  return fen > 0 ? `+${size}` : `−${size}`
}
