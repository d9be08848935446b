import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GameSet, isPossibleResult, isResultInTime, setsOf, setsText, winnerOf } from './result.ts'

const games = fc.integer({ min: 0, max: 99 })
const someSets = fc.array(fc.record({ a: games, b: games }), { minLength: 1, maxLength: 5 })
const won: GameSet = { a: 6, b: 4 }
const lost: GameSet = { a: 3, b: 6 }

test.each([
  [[won], 'A'],
  [[lost], 'B'],
  [[won, lost, won], 'A'],
  [[won, lost, lost], 'B'],
  [[won, lost], undefined],
  [[{ a: 6, b: 6 }], undefined],
  [[won, won, { a: 0, b: 0 }], undefined],
] as const)('%j: %j', (sets, winner) => {
  expect(winnerOf(sets)).toBe(winner)
})

test('with the sides exchanged, the other side won', () => {
  fc.assert(
    fc.property(someSets, (sets) => {
      const turned = winnerOf(sets.map(({ a, b }) => ({ a: b, b: a })))
      const winner = winnerOf(sets)
      expect(turned).toBe(winner && (winner === 'A' ? 'B' : 'A'))
    }),
  )
})

const double = { matchType: 1, playerIds: ['1', '2', '3', '4', '5'] }
const single = { matchType: 0, playerIds: ['1', '2'] }

test.each([
  ['two against two of five who came', double, ['1', '2'], ['3', '5'], [won], true],
  ['one against one', single, ['2'], ['1'], [lost], true],
  ['one against two', double, ['1'], ['2', '3'], [won], false],
  ['one against one in doubles', double, ['1'], ['2'], [won], false],
  ['two against two in singles', { ...double, matchType: 0 }, ['1', '2'], ['3', '4'], [won], false],
  ['somebody on both sides', double, ['1', '2'], ['2', '3'], [won], false],
  ['somebody twice', double, ['1', '1'], ['2', '3'], [won], false],
  ['somebody who did not come', double, ['1', '2'], ['3', '6'], [won], false],
  ['no set', single, ['1'], ['2'], [], false],
  ['six sets', single, ['1'], ['2'], [won, won, won, won, won, won], false],
  ['nobody won', single, ['1'], ['2'], [won, lost], false],
] as const)('%s', (_case, game, sideA, sideB, sets, isPossible) => {
  expect(isPossibleResult(game, { sideA, sideB, sets })).toBe(isPossible)
})

test('a result can be recorded for seven days after the end', () => {
  const game = { activityDate: '2026-05-01', endTimeSlot: 40 }
  expect(isResultInTime(game, new Date('2026-05-08T20:00:00+08:00'))).toBe(true)
  expect(isResultInTime(game, new Date('2026-05-08T20:00:01+08:00'))).toBe(false)
})

test('a written result is read back unchanged', () => {
  expect(setsText([won, lost])).toBe('6-4 3-6')
  fc.assert(
    fc.property(someSets, (sets) => {
      expect(setsOf(setsText(sets))).toEqual(sets)
    }),
  )
})
