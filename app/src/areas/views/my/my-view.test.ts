import { expect, test } from 'vitest'
import { levelText } from '../../people/profile/level-scale'
import { handText } from './my-view'

test.each([
  [0, 'double', '右手双反'],
  [0, 'single', '右手单反'],
  [1, 'double', '左手双反'],
  [1, 'single', '左手单反'],
] as const)('handedness %d with a %s-handed backhand is %s', (handedness, backhandStyle, words) => {
  expect(handText({ handedness, backhandStyle })).toBe(words)
})

test('a hand or a backhand that nobody said is left out', () => {
  const usual = { handedness: 0, backhandStyle: 'double' } as const
  expect(handText({ ...usual, backhandIsUnsaid: true })).toBe('右手')
  expect(handText({ ...usual, handIsUnsaid: true, backhandIsUnsaid: true })).toBe('')
})

test('a level has one decimal, and one that nobody said is not shown', () => {
  expect(levelText({ level: 3 })).toBe('等级 3.0')
  expect(levelText({ level: 3, levelIsUnsaid: true })).toBe('')
})
