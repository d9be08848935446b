import { expect, test } from 'vitest'
import {
  bindsShop,
  DAYS_TO_ARRIVE,
  isInShop,
  isRunning,
  maySucceed,
  RESERVING_STRINGING,
  RUNNING_STRINGING,
  STRINGING_ACTIONS,
  STRINGING_STATUSES,
  STRINGING_TRANSITIONS,
  type StringingStatus,
  waitingOf,
  whyNotCorrectTracking,
} from './order-status.ts'

const statusesAfter = (from: StringingStatus) =>
  STRINGING_ACTIONS.filter((action) => maySucceed(action, from)).map((action) => STRINGING_TRANSITIONS[action].to)

test.each<[StringingStatus, StringingStatus[]]>([
  ['SUBMITTED', ['PAID', 'CANCELLED', 'CANCELLED']],
  ['PAID', ['PAID', 'RECEIVED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED']],
  ['RECEIVED', ['STRINGING', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED']],
  ['STRINGING', ['READY', 'CANCELLED']],
  ['READY', ['COMPLETED', 'CANCELLED']],
  ['COMPLETED', []],
  ['CANCELLED', ['CANCELLED', 'CANCELLED']],
])('after %s comes %j', (from, to) => {
  expect(statusesAfter(from)).toEqual(to)
})

test('an order is active as long as it can reach another status', () => {
  for (const status of STRINGING_STATUSES) {
    expect(isRunning(status)).toBe(statusesAfter(status).some((after) => after !== status))
  }
})

test('a racket is in the shop from its intake until it is handed over, given back or lost', () => {
  const nothing = { receivedAt: null, completedAt: null, returnedAt: null, isRacketLost: false }
  const [at, later] = [new Date(1), new Date(2)]
  expect(isInShop(nothing)).toBe(false)
  expect(isInShop({ ...nothing, receivedAt: at })).toBe(true)
  expect(isInShop({ ...nothing, receivedAt: at, completedAt: later })).toBe(false)
  expect(isInShop({ ...nothing, receivedAt: at, returnedAt: later })).toBe(false)
  expect(isInShop({ ...nothing, receivedAt: at, isRacketLost: true })).toBe(false)
})

test('an order binds its shop while it is active, and then while the racket is in the shop', () => {
  expect(bindsShop({ status: 'PAID', isInShop: false })).toBe(true)
  expect(bindsShop({ status: 'CANCELLED', isInShop: true })).toBe(true)
  expect(bindsShop({ status: 'CANCELLED', isInShop: false })).toBe(false)
  expect(bindsShop({ status: 'COMPLETED', isInShop: false })).toBe(false)
})

test('strings are reserved for an order exactly as long as its player can cancel it', () => {
  const cancellable = RUNNING_STRINGING.filter((status) => maySucceed('cancel', status))
  expect(cancellable).toEqual([...RESERVING_STRINGING])
})

test('only operators can cancel an order whose stringing has begun', () => {
  for (const action of ['cancel', 'refuse', 'expire'] as const) {
    for (const status of ['STRINGING', 'READY', 'COMPLETED'] as const) expect(maySucceed(action, status)).toBe(false)
  }
  const paid = STRINGING_STATUSES.filter((status) => maySucceed('refund', status))
  expect([paid, STRINGING_TRANSITIONS.refund.by]).toEqual([['PAID', 'RECEIVED', 'STRINGING', 'READY'], 'OPERATOR'])
})

test('every status except the first is reached by some action, and no action leads back', () => {
  for (const [action, { from, to }] of Object.entries(STRINGING_TRANSITIONS)) {
    for (const status of from) {
      expect([action, STRINGING_STATUSES.indexOf(to) >= STRINGING_STATUSES.indexOf(status)]).toEqual([action, true])
    }
  }
  const reached = new Set(Object.values(STRINGING_TRANSITIONS).map(({ to }) => to))
  expect(STRINGING_STATUSES.filter((status) => !reached.has(status))).toEqual(['SUBMITTED'])
})

test.each([
  ['PAID', false, 9, 7, 'STRINGING_PAID', 9],
  ['PAID', false, null, 3, 'STRINGING_PAID', 5],
  ['RECEIVED', true, null, 7, 'STRINGING_RECEIVED', 7],
  ['STRINGING', true, 8, 7, 'STRINGING_STRINGING', 8],
  ['READY', true, 9, null, 'STRINGING_READY', 5],
  ['CANCELLED', true, 9, null, 'STRINGING_RETURN', 5],
] as const)('a %s order waits from its last change on, work from its due time on', (...row) => {
  const [status, isThere, dueAt, expectedAt, kind, since] = row
  const at = (ms: number | null) => (ms === null ? null : new Date(ms))
  const order = { status, isInShop: isThere, responseTime: new Date(5), dueAt: at(dueAt), expectedAt: at(expectedAt) }
  expect(waitingOf(order)).toEqual({ kind, since: new Date(since) })
})

test('an order that is unpaid or over waits for nobody', () => {
  const times = { responseTime: new Date(5), dueAt: null, expectedAt: null }
  for (const status of ['SUBMITTED', 'COMPLETED', 'CANCELLED'] as const)
    expect(waitingOf({ ...times, status, isInShop: false })).toBeUndefined()
})

test('the number of a racket that a courier took is corrected for ten days, until the job is rated', () => {
  const leftAt = new Date('2026-05-01T04:00:00Z')
  const sent = { trackingNo: 'SF1234', leftAt, isRated: false }
  const after = (ms: number) => new Date(leftAt.getTime() + ms)
  const end = DAYS_TO_ARRIVE * 86_400_000
  expect(whyNotCorrectTracking(sent, after(end - 1))).toBeUndefined()
  expect(whyNotCorrectTracking(sent, after(end))).toBe('stringing_settled')
  for (const other of [{ trackingNo: '' }, { leftAt: null }, { isRated: true }])
    expect(whyNotCorrectTracking({ ...sent, ...other }, leftAt)).toBe('stringing_settled')
})
