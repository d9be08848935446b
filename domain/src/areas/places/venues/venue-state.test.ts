import { expect, test } from 'vitest'
import { venueStateOf } from './venue-state.ts'

test.each([
  [0, false, 'waiting'],
  [1, false, 'open'],
  [2, false, 'refused'],
  [2, true, 'off'],
] as const)('verdict %i, taken off %s: %s', (approveStatus, isTakenOff, state) => {
  expect(venueStateOf({ approveStatus, isTakenOff })).toBe(state)
})
