import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maySucceed,
  payByOf,
  receiveByOf,
  receivedAtOf,
  returnByOf,
  SHOP_ACTIONS,
  SHOP_STATUS_NAMES,
  SHOP_STATUSES,
  SHOP_TRANSITIONS,
  whyNotCorrectParcel,
  whyNotRequestRefund,
} from './order-status.ts'

const noon = new Date('2026-05-01T04:00:00Z')
const later = (days: number) => new Date(noon.getTime() + days * 86_400_000)

test.each([
  ['UNPAID', ['pay', 'close']],
  ['PAID', ['cancel', 'send']],
  ['SENT', ['correct', 'receive', 'askRefund', 'refund', 'denyRefund']],
  ['RECEIVED', ['askRefund', 'refund', 'denyRefund']],
  ['CLOSED', []],
  ['REFUNDED', []],
] as const)('a %s order allows these actions: %j', (status, actions) => {
  expect(SHOP_ACTIONS.filter((action) => maySucceed(action, status))).toEqual(actions)
})

test('every status has its name and is reached, and every action changes the status', () => {
  expect(Object.keys(SHOP_STATUS_NAMES)).toEqual([...SHOP_STATUSES])
  const reached = new Set<string>(['UNPAID'])
  for (const action of SHOP_ACTIONS) {
    const { from, to, by } = SHOP_TRANSITIONS[action]
    expect(by.length).toBeGreaterThan(0)
    if (to === 'same') continue
    expect(from).not.toContain(to)
    reached.add(to)
  }
  expect([...reached].sort()).toEqual([...SHOP_STATUSES].sort())
})

test('after any sequence of actions an order ends, because no action leads back', () => {
  const place = new Map(SHOP_STATUSES.map((status, index) => [status, index]))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SHOP_ACTIONS), { maxLength: 30 }), (actions) => {
      let status: (typeof SHOP_STATUSES)[number] = 'UNPAID'
      for (const action of actions) {
        const { to } = SHOP_TRANSITIONS[action]
        if (!maySucceed(action, status) || to === 'same') continue
        expect(place.get(to)).toBeGreaterThan(place.get(status) ?? 0)
        status = to
      }
    }),
  )
})

test('half an hour to pay, ten days until a parcel counts as received, a week to return it', () => {
  expect(payByOf(noon)).toEqual(new Date('2026-05-01T04:30:00Z'))
  expect(receiveByOf(noon)).toEqual(new Date('2026-05-11T04:00:00Z'))
  expect(returnByOf(noon)).toEqual(new Date('2026-05-08T04:00:00Z'))
})

test.each([
  ['what was not sent', { status: 'PAID', sentAt: null, receivedAt: null }, noon, 'shop_order_settled'],
  ['what was refunded', { status: 'REFUNDED', sentAt: null, receivedAt: noon }, noon, 'shop_order_settled'],
  [
    'a week after it came',
    { status: 'RECEIVED', sentAt: null, receivedAt: noon },
    returnByOf(noon),
    'shop_return_too_late',
  ],
  [
    'a week after it counts as received, though no job said so',
    { status: 'SENT', sentAt: noon, receivedAt: null },
    returnByOf(receiveByOf(noon)),
    'shop_return_too_late',
  ],
] as const)('a buyer cannot ask to return %s', (_case, order, now, refusal) => {
  expect(whyNotRequestRefund(order, now)).toBe(refusal)
})

test.each([
  ['while it is on its way', { status: 'SENT', sentAt: noon, receivedAt: null }, noon],
  [
    'until a week after it counts as received, though no job said so',
    { status: 'SENT', sentAt: noon, receivedAt: null },
    new Date(returnByOf(receiveByOf(noon)).getTime() - 1),
  ],
  [
    'to the last moment of the week',
    { status: 'RECEIVED', sentAt: null, receivedAt: noon },
    new Date(returnByOf(noon).getTime() - 1),
  ],
] as const)('a return can be requested %s', (_case, order, now) => {
  expect(whyNotRequestRefund(order, now)).toBeUndefined()
})

test.each([
  ['when its buyer says so', noon, noon, noon, noon],
  ['ten days after it was sent, though its buyer said so later', noon, later(11), later(11), later(10)],
  ['ten days after it was sent, though nobody said so', noon, null, later(10), later(10)],
  ['not a moment before', noon, null, new Date(later(10).getTime() - 1), null],
  ['never while it was not sent', null, null, later(20), null],
] as const)('a parcel counts as received %s', (_case, sentAt, receivedAt, now, expected) => {
  expect(receivedAtOf({ sentAt, receivedAt }, now)).toEqual(expected)
})

test('a parcel is corrected until it was received, or counts as received', () => {
  const sent = { status: 'SENT', sentAt: noon, receivedAt: null } as const
  expect(whyNotCorrectParcel(sent, new Date(receiveByOf(noon).getTime() - 1))).toBeUndefined()
  expect(whyNotCorrectParcel(sent, receiveByOf(noon))).toBe('shop_order_settled')
  expect(whyNotCorrectParcel({ ...sent, status: 'RECEIVED', receivedAt: noon }, noon)).toBe('shop_order_settled')
  expect(whyNotCorrectParcel({ status: 'PAID', sentAt: null, receivedAt: null }, noon)).toBe('shop_order_settled')
})
