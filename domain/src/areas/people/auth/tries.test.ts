import { expect, test } from 'vitest'
import { afterFailure, isUsedUp, type Tries, windowMinutes } from './tries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const END = 1_000 * DAY
const of = (failures: number, pauses = 0): Tries => ({ failures, pauses, windowEndsAt: END })

test.each([
  [0, 15],
  [1, 30],
  [2, 60],
  [6, 960],
  [7, 1_440],
  [400, 1_440],
])('after %i windows that were used up the next one takes %i minutes', (pauses, minutes) => {
  expect(windowMinutes(pauses)).toBe(minutes)
})

test.each<[string, Tries | undefined, number, boolean]>([
  ['nothing', undefined, END, false],
  ['fewer than allowed', of(4), END - 1, false],
  ['as many as allowed', of(5), END - 1, true],
  ['more', of(9), END - 1, true],
  ['as many, at the end of the window', of(5), END, false],
])('%s: %o at %i is used up: %s', (_what, tries, now, answer) => {
  expect(isUsedUp(tries, 5, now)).toBe(answer)
})

test.each<[string, Tries | undefined, number, Omit<Tries, 'windowEndsAt'> & { minutes: number }]>([
  ['the first ever', undefined, END, { failures: 1, pauses: 0, minutes: 15 }],
  ['one in a window that runs', of(2, 1), END - 1, { failures: 3, pauses: 1, minutes: 0 }],
  ['one beyond, which prolongs nothing', of(5, 1), END - 1, { failures: 6, pauses: 1, minutes: 0 }],
  ['one after a window that was not used up', of(4, 3), END, { failures: 1, pauses: 0, minutes: 15 }],
  ['one after a window that was', of(5), END, { failures: 1, pauses: 1, minutes: 30 }],
  ['one after several', of(5, 2), END, { failures: 1, pauses: 3, minutes: 120 }],
  ['one within a day after it', of(5), END + DAY - 1, { failures: 1, pauses: 1, minutes: 30 }],
  ['one a day after it', of(5), END + DAY, { failures: 1, pauses: 0, minutes: 15 }],
])('%s', (_what, before, now, { minutes, ...after }) => {
  const windowEndsAt = minutes === 0 ? END : now + minutes * MINUTE
  expect(afterFailure(before, 5, now)).toEqual({ ...after, windowEndsAt })
})
