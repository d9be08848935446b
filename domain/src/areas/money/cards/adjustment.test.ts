import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotAdjust } from './adjustment.ts'
import { balanceOf, MAX_CARD_FEN } from './stored-card.ts'

const card = { principalFen: 1_000, giftFen: 200 }

test.each([
  ['all of it goes', card, { principalChange: -1_000, giftChange: -200 }, undefined],
  [
    'one fen of principal more than there is',
    card,
    { principalChange: -1_001, giftChange: 500 },
    'card_balance_too_low',
  ],
  ['one fen of gift more than there is', card, { principalChange: 0, giftChange: -201 }, 'card_balance_too_low'],
  ['up to what a card may hold', card, { principalChange: MAX_CARD_FEN - 1_200, giftChange: 0 }, undefined],
  ['one fen above it', card, { principalChange: MAX_CARD_FEN - 1_200, giftChange: 1 }, 'card_too_full'],
  [
    'one too full, down',
    { principalFen: MAX_CARD_FEN + 10, giftFen: 0 },
    { principalChange: -1, giftChange: 0 },
    undefined,
  ],
] as const)('adjusting: %s', (_case, before, change, refusal) => {
  expect(whyNotAdjust(before, change)).toBe(refusal)
})

test('an allowed adjustment leaves no debt and no card above its limit', () => {
  const fen = fc.integer({ min: 0, max: MAX_CARD_FEN / 2 })
  const change = fc.integer({ min: -MAX_CARD_FEN, max: MAX_CARD_FEN })
  fc.assert(
    fc.property(fen, fen, change, change, (principalFen, giftFen, principalChange, giftChange) => {
      if (whyNotAdjust({ principalFen, giftFen }, { principalChange, giftChange })) return
      const after = { principalFen: principalFen + principalChange, giftFen: giftFen + giftChange }
      expect(Math.min(after.principalFen, after.giftFen)).toBeGreaterThanOrEqual(0)
      expect(balanceOf(after)).toBeLessThanOrEqual(MAX_CARD_FEN)
    }),
  )
})
