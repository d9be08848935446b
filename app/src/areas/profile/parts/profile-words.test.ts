import { expect, test } from 'vitest'
import { handWords, levelWords } from './profile-words'

test.each([
  [0, 'double', '右手双反'],
  [0, 'single', '右手单反'],
  [1, 'double', '左手双反'],
  [1, 'single', '左手单反'],
] as const)('handedness %d with a %s-handed backhand is %s', (handedness, backhandStyle, words) => {
  expect(handWords({ handedness, backhandStyle })).toBe(words)
})

test('a level has one decimal', () => {
  expect(levelWords(3)).toBe('等级 3.0')
})
