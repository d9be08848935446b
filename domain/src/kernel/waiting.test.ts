import { expect, test } from 'vitest'
import { dueNow, limitOf, overLimitSince, WAITING, WAITING_KINDS, type WaitingKind } from './waiting.ts'

const SINCE = new Date('2026-05-01T04:00:00Z')
const after = (days: number, ms = 0) => new Date(SINCE.getTime() + days * 86_400_000 + ms)

test.each(WAITING_KINDS)('%s is reminded of, then a task of the operators, and then over', (kind) => {
  const { remind, task, limit } = WAITING[kind]
  expect(task).toBeLessThan(limit)
  if (remind !== null) expect([remind > 0, remind <= task]).toEqual([true, true])
})

test.each<[WaitingKind, number, 'remind' | 'end' | undefined, 'remind' | 'end' | undefined]>([
  ['SHOP_UNSENT', 2, undefined, 'remind'],
  ['SHOP_UNSENT', 14, 'remind', 'end'],
  ['STRINGING_PAID', 3, undefined, 'remind'],
  ['STRINGING_PAID', 30, 'remind', 'end'],
  ['STRINGING_RECEIVED', 30, 'remind', 'end'],
  // A begun job is not ended by the clock.
  ['STRINGING_STRINGING', 30, 'remind', 'remind'],
  ['STRINGING_READY', 60, 'remind', 'remind'],
  ['CARD_ADJUSTMENT', 30, undefined, 'end'],
  ['SHOP_REFUND', 7, undefined, undefined],
])('of %s, before %s days: %s, from then on: %s', (kind, days, before, then) => {
  expect(dueNow(kind, SINCE, after(days, -1))).toBe(before)
  expect(dueNow(kind, SINCE, after(days))).toBe(then)
  expect(dueNow(kind, SINCE, after(days, 1))).toBe(then)
})

test('the limit counts from the begin of the state', () => {
  expect(limitOf('SHOP_UNSENT', SINCE)).toEqual(after(14))
  expect(overLimitSince('SHOP_UNSENT', after(14))).toEqual(SINCE)
})
