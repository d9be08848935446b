import { expect, test } from 'vitest'
import { nextPaymentPoll, nextTry } from './order.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const later = (ms: number) => new Date(now.getTime() + ms)
const MINUTE = 60_000

test('a failing refund is requested again at growing intervals of six hours at most', () => {
  const minutes = [0, 1, 2, 3, 9, 10, 30].map((attempts) => (+nextTry(attempts, now) - +now) / MINUTE)
  expect(minutes).toEqual([1, 1, 2, 4, 256, 360, 360])
})

test('a new payment is checked often, an older one rarely', () => {
  const seconds = [0, 2, 29, 30, 1_000].map((age) => (+nextPaymentPoll(later(-age * MINUTE), now) - +now) / 1_000)
  expect(seconds).toEqual([10, 60, 60, 600, 600])
})
