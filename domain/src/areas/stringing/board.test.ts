import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf, instantOf } from '../../kernel/day.ts'
import {
  BOARD_COLUMNS,
  columnOf,
  DUE_GROUPS,
  deedsOfShop,
  dueGroupOf,
  dueOf,
  nextDeed,
  SHOP_DEEDS,
  urgencyOf,
  whyNotMove,
} from './board.ts'
import { STRINGING_DEEDS, STRINGING_STATUSES, STRINGING_TRANSITIONS, type StringingStatus } from './order-status.ts'

const NOW = instantOf('2026-11-23', 24)
const HOUR_MS = 3_600_000
const hoursOn = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

test.each<[StringingStatus, Date | null, string | undefined]>([
  ['SUBMITTED', null, undefined],
  ['PAID', null, 'NEW'],
  ['PAID', NOW, 'AWAITED'],
  ['RECEIVED', null, 'RECEIVED'],
  ['RECEIVED', NOW, 'RECEIVED'],
  ['STRINGING', NOW, 'STRINGING'],
  ['READY', NOW, 'READY'],
  ['COMPLETED', NOW, 'DONE'],
  ['CANCELLED', NOW, undefined],
])('%s, accepted %s, stands in %s', (status, acceptedAt, column) => {
  expect(columnOf({ status, acceptedAt, isInShop: false })).toBe(column)
})

test('what came to nothing stands in RETURN as long as the racket lies in the shop, and is then given back', () => {
  const held = { status: 'CANCELLED' as const, acceptedAt: NOW, isInShop: true }
  expect(columnOf(held)).toBe('RETURN')
  expect(nextDeed('RETURN')).toBe('giveBack')
  expect(deedsOfShop(held)).toEqual(['giveBack'])
  expect(deedsOfShop({ ...held, isInShop: false })).toEqual([])
})

test('the deeds of the shop are those that the table of transitions leaves to it', () => {
  expect([...SHOP_DEEDS]).toEqual(STRINGING_DEEDS.filter((deed) => STRINGING_TRANSITIONS[deed].by === 'MERCHANT'))
})

test('the next deed of each column may be done there, and leads to the next column', () => {
  for (const status of STRINGING_STATUSES) {
    for (const acceptedAt of [null, NOW]) {
      const isInShop = status === 'RECEIVED' || status === 'STRINGING' || status === 'READY'
      const column = columnOf({ status, acceptedAt, isInShop })
      const deed = column && nextDeed(column)
      if (!deed) continue
      expect(deedsOfShop({ status, acceptedAt, isInShop })).toContain(deed)
      const reached = columnOf({ status: STRINGING_TRANSITIONS[deed].to, acceptedAt: acceptedAt ?? NOW, isInShop })
      expect(reached && whyNotMove(column, reached)).toBeUndefined()
    }
  }
  expect(nextDeed('DONE')).toBeUndefined()
})

test('a job only goes on, and to the next column', () => {
  const column = fc.constantFrom(...BOARD_COLUMNS.filter((one) => one !== 'RETURN'))
  fc.assert(
    fc.property(column, column, (from, to) => {
      const steps = BOARD_COLUMNS.indexOf(to) - BOARD_COLUMNS.indexOf(from)
      const refusal = whyNotMove(from, to)
      expect(refusal === undefined).toBe(steps === 1)
      expect(refusal === 'backwards').toBe(steps < 0)
      expect(refusal === 'same').toBe(steps === 0)
    }),
  )
})

test('no job is moved into RETURN, nor out of it', () => {
  for (const column of BOARD_COLUMNS) {
    const refusal = column === 'RETURN' ? 'same' : 'apart'
    expect([whyNotMove(column, 'RETURN'), whyNotMove('RETURN', column)]).toEqual([refusal, refusal])
  }
})

test('a job is accepted once, and received also before that', () => {
  expect(deedsOfShop({ status: 'PAID', acceptedAt: null, isInShop: false })).toEqual(['accept', 'receive', 'refuse'])
  expect(deedsOfShop({ status: 'PAID', acceptedAt: NOW, isInShop: false })).toEqual(['receive', 'refuse'])
  expect(deedsOfShop({ status: 'STRINGING', acceptedAt: NOW, isInShop: true })).toEqual(['ready'])
  expect(deedsOfShop({ status: 'COMPLETED', acceptedAt: NOW, isInShop: false })).toEqual([])
})

test('what the player wishes comes before what the shop told him', () => {
  expect(dueOf({ dueAt: 1, expectedAt: 2 })).toBe(1)
  expect(dueOf({ dueAt: null, expectedAt: 2 })).toBe(2)
  expect(dueOf({ dueAt: null, expectedAt: null })).toBeNull()
})

test.each([
  ['PAID', -1, 'overdue'],
  ['STRINGING', 0, 'today'],
  ['RECEIVED', 11.5, 'today'],
  ['RECEIVED', 12, 'later'],
  ['READY', -1, undefined],
  ['COMPLETED', -1, undefined],
] as const)('%s, due in %d hours at noon, is %s', (status, hours, urgency) => {
  expect(urgencyOf({ status, due: hoursOn(hours) }, NOW)).toBe(urgency)
})

test('what has no time is never pressing', () => {
  expect(urgencyOf({ status: 'RECEIVED', due: null }, NOW)).toBeUndefined()
})

test.each([
  ['2026-11-23', -48, 'overdue'],
  ['2026-11-23', -0.5, 'overdue'],
  ['2026-11-23', 0, 'due'],
  ['2026-11-23', 12, 'next'],
  ['2026-11-23', 36, undefined],
  ['2026-11-24', -1, undefined],
  ['2026-11-24', 11.5, undefined],
  ['2026-11-24', 12, 'due'],
  ['2026-11-22', -20, 'due'],
  ['2026-11-22', 1, 'next'],
] as const)('on the list of %s a job that is due in %d hours is %s', (day, hours, group) => {
  expect(dueGroupOf(hoursOn(hours), { day, now: NOW })).toBe(group)
})

test('every job is on today’s list, tomorrow’s, or due later', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 200 }), (hours) => {
      const due = hoursOn(hours / 2)
      const day = dayOf(NOW)
      const group = dueGroupOf(due, { day, now: NOW })
      expect(group === undefined).toBe(due >= instantOf(addDays(day, 2), 0))
      expect(group === undefined || DUE_GROUPS.includes(group)).toBe(true)
    }),
  )
  const undated = (day: string) => dueGroupOf(null, { day, now: NOW })
  expect([undated('2026-11-23'), undated('2026-11-24')]).toEqual(['undated', undefined])
})
