import { expect, test } from 'vitest'
import { nextFreeDay, stripDaysOf, weekdayAndDate } from './strip-days'

const today = '2026-11-20'
const mark = (date: string, freeCells: number, mine = false) => ({ date, freeCells, mine })

test('fourteen days from today: 今天, 明天, then weekdays', () => {
  const days = stripDaysOf(today, undefined)
  expect(days).toHaveLength(14)
  expect(days.slice(0, 3).map(({ name, date }) => [name, date])).toEqual([
    ['今天', '11.20'],
    ['明天', '11.21'],
    ['周日', '11.22'],
  ])
  expect(days[13]).toMatchObject({ day: '2026-12-03', date: '12.3' })
})

test('a day with an own class is marked 我的, even when it is full; else a full one 约满', () => {
  const days = stripDaysOf(today, [mark('2026-11-20', 0, true), mark('2026-11-21', 0), mark('2026-11-22', 58)])
  expect(days.slice(0, 3).map(({ mark: corner }) => corner?.text)).toEqual(['我的', '约满', undefined])
})

test('a day says its date, weekday and free cells to a screen reader', () => {
  expect(stripDaysOf(today, [mark('2026-11-22', 58)])[2]?.label).toBe('11月22日 周日 可约 58 格')
  expect(stripDaysOf(today, undefined)[2]?.label).toBe('11月22日 周日')
})

test('instead of a full day the next free one is named, else an earlier one, else none', () => {
  const marks = [mark('2026-11-20', 3), mark('2026-11-21', 0), mark('2026-11-22', 0), mark('2026-11-23', 9)]
  expect(nextFreeDay('2026-11-21', marks)).toBe('2026-11-23')
  expect(nextFreeDay('2026-11-23', marks)).toBe('2026-11-20')
  expect(nextFreeDay('2026-11-21', [mark('2026-11-21', 5), mark('2026-11-22', 0)])).toBeUndefined()
})

test('a date is said with its weekday', () => {
  expect(weekdayAndDate('2026-11-22')).toBe('周日 11.22')
})
