import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLevel, levelOf, ratingAfter, ratingChanges, whyNotStateLevel } from './level.ts'

const rating = fc.integer({ min: 100, max: 700 }).map((hundredths) => hundredths / 100)
const level = fc.integer({ min: 2, max: 14 }).map((halves) => halves / 2)
const winner = fc.constantFrom('A' as const, 'B' as const)
const game = fc.oneof(
  fc.record({ a: fc.tuple(rating), b: fc.tuple(rating), winner, discipline: fc.constant('single' as const) }),
  fc.record({
    a: fc.tuple(rating, rating),
    b: fc.tuple(rating, rating),
    winner,
    discipline: fc.constant('double' as const),
  }),
)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + Math.round(number * 100), 0)

test.each([
  [3, [], undefined],
  [1, ['SELF', 'SELF'], undefined],
  [7, ['SELF'], undefined],
  [0.5, [], 'level_invalid'],
  [7.5, [], 'level_invalid'],
  [3.3, ['COACH'], 'level_invalid'],
  [Number.NaN, [], 'level_invalid'],
  [3.5, ['SELF', 'COACH'], 'level_assessed'],
  [3.5, ['RESULTS', 'SELF'], 'level_assessed'],
] as const)('stating %d after %j: %j', (stated, sources, refusal) => {
  expect(whyNotStateLevel(stated, sources)).toBe(refusal)
})

test.each([
  ['two equals play for half of the most', [3], [3], 'single', 0.05],
  ['a win that was sure is worth nothing', [5], [3], 'single', 0],
  ['a win against all odds is worth the most', [3], [5], 'single', 0.1],
  ['in doubles the mean counts, and less is at stake', [2, 4], [3, 3], 'double', 0.03],
] as const)('%s', (_case, a, b, discipline, change) => {
  const changes = ratingChanges(a, b, 'A', discipline)
  expect(changes).toEqual({ a: a.map(() => change), b: b.map(() => 0 - change) })
})

test('a rating stays between 1 and 7, and moves by whole hundredths, ten at most', () => {
  fc.assert(
    fc.property(game, ({ a, b, winner, discipline }) => {
      const changes = ratingChanges(a, b, winner, discipline)
      const all = [...a, ...b].map((before, index) => {
        const change = [...changes.a, ...changes.b][index] ?? Number.NaN
        return { change, after: ratingAfter(before, change) }
      })
      for (const { change, after } of all) {
        expect(after).toBeGreaterThanOrEqual(1)
        expect(after).toBeLessThanOrEqual(7)
        expect(Math.abs(change)).toBeLessThanOrEqual(discipline === 'single' ? 0.1 : 0.06)
        expect(Math.round(change * 100) / 100).toBe(change)
      }
    }),
  )
})

test('away from both ends the gains equal the losses', () => {
  const inside = fc.integer({ min: 110, max: 690 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(fc.tuple(inside, inside), fc.tuple(inside, inside), winner, (a, b, winner) => {
      const { a: ofA, b: ofB } = ratingChanges(a, b, winner, 'double')
      expect(sumOf([...ofA, ...ofB])).toBe(0)
    }),
  )
})

test('exchanging the names of the sides changes nothing', () => {
  fc.assert(
    fc.property(game, ({ a, b, winner, discipline }) => {
      const there = ratingChanges(a, b, winner, discipline)
      const back = ratingChanges(b, a, winner === 'A' ? 'B' : 'A', discipline)
      expect([there.a, there.b]).toEqual([back.b, back.a])
    }),
  )
})

test('a winner never loses by it, and a stronger winner gains less', () => {
  fc.assert(
    fc.property(rating, rating, rating, (one, other, against) => {
      const [weaker, stronger] = [Math.min(one, other), Math.max(one, other)]
      // Away from the upper end, where a gain is limited.
      fc.pre(stronger <= 6.9)
      const gain = (own: number) => ratingChanges([own], [against], 'A', 'single').a[0] ?? Number.NaN
      expect(gain(stronger)).toBeGreaterThanOrEqual(0)
      expect(gain(stronger)).toBeLessThanOrEqual(gain(weaker))
    }),
  )
})

test.each([
  [3, 3, 3],
  [3.34, 3, 3],
  [3.35, 3, 3.5],
  [3.16, 3.5, 3.5],
  [3.15, 3.5, 3],
  [2.65, 3, 2.5],
  [1, 1.5, 1],
  [7, 6.5, 7],
  [5.2, 3, 5],
])('a rating of %d shows %d as %d', (rating, present, shown) => {
  expect(levelOf(rating, present)).toBe(shown)
})

test('the shown level is near the rating, and showing it again changes nothing', () => {
  fc.assert(
    fc.property(rating, level, (rating, present) => {
      const shown = levelOf(rating, present)
      expect(isLevel(shown)).toBe(true)
      expect(Math.abs(shown - rating)).toBeLessThan(0.35 + 1e-9)
      expect(levelOf(rating, shown)).toBe(shown)
    }),
  )
})

test('a rating that varies by less than a fifth changes the level at most once', () => {
  const swings = fc.array(fc.integer({ min: 0, max: 19 }), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 680 }), level, swings, (from, present, steps) => {
      let [shown, moves] = [levelOf(from / 100, present), 0]
      for (const step of steps) {
        const next = levelOf((from + step) / 100, shown)
        if (next !== shown) moves += 1
        shown = next
      }
      expect(moves).toBeLessThanOrEqual(1)
    }),
  )
})
