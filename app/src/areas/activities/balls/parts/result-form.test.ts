import { expect, test } from 'vitest'
import { at, givenBall, givenSeat } from '../testing/given-ball'
import { emptyForm, formRefusal, mayRecord, playersOf, scoreOf, withPart, withSet } from './result-form'

const NOW = at('23', '09:00')
const four = [givenSeat('20'), givenSeat('11'), givenSeat('99'), givenSeat('10')]
const double = givenBall({ status: 'FINISHED', seats: four })
const single = givenBall({ status: 'FINISHED', matchType: 0, seats: [givenSeat('20'), givenSeat('10')] })
const won = { mine: 6, theirs: 4 }
const lost = { mine: 2, theirs: 6 }

test.each([
  ['a double of four', double, NOW, true],
  ['a single of two', single, NOW, true],
  ['a game to come', givenBall({ seats: four }), NOW, false],
  ['a double of three', givenBall({ status: 'FINISHED', seats: four.slice(1) }), NOW, false],
  ['a game of others', givenBall({ status: 'FINISHED' }), NOW, false],
  ['one that is a week over', double, at('30', '09:00'), false],
  [
    'one to which the reader did not come',
    givenBall({ ...single, seats: [givenSeat('20'), givenSeat('10', { noShowAt: '2026-11-22T02:00:00Z' })] }),
    NOW,
    false,
  ],
] as const)('%s: %#', (_case, ball, now, may) => {
  expect(mayRecord(ball, now)).toBe(may)
})

test('a player who did not come is on no side', () => {
  const seats = [givenSeat('20', { noShowAt: '2026-11-22T02:00:00Z' }), givenSeat('11'), givenSeat('10')]
  expect(playersOf({ seats }).map(({ id }) => id)).toEqual(['11', '10'])
})

test('in singles the other player is the rival, and only the games have to be entered', () => {
  const form = emptyForm(single)
  expect(form.parts).toEqual({ '20': 'rival' })
  expect(formRefusal(single, form)).toBe('每盘都要分出胜负，并有一方赢的盘数更多')
  const filled = { ...form, sets: [won] }
  expect(formRefusal(single, filled)).toBeUndefined()
  expect(scoreOf(single, filled)).toEqual({ sideA: ['10'], sideB: ['20'], sets: [{ a: 6, b: 4 }] })
})

test('in doubles with four the partner determines the rivals; there is at most one partner', () => {
  const form = { ...emptyForm(double), sets: [won, lost, won] }
  expect(formRefusal(double, form)).toBe('请选择一位搭档')
  const first = withPart(double, form, '11', 'mate')
  expect(first.parts).toEqual({ '20': 'rival', '11': 'mate', '99': 'rival' })
  expect(formRefusal(double, first)).toBeUndefined()
  expect(withPart(double, first, '99', 'mate').parts).toEqual({ '20': 'rival', '11': 'rival', '99': 'mate' })
  expect(formRefusal(double, withPart(double, first, '20', 'none'))).toBe('请选择两位对手')
})

test('five sets are the maximum, and equal sets for both sides are no result', () => {
  let form = emptyForm(single)
  for (let n = 0; n < 9; n++) form = withSet(form)
  expect(form.sets).toHaveLength(5)
  expect(formRefusal(single, { ...form, sets: [won, lost] })).toBeTruthy()
})
