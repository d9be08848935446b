import type { Fen } from '../../../kernel/fen.ts'
import { balanceOf, type CardMoney, MAX_CARD_FEN } from './stored-card.ts'

/** The requested change of a card, with its sign, in fen. */
export type AdjustmentChange = { principalChange: Fen; giftChange: Fen }

/**
 * Why a card cannot be changed in this way; undefined when it can. Its balance never becomes negative, and never rises
 * above the limit. A card above the limit can be reduced.
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
