import { expect, test } from 'vitest'
import type { StringingStatus } from './order-status.ts'
import { refundText, whyNotRefund } from './refund.ts'

test.each<[StringingStatus, ReturnType<typeof whyNotRefund>]>([
  ['SUBMITTED', 'stringing_not_paid'],
  ['PAID', undefined],
  ['RECEIVED', undefined],
  ['STRINGING', undefined],
  ['READY', undefined],
  ['COMPLETED', 'stringing_delivered'],
  ['CANCELLED', 'stringing_settled'],
])('operators refund an order that is %s: %s', (status, refusal) => {
  expect(whyNotRefund(status)).toBe(refusal)
})

test('a refund text states its cause, then what happened', () => {
  expect(refundText({ cause: 'RACKET_BROKEN', reason: '拍框断裂' })).toBe('球拍损坏：拍框断裂')
})
