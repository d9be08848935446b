import type { Fen } from '../../kernel/fen.ts'
import { balanceOf, type CardMoney, MAX_CARD_FEN } from './stored-card.ts'

/** WAITING for a second person; DONE moved the card; REFUSED and WITHDRAWN did not. */
export const ADJUSTMENT_STATES = ['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN'] as const
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number]

/** What is asked to be changed on a card, with its sign; in fen. */
export type AdjustmentChange = { principalChange: Fen; giftChange: Fen }

/**
 * Why a card cannot be changed so; undefined when it can. It never owes anything, and never comes to hold more than it may;
 * one that holds more already can be brought down.
 */
export function whyNotAdjust(
  card: CardMoney,
  { principalChange, giftChange }: AdjustmentChange,
): 'card_balance_too_low' | 'card_too_full' | undefined {
  const after = { principalFen: card.principalFen + principalChange, giftFen: card.giftFen + giftChange }
  if (after.principalFen < 0 || after.giftFen < 0) return 'card_balance_too_low'
  if (balanceOf(after) > MAX_CARD_FEN && balanceOf(after) > balanceOf(card)) return 'card_too_full'
  return undefined
}

/** A WAITING adjustment as far as its decision goes. */
export type WaitingAdjustment = { state: AdjustmentState; askedBy: string }

/** Why somebody of the staff may not decide it; undefined when he may. Two people move money, never one. */
export function whyNotDecide(
  { state, askedBy }: WaitingAdjustment,
  by: string,
): 'card_adjustment_own' | 'card_adjustment_ended' | undefined {
  if (askedBy === by) return 'card_adjustment_own'
  if (state !== 'WAITING') return 'card_adjustment_ended'
  return undefined
}

/** Why somebody of the staff may not take it back; undefined when he may. */
export function whyNotWithdrawAdjustment(
  { state, askedBy }: WaitingAdjustment,
  by: string,
): 'card_adjustment_not_own' | 'card_adjustment_ended' | undefined {
  if (askedBy !== by) return 'card_adjustment_not_own'
  if (state !== 'WAITING') return 'card_adjustment_ended'
  return undefined
}
