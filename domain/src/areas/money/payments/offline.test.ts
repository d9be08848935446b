import { expect, test } from 'vitest'
import {
  formsOfReceiptNo,
  isOfflineOffered,
  needsSecondPerson,
  plainReceiptNo,
  waitsUntil,
  whyNotCorrect,
  whyNotEnterPayment,
  whyNotEnterRefund,
} from './offline.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each([
  ['a-001', 'A-001'],
  [' 2026 05/01-7 ', '202605/01-7'],
  ['sj 0001', 'SJ-0001'],
  ['SJ0001', 'SJ-0001'],
  ['SJ--0001', 'SJ-0001'],
  ['SJ-0001', 'SJ-0001'],
  ['1-11', '1-11'],
  ['11-1', '11-1'],
  ['A20260501B7', 'A20260501B7'],
  [`A${'1'.repeat(31)}`, `A${'1'.repeat(31)}`],
  ['', undefined],
  ['收据7', undefined],
  ['A_1', undefined],
  ['-', undefined],
  ['--/--', undefined],
  ['--7', '--7'],
  ['1'.repeat(32), '1'.repeat(32)],
  ['1'.repeat(33), undefined],
])('the receipt "%s" is stored as %s', (typed, plain) => {
  expect(plainReceiptNo(typed)).toBe(plain)
})

test.each([
  ['SJ0001', ['SJ-0001', 'SJ0001']],
  ['sj--0001', ['SJ-0001', 'SJ0001', 'SJ--0001']],
  ['A20260501B7', ['A20260501B7']],
  ['收据7', []],
])('the receipt "%s" may stand as %s', (typed, forms) => {
  expect(formsOfReceiptNo(typed)).toEqual(forms)
})

test('up to the limit one person is enough; a limit of 0 means two for everything', () => {
  expect([199_999, 200_000, 200_001].map((fen) => needsSecondPerson(fen, 200_000))).toEqual([false, false, true])
  expect(needsSecondPerson(1, 0)).toBe(true)
})

test('without WeChat Pay the desk always takes money, with it where it is allowed', () => {
  expect([isOfflineOffered(false, false), isOfflineOffered(true, false), isOfflineOffered(true, true)]).toEqual([
    true,
    false,
    true,
  ])
})

const order = { state: 'UNPAID' as const, amountFen: 5_000, expiresAt: later(15) }
test.each([
  ['that waits', order, 5_000, undefined],
  ['that is paid', { ...order, state: 'PAID' as const }, 5_000, 'order_paid'],
  ['that is closed', { ...order, state: 'CLOSED' as const }, 5_000, 'order_closed'],
  ['in its last moment', { ...order, expiresAt: later(1 / 60_000) }, 5_000, undefined],
  ['whose time is over', { ...order, expiresAt: now }, 5_000, 'order_closed'],
  ['of another sum', order, 4_999, 'offline_amount_differs'],
] as const)('money for an order %s', (_what, of, seenFen, refusal) => {
  expect(whyNotEnterPayment(of, seenFen, now)).toBe(refusal)
})

const refund = { target: 'OFFLINE' as const, state: 'WAITING' as const, amountFen: 5_000 }
test.each([
  ['that waits here', refund, 5_000, undefined],
  ['that goes to a card', { ...refund, target: 'CARD' as const }, 5_000, 'refund_not_offline'],
  ['that is done', { ...refund, state: 'DONE' as const }, 5_000, 'refund_done'],
  ['of another sum', refund, 5_001, 'offline_amount_differs'],
] as const)('a refund %s', (_what, of, seenFen, refusal) => {
  expect(whyNotEnterRefund(of, seenFen)).toBe(refusal)
})

test('a top-up waits a day for the second person, and nothing else longer than its own time', () => {
  expect(waitsUntil({ kind: 'CARD_TOP_UP', expiresAt: later(15) }, now)).toEqual(later(1_440))
  expect(waitsUntil({ kind: 'BALL_SEAT', expiresAt: later(15) }, now)).toEqual(later(15))
})

const paid = {
  kind: 'PAYMENT',
  state: 'DONE',
  isCorrected: false,
  waits: false,
  orderKind: 'BALL_SEAT',
  orderState: 'PAID',
  isUsed: false,
} as const
test.each([
  ['a payment that counts', paid, undefined],
  ['one that waits', { ...paid, state: 'WAITING' }, 'offline_entry_not_payment'],
  ['money that was given back', { ...paid, kind: 'REFUND' }, 'offline_entry_not_payment'],
  ['a correction', { ...paid, kind: 'CORRECTION' }, 'offline_entry_not_payment'],
  ['one that was taken back', { ...paid, isCorrected: true, isUsed: true }, 'offline_entry_corrected'],
  ['one whose correction waits', { ...paid, waits: true, isUsed: true }, 'money_request_waits'],
  ['one that was used', { ...paid, isUsed: true }, 'offline_money_used'],
  ['a published game', { ...paid, orderKind: 'BALL_PUBLISH', isUsed: true }, 'offline_order_not_correctable'],
  ['a swapped seat', { ...paid, orderKind: 'BALL_SWAP' }, 'offline_order_not_correctable'],
  ['what bought nothing, of any kind', { ...paid, orderState: 'CLOSED', orderKind: 'BALL_SWAP' }, undefined],
  ['what bought nothing and was given back', { ...paid, orderState: 'CLOSED', isUsed: true }, 'offline_money_used'],
] as const)('taking back %s', (_what, entry, refusal) => {
  expect(whyNotCorrect(entry)).toBe(refusal)
})
