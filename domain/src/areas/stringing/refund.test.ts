import { expect, test } from 'vitest'
import type { StringingStatus } from './order-status.ts'
import { refundWords, whyNotRefund } from './refund.ts'

test.each<[StringingStatus, ReturnType<typeof whyNotRefund>]>([
  ['SUBMITTED', 'stringing_not_begun'],
  ['PAID', 'stringing_not_begun'],
  ['RECEIVED', 'stringing_not_begun'],
  ['STRINGING', undefined],
  ['READY', undefined],
  ['COMPLETED', 'stringing_delivered'],
  ['CANCELLED', 'stringing_settled'],
])('operators give the money of an order that is %s back: %s', (status, refusal) => {
  expect(whyNotRefund(status)).toBe(refusal)
})

test('a refund says its cause, then what happened', () => {
  expect(refundWords({ cause: 'RACKET_BROKEN', reason: '拍框断裂' })).toBe('球拍损坏：拍框断裂')
})
