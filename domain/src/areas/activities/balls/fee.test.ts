import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCourtPaid, prepaidShare, publishDue, sharesOf } from './fee.ts'

const cost = fc.integer({ min: 0, max: 1_000_000 })
const number = fc.integer({ min: 1, max: 40 })

test('the shares add up to the cost, differ by one fen at most, and the higher ones come first', () => {
  fc.assert(
    fc.property(cost, number, (costFen, players) => {
      const shares = sharesOf(costFen, players)
      expect(shares).toHaveLength(players)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(costFen)
      expect(shares).toEqual([...shares].sort((a, b) => b - a))
      expect((shares[0] ?? 0) - (shares.at(-1) ?? 0)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a player who paid in advance never owes more when at least the minimum number plays', () => {
  fc.assert(
    fc.property(cost, number, number, (costFen, minPlayers, more) => {
      for (const share of sharesOf(costFen, minPlayers + more))
        expect(share).toBeLessThanOrEqual(prepaidShare(costFen, minPlayers))
    }),
  )
})

test('19.2 yuan among three is 6.4 each; ten fen among three are 4, 3 and 3', () => {
  expect([prepaidShare(1920, 3), sharesOf(1920, 3), sharesOf(10, 3)]).toEqual([640, [640, 640, 640], [4, 3, 3]])
})

test.each([0, -1, 1.5])('%s players: sharing is refused', (players) => {
  expect(() => sharesOf(100, players)).toThrow(RangeError)
})

test.each([
  ['AA', true, 2_501],
  ['AA', false, 2_501],
  ['INITIATOR', true, 10_001],
  ['INITIATOR', false, 0],
] as const)(
  'for 100.01 yuan and at least four players, %s, on a platform court %s, the initiator pays %d fen',
  (feeMode, isOnCourt, due) => {
    expect(publishDue({ feeMode, isOnCourt, costFen: 10_001, minPlayers: 4 })).toBe(due)
    expect(publishDue({ feeMode, isOnCourt, costFen: 0, minPlayers: 4 })).toBe(0)
  },
)

test.each([
  ['the initiator’s price', {}, true],
  ['a fen less than any court costs', { courtFeeFen: 3_999 }, false],
  ['nothing', { courtFeeFen: 0 }, false],
  ['shares of enough', { feeMode: 'AA', paidSeats: 3 }, true],
  ['shares of too few', { feeMode: 'AA', paidSeats: 2 }, false],
] as const)('a court for two hours is covered by %s: %s', (_, over, isPaid) => {
  const treat = { feeMode: 'INITIATOR', courtFeeFen: 4_000, halfHours: 4, minPlayers: 3, paidSeats: 1 } as const
  expect(isCourtPaid({ ...treat, ...over })).toBe(isPaid)
})
