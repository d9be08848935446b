import type { CardTransaction } from '@paidang/api/areas/cards'
import { CARD_LEDGER_NAMES } from '@paidang/domain/areas/cards/stored-card'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { ballDetailPath, shopOrderPath, threadingOrderPath } from '../../../paths'
import type { IconName } from '../../../ui/icon'
import type { LedgerRow } from '../../../ui/ledger-list'
import { type Month, monthOf } from '../../../ui/month-days'
import { momentText } from '../../classes/class-times'

/** A movement of a card with its instant as a Date. */
export type CardMovement = CardTransaction & { at: Date }

/** A movement in words: facts of either line, the signed amount, and what was on the card after it. */
export type MovementWords = Pick<LedgerRow, 'icon' | 'tone' | 'amount' | 'balance'> & {
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

/** What a card pays besides itself: its sign, and the page it leads to. */
const BOUGHT: Record<Exclude<Bought, 'card'>, { icon: IconName; what: string; path: (id: string) => string }> = {
  ball: { icon: 'ball', what: '看这场球局', path: ballDetailPath },
  stringing: { icon: 'racket', what: '看这个订单', path: threadingOrderPath },
  shop: { icon: 'card', what: '看这个订单', path: shopOrderPath },
}

const boughtBy = ({ order }: Pick<CardTransaction, 'order'>) =>
  order && order.object.kind !== 'card'
    ? { ...BOUGHT[order.object.kind], id: order.object.id, title: order.title }
    : undefined

/** Where a movement's row leads: to what was paid, or what its money came back of; nowhere for the card's own movements. */
export function movementLink(movement: Pick<CardTransaction, 'order'>): { text: string; path: string } | undefined {
  const bought = boughtBy(movement)
  return bought && { text: bought.what, path: bought.path(bought.id) }
}

/** One row of a card's movements; a part in gift money is told apart. Source: ux specification "LedgerList" */
export function movementWords(movement: CardMovement, now: Date): MovementWords {
  const { kind, amountFen, giftChange, balanceAfterFen, reason, at } = movement
  const name = CARD_LEDGER_NAMES[kind]
  const bought = boughtBy(movement)
  const title = bought?.title ?? ''
  const gift = giftChange === 0 ? '' : `含赠送 ¥${yuanOf(Math.abs(giftChange))}`
  // A payment has its order's title for a reason, a top-up its own name.
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

/** Movements by the month in which they were, in their order. */
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

/** An amount with its sign, the minus a real one: +500, −48.50, 0. */
function signedYuan(fen: number): string {
  const size = yuanOf(Math.abs(fen))
  if (fen === 0) return size
  return fen > 0 ? `+${size}` : `−${size}`
}
