import { expect, test } from 'vitest'
import {
  bindsShop,
  isInShop,
  isRunning,
  maySucceed,
  RESERVING_STRINGING,
  RUNNING_STRINGING,
  STRINGING_ACTIONS,
  STRINGING_STATUSES,
  STRINGING_TRANSITIONS,
  type StringingStatus,
} from './order-status.ts'

const statusesAfter = (from: StringingStatus) =>
  STRINGING_ACTIONS.filter((action) => maySucceed(action, from)).map((action) => STRINGING_TRANSITIONS[action].to)

test.each<[StringingStatus, StringingStatus[]]>([
  ['SUBMITTED', ['PAID', 'CANCELLED', 'CANCELLED']],
  ['PAID', ['PAID', 'RECEIVED', 'CANCELLED', 'CANCELLED']],
  ['RECEIVED', ['STRINGING', 'CANCELLED', 'CANCELLED']],
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
  const begun = STRINGING_STATUSES.filter((status) => maySucceed('refund', status))
  expect([begun, STRINGING_TRANSITIONS.refund.by]).toEqual([['STRINGING', 'READY'], 'OPERATOR'])
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
