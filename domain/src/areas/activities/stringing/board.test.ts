import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf, instantOf } from '../../../kernel/day.ts'
import {
  actionsOfShop,
  BOARD_COLUMNS,
  columnOf,
  DUE_GROUPS,
  dueGroupOf,
  dueOf,
  nextAction,
  SHOP_ACTIONS,
  urgencyOf,
  whyNotMove,
} from './board.ts'
import { STRINGING_ACTIONS, STRINGING_STATUSES, STRINGING_TRANSITIONS, type StringingStatus } from './order-status.ts'

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
])('%s, accepted %s, is in column %s', (status, acceptedAt, column) => {
  expect(columnOf({ status, acceptedAt, isInShop: false })).toBe(column)
})

test('a cancelled order is in RETURN while the racket is in the shop, and can then be given back', () => {
  const held = { status: 'CANCELLED' as const, acceptedAt: NOW, isInShop: true }
  expect(columnOf(held)).toBe('RETURN')
  expect(nextAction('RETURN')).toBe('giveBack')
  expect(actionsOfShop(held)).toEqual(['giveBack'])
  expect(actionsOfShop({ ...held, isInShop: false })).toEqual([])
})

test('the actions of the shop are those that the table of transitions allows it', () => {
  expect([...SHOP_ACTIONS]).toEqual(
    STRINGING_ACTIONS.filter((action) => STRINGING_TRANSITIONS[action].by === 'MERCHANT'),
  )
})

test('the next action of each column is allowed there, and leads to the next column', () => {
  for (const status of STRINGING_STATUSES) {
    for (const acceptedAt of [null, NOW]) {
      const isInShop = status === 'RECEIVED' || status === 'STRINGING' || status === 'READY'
      const column = columnOf({ status, acceptedAt, isInShop })
      const action = column && nextAction(column)
      if (!action) continue
      expect(actionsOfShop({ status, acceptedAt, isInShop })).toContain(action)
      const reached = columnOf({ status: STRINGING_TRANSITIONS[action].to, acceptedAt: acceptedAt ?? NOW, isInShop })
      expect(reached && whyNotMove(column, reached)).toBeUndefined()
    }
  }
  expect(nextAction('DONE')).toBeUndefined()
})

test('a job only moves forward, to the next column', () => {
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

test('no job can be moved into RETURN or out of it', () => {
  for (const column of BOARD_COLUMNS) {
    const refusal = column === 'RETURN' ? 'same' : 'apart'
    expect([whyNotMove(column, 'RETURN'), whyNotMove('RETURN', column)]).toEqual([refusal, refusal])
  }
})

test('a job is accepted once, and can be received before that', () => {
  expect(actionsOfShop({ status: 'PAID', acceptedAt: null, isInShop: false })).toEqual(['accept', 'receive', 'refuse'])
  expect(actionsOfShop({ status: 'PAID', acceptedAt: NOW, isInShop: false })).toEqual(['receive', 'refuse'])
  expect(actionsOfShop({ status: 'STRINGING', acceptedAt: NOW, isInShop: true })).toEqual(['ready'])
  expect(actionsOfShop({ status: 'COMPLETED', acceptedAt: NOW, isInShop: false })).toEqual([])
})

test('the player’s requested time takes precedence over the shop’s announced time', () => {
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

test('a job without a time is never urgent', () => {
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
