import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import type { CourtTimeStatus } from '@paidang/api/areas/time/schedule'
import { expect, test } from 'vitest'
import {
  type Chosen,
  choiceOf,
  columnToggled,
  courtsDayOf,
  filled,
  type LockDay,
  lockRowsOf,
  ownDayOf,
  pressed,
  spansByColumn,
} from './lock-grid'

const date = '2026-11-22'
const now = new Date('2026-11-22T08:10:00+08:00')
const courts = ['1号场', '2号场'].map((name) => ({ id: name, courtCode: name, name, surface: '室内' }))
const venue = { courts, firstStart: 16, lastStart: 20 }
const cell = (courtCode: string, timeIndex: number, status: CourtTimeStatus['status']): CourtTimeStatus => ({
  courtCode,
  timeIndex,
  date,
  status,
  inviteId: status === 'MY_INVITING' ? '7' : null,
})

/**
 * 08:00 has begun. On 2号场 there is a class of the coach at 08:30 and a booking of somebody else at 09:00. There is a
 * lock at 09:30, and a closed half-hour at 10:00.
 */
const day = courtsDayOf(venue, {
  date,
  now,
  status: [
    cell('1号场', 16, 'COURT_UNAVAILABLE'),
    cell('2号场', 17, 'MY_INVITING'),
    cell('2号场', 18, 'COURT_OCCUPIED'),
    cell('2号场', 19, 'COURT_UNAVAILABLE'),
    cell('2号场', 20, 'COURT_UNAVAILABLE'),
  ],
  locks: [{ id: '1', courtNum: 1, courtCode: '2号场', date, beginTime: '09:30', endTime: '10:00' }],
})
const statesOf = (column: number) => day.rows.map((cells) => cells[column]?.state)

test('the cells of a day are past, free, a class of the coach, a booking, a lock or closed', () => {
  expect(statesOf(0)).toEqual(['past', 'free', 'free', 'free', 'free'])
  expect(statesOf(1)).toEqual(['past', 'lesson', 'booked', 'locked', 'closed'])
})

test.each([
  ['a free half-hour is chosen', { row: 1, column: 0 }, { chosen: [{ timeIndex: 17, column: 0 }] }],
  ['a lock is chosen, to be opened', { row: 3, column: 1 }, { chosen: [{ timeIndex: 19, column: 1 }] }],
  ['a class of his own is refused', { row: 1, column: 1 }, { chosen: [], refused: 'lesson' }],
  ['a class of somebody is refused', { row: 2, column: 1 }, { chosen: [], refused: 'lesson' }],
  ['a closed half-hour does nothing', { row: 4, column: 1 }, { chosen: [] }],
  ['the past does nothing', { row: 0, column: 0 }, { chosen: [] }],
])('%s', (_, place, expected) => {
  expect(pressed(day, [], place)).toEqual(expected)
})

/** Returns the selection after presses in this order, each given as `row column`. */
const after = (shown: LockDay, presses: readonly string[]) =>
  presses
    .map((text) => text.split(' ').map(Number))
    .reduce<readonly Chosen[]>((chosen, [row = 0, column = 0]) => pressed(shown, chosen, { row, column }).chosen, [])
    .map(({ timeIndex, column }) => `${timeIndex} ${column}`)
    .sort()

test.each([
  ['the first and the last half-hour choose the run between', ['1 0', '4 0'], ['17 0', '18 0', '19 0', '20 0']],
  ['from below as from above', ['4 0', '1 0'], ['17 0', '18 0', '19 0', '20 0']],
  ['a third press makes the run longer', ['1 0', '2 0', '4 0'], ['17 0', '18 0', '19 0', '20 0']],
  ['the only half-hour is taken back', ['1 0', '1 0'], []],
  ['so is the first of a run', ['1 0', '4 0', '1 0'], ['18 0', '19 0', '20 0']],
  ['and the last', ['1 0', '4 0', '4 0'], ['17 0', '18 0', '19 0']],
  ['an inner one keeps the part before', ['1 0', '4 0', '3 0'], ['17 0', '18 0']],
  ['each court has runs of its own', ['1 0', '3 0', '3 1'], ['17 0', '18 0', '19 0', '19 1']],
])('%s', (_case, presses, chosen) => {
  expect(after(day, presses)).toEqual(chosen)
})

