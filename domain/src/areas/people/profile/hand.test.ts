import { expect, test } from 'vitest'
import { isHandUnsaid } from './hand.ts'

test.each([
  [0, 'double', false, true],
  [0, 'double', true, false],
  [1, 'double', false, false],
  [0, 'single', false, false],
])('hand %d, backhand %s, own level %s: unsaid is %s', (handedness, backhandStyle, hasStatedLevel, unsaid) => {
  expect(isHandUnsaid({ handedness, backhandStyle }, hasStatedLevel)).toBe(unsaid)
})
