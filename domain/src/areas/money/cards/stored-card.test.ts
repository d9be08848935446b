import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  balanceOf,
  cardNoOf,
  givenBack,
  isTooFullFor,
  isWithinCardLimit,
  MAX_CARD_FEN,
  takenFrom,
  whyNotPlan,
  withdrawalsOf,
} from './stored-card.ts'

const fen = fc.integer({ min: 0, max: 500_000 })
const money = fc.record({ principalFen: fen, giftFen: fen })
const day = (n: number) => new Date(Date.UTC(2026, 4, n))

test('a payment is taken in full or refused, and the gift only after the principal is used up', () => {
  fc.assert(
    fc.property(money, fen, (card, amount) => {
      const taken = takenFrom(card, amount)
      expect(taken === undefined).toBe(amount > balanceOf(card))
      if (!taken) return
      expect(balanceOf(taken)).toBe(amount)
      expect(taken.principalFen).toBeLessThanOrEqual(card.principalFen)
      expect(taken.giftFen).toBeLessThanOrEqual(card.giftFen)
      if (taken.giftFen > 0) expect(taken.principalFen).toBe(card.principalFen)
    }),
  )
})

test('partial refunds add up to the payment, for principal and gift separately', () => {
  fc.assert(
    fc.property(money, fc.integer({ min: 0, max: 100 }), (paid, percent) => {
      const first = givenBack(paid, Math.floor((balanceOf(paid) * percent) / 100))
      expect(first).toBeDefined()
      const left = {
        principalFen: paid.principalFen - (first?.principalFen ?? 0),
        giftFen: paid.giftFen - (first?.giftFen ?? 0),
      }
      expect(givenBack(left, balanceOf(left))).toEqual(left)
      expect(givenBack(paid, balanceOf(paid) + 1)).toBeUndefined()
    }),
  )
})

test('unused principal of the last seven days is refunded, latest top-up first, and its gift is lost', () => {
  const topUps = [
    { orderId: '1', principalFen: 20_000, giftFen: 0, paidAt: day(1) },
    { orderId: '2', principalFen: 50_000, giftFen: 2_000, paidAt: day(5) },
  ]
  const card = { principalFen: 60_000, giftFen: 2_000 }
  expect(withdrawalsOf(card, topUps, day(6))).toEqual([
    { orderId: '2', refundFen: 50_000, lostGiftFen: 2_000, until: day(12) },
    { orderId: '1', refundFen: 10_000, lostGiftFen: 0, until: day(8) },
  ])
  expect(withdrawalsOf(card, topUps, day(8)).map(({ orderId }) => orderId)).toEqual(['2'])
  expect(withdrawalsOf({ principalFen: 0, giftFen: 1_500 }, topUps, day(6))).toEqual([])
})

test('a refund is never more than the balance of the card', () => {
  const topUp = fc.record({ principalFen: fen, giftFen: fen })
  fc.assert(
    fc.property(money, fc.array(topUp, { maxLength: 6 }), (card, list) => {
      const topUps = list.map((one, index) => ({ ...one, orderId: `${index}`, paidAt: day(1) }))
      const all = withdrawalsOf(card, topUps, day(2))
      const sum = all.reduce((total, { refundFen }) => total + refundFen, 0)
      expect(sum).toBeLessThanOrEqual(card.principalFen)
    }),
  )
})

test.each([
  [{ principalFen: 50_000, giftFen: 10_000 }, undefined],
  [{ principalFen: 100, giftFen: 0 }, undefined],
  [{ principalFen: 99, giftFen: 0 }, 'top_up_plan_invalid'],
  [{ principalFen: 50_000, giftFen: 10_001 }, 'top_up_plan_invalid'],
  [{ principalFen: 50_000, giftFen: -1 }, 'top_up_plan_invalid'],
  [{ principalFen: MAX_CARD_FEN, giftFen: 0 }, undefined],
  [{ principalFen: MAX_CARD_FEN, giftFen: 1 }, 'top_up_plan_invalid'],
])('a top-up of %o is offered unless its gift or its sum is too large', (plan, refusal) => {
  expect(whyNotPlan(plan)).toBe(refusal)
})

test('a card holds at most ¥5,000, gift included', () => {
  const topUp = { principalFen: 50_000, giftFen: 2_000 }
  expect(isTooFullFor({ principalFen: MAX_CARD_FEN - 52_000, giftFen: 0 }, topUp)).toBe(false)
  expect(isTooFullFor({ principalFen: MAX_CARD_FEN - 52_000, giftFen: 1 }, topUp)).toBe(true)
})

test('every id has its own card number of sixteen digits', () => {
  const id = fc.integer({ min: 1, max: 10 ** 14 - 1 })
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(cardNoOf(String(a))).toMatch(/^86\d{14}$/)
      expect(cardNoOf(String(a)) === cardNoOf(String(b))).toBe(a === b)
    }),
  )
})

test('what a full card can pay is within its limit, one fen more is not', () => {
  expect([isWithinCardLimit(MAX_CARD_FEN), isWithinCardLimit(MAX_CARD_FEN + 1)]).toEqual([true, false])
})