test('where a class lies between, the press begins a new run', () => {
  const taken = courtsDayOf(venue, { date, now, locks: [], status: [cell('1号场', 18, 'MY_INVITING')] })
  expect(after(taken, ['1 0', '4 0', '3 0'])).toEqual(['17 0', '19 0', '20 0'])
})

test('half-hours to be opened form runs too, but never together with those to be locked', () => {
  const at = (beginTime: string, endTime: string) => ({
    id: '1',
    courtNum: 0,
    courtCode: '1号场',
    date,
    beginTime,
    endTime,
  })
  const status = [17, 18].map((timeIndex) => cell('1号场', timeIndex, 'COURT_UNAVAILABLE'))
  const locked = courtsDayOf(venue, { date, now, locks: [at('08:30', '09:30')], status })
  expect(after(locked, ['1 0', '2 0', '4 0'])).toEqual(['17 0', '18 0', '20 0'])
})

test('filling adds the free half-hours between two places, and leaves out classes', () => {
  const chosen = filled(day, [], { row: 1, column: 0 }, { row: 3, column: 1 })
  expect(chosen.map(({ timeIndex, column }) => `${timeIndex} ${column}`)).toEqual(['17 0', '18 0', '19 0'])
})

test('a press on the name of a court chooses its free half-hours, and a second press removes them', () => {
  const all = columnToggled(day, [], 0)
  expect(all).toHaveLength(4)
  expect(columnToggled(day, all, 0)).toEqual([])
})

test('half-hours that were taken or locked meanwhile are not sent', () => {
  const chosen = [
    { timeIndex: 18, column: 1 },
    { timeIndex: 19, column: 1 },
    { timeIndex: 19, column: 0 },
    { timeIndex: 17, column: 0 },
  ]
  expect(choiceOf(day, chosen)).toEqual({
    locking: [
      { timeIndex: 17, column: 0 },
      { timeIndex: 19, column: 0 },
    ],
    opening: [{ timeIndex: 19, column: 1 }],
  })
})

test('chosen cells are ink with their time, cells to be opened say so, and equal neighbours are drawn as one', () => {
  const rows = lockRowsOf(day, [
    { timeIndex: 17, column: 0 },
    { timeIndex: 18, column: 0 },
    { timeIndex: 19, column: 1 },
  ])
  expect(rows.map(({ cells }) => [cells[0]?.look, cells[0]?.word])).toEqual([
    ['past', ''],
    ['locking', '08:30'],
    ['locking', '09:00'],
    ['available', ''],
    ['available', ''],
  ])
  expect(rows[1]?.cells[0]).toMatchObject({ joinsAbove: false, joinsBelow: true, label: '1号场 08:30 至 09:00 将锁定' })
  expect(rows[3]?.cells[1]).toMatchObject({ look: 'opening', word: '将开放' })
})

test('the spans of the selection are grouped by column', () => {
  const cells = [17, 18, 20].map((timeIndex) => ({ timeIndex, column: 0 }))
  expect(spansByColumn(cells)).toEqual([
    {
      column: 0,
      spans: [
        { begin: 17, end: 19 },
        { begin: 20, end: 21 },
      ],
    },
  ])
})

const invitation = { id: '7', beginTimeSlot: 20, endTimeSlot: 22, courseDesignName: '成人私教', stadiumName: '星湖' }
const lock = { id: '3', coachId: '20', date, beginTimeSlot: 21, endTimeSlot: 24, reason: '午休', seriesId: null }

test('in the coach’s own day a class covers a lock, a lock opens as a whole, and early classes extend the day', () => {
  const classes = [{ invitation }, { invitation: { ...invitation, id: '8', beginTimeSlot: 10, endTimeSlot: 12 } }]
  const own = ownDayOf({ date, now, classes: classes as InvitationResponse[], locks: [lock] })
  expect([own.firstStart, own.lastStart]).toEqual([10, 44])
  const wordAt = (timeIndex: number) => own.rows[timeIndex - own.firstStart]?.[0]
  expect([20, 21, 22, 24].map((timeIndex) => wordAt(timeIndex)?.word)).toEqual([
    '成人私教 星湖',
    '成人私教 星湖',
    '午休',
    '',
  ])
  expect(pressed(own, [], { row: 22 - own.firstStart, column: 0 }).chosen).toEqual([])
})
