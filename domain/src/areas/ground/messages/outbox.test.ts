import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, NOT_SENT, outboxStateOf, pauseAfter, reasonOfFailure } from './outbox.ts'

const AT = new Date('2026-11-20T04:00:00Z')

test.each([
  [{ sentAt: null, givenUpAt: null, lastError: null }, 'WAITING'],
  [{ sentAt: null, givenUpAt: null, lastError: 'busy' }, 'FAILING'],
  [{ sentAt: null, givenUpAt: AT, lastError: 'busy' }, 'GIVEN_UP'],
  [{ sentAt: AT, givenUpAt: null, lastError: null }, 'SENT'],
] as const)('%j is %s', (row, state) => {
  expect(outboxStateOf(row)).toBe(state)
})

test('every recorded failure has a reason in Chinese', () => {
  expect(reasonOfFailure('WeChat refused sendSubscribeMessage: 43101 user refuse to accept the msg')).toBe(
    '收件人没有同意接收这类消息',
  )
  expect(reasonOfFailure('WeChat refused sendSubscribeMessage: -1')).toBe('微信系统繁忙')
  expect(reasonOfFailure('WeChat refused sendSubscribeMessage: 50002 banned')).toBe('微信拒绝发送（50002）')
  expect(reasonOfFailure(NOT_SENT.READ)).toBe('已在应用里读过，不再发送')
  expect(reasonOfFailure('TimeoutError: no answer')).toBe('没有得到微信的答复')
  for (const reason of Object.values(NOT_SENT)) expect(reasonOfFailure(reason)).not.toMatch(/[a-z]|没有得到微信的答复/)
})

const MINUTE = 60_000
const attempts = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => index + 1)

test('the pauses grow from a minute to eight hours, and then the attempts end', () => {
  expect(attempts.map((count) => pauseAfter(count, 0))).toEqual(
    [1, 4, 16, 64, 256, 480, 480].map((minutes) => minutes * MINUTE),
  )
  expect(pauseAfter(MAX_ATTEMPTS, 0)).toBeUndefined()
})

test('with any chance a pause keeps three quarters of its length, and all attempts fit into a day', () => {
  const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: attempts.length,
    maxLength: attempts.length,
  })
  fc.assert(
    fc.property(chances, (chance) => {
      const pauses = attempts.map((count) => pauseAfter(count, chance[count - 1] ?? 0) ?? Number.NaN)
      for (const [index, pause] of pauses.entries()) {
        const whole = pauseAfter(index + 1, 0) ?? 0
        expect(pause).toBeLessThanOrEqual(whole)
        expect(pause).toBeGreaterThan(whole * 0.74)
      }
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(24 * 60 * MINUTE)
    }),
  )
})
