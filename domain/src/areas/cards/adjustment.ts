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

/** An adjustment as far as its end goes. */
export type WaitingAdjustment = { state: AdjustmentState; askedBy: string }

/** Days before an adjustment was asked for in which who decides it neither gave the asker a password, nor got one from him. */
export const DAYS_OF_OWN_PASSWORDS = 7

const DAY_MS = 86_400_000

/**
 * Why somebody of the staff may not decide it; undefined when he may. Two people move money, never one: neither one who asked
 * himself, nor one who could have logged in as the other.
 *
 * @param by `passwordGivenAt` is when he and the asker last gave one of them a password; null where neither ever did
 * Source: decision record 021
 */
export function whyNotDecide(
  { state, askedBy, createdAt }: WaitingAdjustment & { createdAt: Date },
  by: { id: string; passwordGivenAt: Date | null },
): 'card_adjustment_own' | 'card_adjustment_ended' | 'card_adjustment_one_hand' | undefined {
  if (askedBy === by.id) return 'card_adjustment_own'
  if (state !== 'WAITING') return 'card_adjustment_ended'
  const since = createdAt.getTime() - DAYS_OF_OWN_PASSWORDS * DAY_MS
  if (by.passwordGivenAt && by.passwordGivenAt.getTime() > since) return 'card_adjustment_one_hand'
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
