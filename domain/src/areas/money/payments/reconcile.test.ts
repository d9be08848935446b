import { expect, test } from 'vitest'
import { REFUND_STATES } from './order.ts'
import { differenceOfPayment, differenceOfRefund, type TheirRefund } from './reconcile.ts'

const came = { state: 'SUCCESS' as const, amountFen: 5_000, transactionId: 'S1' }
const settled = { state: 'SETTLED' as const, receivedFen: 5_000, transactionId: 'S1' }
const none = { receivedFen: null, transactionId: null }

test.each([
  ['money that both know', settled, came, undefined],
  ['surplus that both know', { ...settled, state: 'SURPLUS' as const }, came, undefined],
  ['money that only he knows', { state: 'PENDING' as const, ...none }, came, 'PAYMENT_MISSED'],
  ['money that came for what we closed', { state: 'CLOSED' as const, ...none }, came, 'PAYMENT_MISSED'],
  ['money that only we know', settled, { state: 'NOTPAY' as const }, 'PAYMENT_MISSING'],
  ['money that he never heard of', settled, { state: 'UNKNOWN' as const }, 'PAYMENT_MISSING'],
  ['another amount', settled, { ...came, amountFen: 4_999 }, 'PAYMENT_AMOUNT'],
  ['another number', settled, { ...came, transactionId: 'S2' }, 'PAYMENT_NUMBER'],
  [
    'what brought nothing, whatever it is called',
    { state: 'FAILED' as const, ...none },
    { state: 'CLOSED' as const },
    undefined,
  ],
  ['what was never asked for there', { state: 'PENDING' as const, ...none }, { state: 'UNKNOWN' as const }, undefined],
] as const)('%s', (_case, ours, theirs, kind) => {
  expect(differenceOfPayment(ours, theirs)).toBe(kind)
})

test('a done refund is done in both books, and the provider refused a stuck one or does not know it', () => {
  const agreeing: [string, TheirRefund][] = [
    ['WAITING', 'UNKNOWN'],
    ['WAITING', 'PROCESSING'],
    ['PROCESSING', 'PROCESSING'],
    ['DONE', 'SUCCESS'],
    ['STUCK', 'UNKNOWN'],
    ['STUCK', 'ABNORMAL'],
    ['STUCK', 'CLOSED'],
  ]
  const theirs = ['PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED', 'UNKNOWN'] as const
  const found = REFUND_STATES.flatMap((ours) =>
    theirs.filter((word) => differenceOfRefund(ours, word) === undefined).map((word) => [ours, word]),
  )
  expect(found.sort()).toEqual(agreeing.sort())
})
