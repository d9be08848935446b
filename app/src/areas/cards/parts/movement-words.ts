import type { CardTransaction } from '@paidang/api/areas/cards'
import { CARD_LEDGER_NAMES } from '@paidang/domain/areas/cards/stored-card'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
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
  PAY: { icon: 'ball', tone: 'mute' },
  REFUND: { icon: 'swap', tone: 'ok' },
  WITHDRAW: { icon: 'minus', tone: 'wait' },
  ADJUST: { icon: 'pen', tone: 'info' },
}

/** One row of a card's movements; a part in gift money is told apart. Source: ux specification "LedgerList" */
export function movementWords(movement: CardMovement, now: Date): MovementWords {
  const { kind, amountFen, giftChange, balanceAfterFen, order, reason, at } = movement
  const name = CARD_LEDGER_NAMES[kind]
  const game = order?.object.kind === 'ball' ? order.title : ''
  const gift = giftChange === 0 ? '' : `含赠送 ¥${yuanOf(Math.abs(giftChange))}`
  // A payment has its order's title for a reason, a top-up its own name.
  const why = reason === game || reason === name ? '' : reason
  return {
    ...LOOKS[kind],
    what: [name, game].filter(Boolean),
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
