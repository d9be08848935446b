import { expect, test } from 'vitest'
import { afterWrongCode, isCodePaused, PICKUP_PAUSE_MINUTES, PICKUP_TRIES } from './pickup-code.ts'

const NOW = new Date('2026-11-22T12:00:00+08:00')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const NONE = { wrongCodes: 0, wrongCodesUntil: null }

/** The count after this many wrong codes at once. */
function after(tries: number) {
  let said: Parameters<typeof afterWrongCode>[0] = NONE
  for (let one = 0; one < tries; one += 1) said = afterWrongCode(said, NOW)
  return said
}

test('codes are accepted until five were wrong, and again a quarter of an hour after the last of them', () => {
  expect(isCodePaused(NONE, NOW)).toBe(false)
  expect(isCodePaused(after(PICKUP_TRIES - 1), NOW)).toBe(false)
  const paused = after(PICKUP_TRIES)
  expect(isCodePaused(paused, NOW)).toBe(true)
  expect(isCodePaused(paused, later(PICKUP_PAUSE_MINUTES - 1))).toBe(true)
  expect(isCodePaused(paused, later(PICKUP_PAUSE_MINUTES))).toBe(false)
})

test('a wrong code after the pause counts as the first, one before it as one more', () => {
  const paused = after(PICKUP_TRIES)
  expect(afterWrongCode(paused, later(PICKUP_PAUSE_MINUTES))).toEqual({
    wrongCodes: 1,
    wrongCodesUntil: later(2 * PICKUP_PAUSE_MINUTES),
  })
  expect(afterWrongCode(after(2), later(1))).toEqual({
    wrongCodes: 3,
    wrongCodesUntil: later(1 + PICKUP_PAUSE_MINUTES),
  })
})
