import { expect, test } from 'vitest'
import {
  bindsShop,
  isInShop,
  isRunning,
  maySucceed,
  RESERVING_STRINGING,
  RUNNING_STRINGING,
  STRINGING_DEEDS,
  STRINGING_STATUSES,
  STRINGING_TRANSITIONS,
  type StringingStatus,
} from './order-status.ts'

const statusesAfter = (from: StringingStatus) =>
  STRINGING_DEEDS.filter((deed) => maySucceed(deed, from)).map((deed) => STRINGING_TRANSITIONS[deed].to)

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

test('an order runs as long as it can come to another status', () => {
  for (const status of STRINGING_STATUSES) {
    expect(isRunning(status)).toBe(statusesAfter(status).some((after) => after !== status))
  }
})

test('a racket lies in the shop from its intake until it is handed over, given back or lost', () => {
  const nothing = { receivedAt: null, completedAt: null, returnedAt: null, isRacketLost: false }
  const [at, later] = [new Date(1), new Date(2)]
  expect(isInShop(nothing)).toBe(false)
  expect(isInShop({ ...nothing, receivedAt: at })).toBe(true)
  expect(isInShop({ ...nothing, receivedAt: at, completedAt: later })).toBe(false)
  expect(isInShop({ ...nothing, receivedAt: at, returnedAt: later })).toBe(false)
  expect(isInShop({ ...nothing, receivedAt: at, isRacketLost: true })).toBe(false)
})

test('an order binds its shop while it runs, and after that as long as the racket lies there', () => {
  expect(bindsShop({ status: 'PAID', isInShop: false })).toBe(true)
  expect(bindsShop({ status: 'CANCELLED', isInShop: true })).toBe(true)
  expect(bindsShop({ status: 'CANCELLED', isInShop: false })).toBe(false)
  expect(bindsShop({ status: 'COMPLETED', isInShop: false })).toBe(false)
})

test('strings are kept for an order exactly as long as its player can cancel it', () => {
  const cancellable = RUNNING_STRINGING.filter((status) => maySucceed('cancel', status))
  expect(cancellable).toEqual([...RESERVING_STRINGING])
})

test('neither player nor shop nor clock cancels what is on the machine: operators do', () => {
  for (const deed of ['cancel', 'refuse', 'lapse'] as const) {
    for (const status of ['STRINGING', 'READY', 'COMPLETED'] as const) expect(maySucceed(deed, status)).toBe(false)
  }
  const begun = STRINGING_STATUSES.filter((status) => maySucceed('refund', status))
  expect([begun, STRINGING_TRANSITIONS.refund.by]).toEqual([['STRINGING', 'READY'], 'OPERATOR'])
})

test('every status but the first is reached by some deed, and no deed leads back', () => {
  for (const [deed, { from, to }] of Object.entries(STRINGING_TRANSITIONS)) {
    for (const status of from) {
      expect([deed, STRINGING_STATUSES.indexOf(to) >= STRINGING_STATUSES.indexOf(status)]).toEqual([deed, true])
    }
  }
  const reached = new Set(Object.values(STRINGING_TRANSITIONS).map(({ to }) => to))
  expect(STRINGING_STATUSES.filter((status) => !reached.has(status))).toEqual(['SUBMITTED'])
})
