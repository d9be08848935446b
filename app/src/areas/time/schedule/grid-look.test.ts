import { bandsOf, matrixOf } from '@paidang/domain/areas/time/schedule/matrix'
import type { GridSlot } from '@paidang/domain/areas/time/schedule/selection'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { instantOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { looksIn, rowLooksOf, waitingRows } from './grid-look'

const date = '2026-11-22'
const courts = ['1号场', '2号场', '3号场'].map((name) => ({ courtCode: name, name }))
const cell = (courtCode: string, timeIndex: number, status: SlotStatus): GridSlot => ({
  courtCode,
  timeIndex,
  date,
  status,
  inviteId: status === 'MY_INVITING' ? '7' : null,
})
const chosen = (courtCode: string, timeSlot: string, status: SlotStatus = 'AVAILABLE') => ({
  courtCode,
  timeSlot,
  date: '2026/11/22',
  status,
  inviteId: null,
})
const acrossCourts = (timeIndex: number, status: SlotStatus) =>
  courts.map(({ courtCode }) => cell(courtCode, timeIndex, status))

function looksOf(
  grid: GridSlot[],
  { allowConflict = false, selection = [] as ReturnType<typeof chosen>[], now = instantOf('2026-11-21', 0) } = {},
) {
  const rows = matrixOf({ courts, date, firstStart: 36, lastStart: 41, grid, selection, now })
  return rowLooksOf(bandsOf(rows, allowConflict), courts, '王启明')
}

test('each state has a text for the screen and one for screen readers', () => {
  const [row] = looksOf([cell('1号场', 36, 'COURT_OCCUPIED'), cell('2号场', 36, 'MY_INVITING')])
  expect(row?.cells.map(({ look, word, label }) => [look, word, label])).toEqual([
    ['courtBusy', '已被订', '1号场 18:00 至 18:30 已被订'],
    ['mine', '我的约课', '2号场 18:00 至 18:30 我的约课'],
    ['available', '', '3号场 18:00 至 18:30 可约'],
  ])
})

test('a chosen cell shows its time, and a colliding one says so', () => {
  const [row] = looksOf([cell('2号场', 36, 'COACH_OCCUPIED')], {
    allowConflict: true,
    selection: [chosen('1号场', '18:00'), chosen('2号场', '18:00', 'COACH_OCCUPIED')],
  })
  expect(row?.cells.slice(0, 2).map(({ look, word, label }) => [look, word, label])).toEqual([
    ['selected', '18:00', '1号场 18:00 至 18:30 已选'],
    ['conflict', '冲突', '2号场 18:00 至 18:30 冲突已选'],
  ])
})

test('where the coach has no time the row is one band with their name, shown once for equal neighbours', () => {
  const rows = looksOf([...acrossCourts(37, 'COACH_OCCUPIED'), ...acrossCourts(38, 'COACH_OCCUPIED')])
  expect(rows[1]?.band).toMatchObject({ look: 'coachBusy', word: '王启明 已有课', joinsBelow: true })
  expect(rows[2]?.band).toMatchObject({ word: '', joinsAbove: true, label: '19:00 至 19:30 王启明 已有课' })
  expect(rows[1]?.cells).toEqual([])
})

test('with conflicts allowed the band splits, because each court can then be chosen', () => {
  const rows = looksOf(acrossCourts(37, 'COACH_UNAVAILABLE'), { allowConflict: true })
  expect(rows[1]?.band).toBeUndefined()
  expect(rows[1]?.cells.map(({ word }) => word)).toEqual(['教练休息', '教练休息', '教练休息'])
})

test('a text is shown once at the top of its run, but is repeated in a court that is closed for long', () => {
  const grid = [36, 37, 38, 39, 40, 41].flatMap((index) => [
    cell('1号场', index, 'COURT_UNAVAILABLE'),
    cell('2号场', index, 'COURT_OCCUPIED'),
  ])
  const rows = looksOf(grid)
  expect(rows.map(({ cells }) => cells[0]?.word)).toEqual(['停用', '', '', '', '停用', ''])
  expect(rows.map(({ cells }) => cells[1]?.word)).toEqual(['已被订', '', '', '', '', ''])
})

test('the past is drawn without a text, except the person’s own class', () => {
  const grid = [cell('1号场', 36, 'COURT_OCCUPIED'), cell('2号场', 36, 'MY_INVITING')]
  const [row] = looksOf(grid, { now: instantOf(date, 37) })
  expect(row?.cells.map(({ look }) => look)).toEqual(['past', 'mine', 'past'])
  expect(row?.cells[0]).toMatchObject({ word: '', label: '1号场 18:00 至 18:30 已过' })
})

test('a press changes only the signature of its own row', () => {
  const before = looksOf([])
  const after = looksOf([], { selection: [chosen('2号场', '19:00')] })
  const changed = after.filter((row, index) => row.signature !== before[index]?.signature)
  expect(changed.map(({ time }) => time)).toEqual(['19:00'])
})

test('the legend explains free and chosen, and otherwise only the looks in the grid', () => {
  expect(looksIn(looksOf([]))).toEqual(['available', 'selected'])
  expect(looksIn(looksOf([...acrossCourts(37, 'COACH_OCCUPIED'), cell('1号场', 36, 'COURT_UNAVAILABLE')]))).toEqual([
    'available',
    'selected',
    'coachBusy',
    'courtOff',
  ])
})

test('a closure of the venue is named as that, and does not join other locks', () => {
  const closed = (timeIndex: number) => ({ ...cell('1号场', timeIndex, 'COURT_UNAVAILABLE'), isClosed: true as const })
  const rows = looksOf([closed(36), closed(37), cell('1号场', 38, 'COURT_UNAVAILABLE')])
  expect(rows.slice(0, 3).map(({ cells }) => [cells[0]?.look, cells[0]?.word])).toEqual([
    ['venueClosed', '闭馆'],
    ['venueClosed', ''],
    ['courtOff', '停用'],
  ])
  expect(rows[0]?.cells[0]?.label).toBe('1号场 18:00 至 18:30 闭馆')
  expect(looksIn(rows)).toContain('venueClosed')
})

test('before the day is fetched its rows are placeholders without text', () => {
  const rows = waitingRows(courts, { firstStart: 12, lastStart: 44 })
  expect(rows).toHaveLength(33)
  expect(rows[0]?.cells.every(({ look, word }) => look === 'waiting' && word === '')).toBe(true)
  expect(looksIn(rows)).toEqual(['available', 'selected'])
})
