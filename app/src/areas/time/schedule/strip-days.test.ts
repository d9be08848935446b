import { expect, test } from 'vitest'
import { coachStripDaysOf, nextFreeDay, stripDaysOf, weekdayAndDate } from './strip-days'

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

test('a day with the person’s own class is marked 我的, even when it is full; any other full day 约满', () => {
  const days = stripDaysOf(today, [mark('2026-11-20', 0, true), mark('2026-11-21', 0), mark('2026-11-22', 58)])
  expect(days.slice(0, 3).map(({ mark: corner }) => corner?.text)).toEqual(['我的', '约满', undefined])
})

test('a screen reader reads the date, weekday and free cells of a day', () => {
  expect(stripDaysOf(today, [mark('2026-11-22', 58)])[2]?.label).toBe('11月22日 周日 可约 58 格')
  expect(stripDaysOf(today, undefined)[2]?.label).toBe('11月22日 周日')
})

test('for a full day the next free one is proposed, else an earlier one, else none', () => {
  const marks = [mark('2026-11-20', 3), mark('2026-11-21', 0), mark('2026-11-22', 0), mark('2026-11-23', 9)]
  expect(nextFreeDay('2026-11-21', marks)).toBe('2026-11-23')
  expect(nextFreeDay('2026-11-23', marks)).toBe('2026-11-20')
  expect(nextFreeDay('2026-11-21', [mark('2026-11-21', 5), mark('2026-11-22', 0)])).toBeUndefined()
})

test('a date is formatted with its weekday', () => {
  expect(weekdayAndDate('2026-11-22')).toBe('周日 11.22')
})

const day = (date: string, classes: number, { waiting = 0, isResting = false } = {}) => ({
  date,
  classes,
  waiting,
  isResting,
})

test('a coach sees the number of classes of each day, today’s highlighted, and their days off', () => {
  const marks = [day('2026-11-20', 4), day('2026-11-21', 3, { waiting: 1 }), day('2026-11-22', 0, { isResting: true })]
  const days = coachStripDaysOf(today, today, [...marks, day('2026-11-23', 0)])
  expect(days.slice(0, 4).map(({ mark: corner }) => corner)).toEqual([
    { text: '4 节', tone: 'mine' },
    { text: '3 节', tone: 'quiet' },
    { text: '休', tone: 'quiet' },
    undefined,
  ])
  expect(days[1]?.label).toBe('11月21日 周六 待确认 1 节，共')
})

test('the coach’s two weeks may be in the past and are named by weekday', () => {
  const days = coachStripDaysOf('2026-11-06', today, undefined)
  expect(days).toHaveLength(14)
  expect([days[0]?.name, days[13]?.name]).toEqual(['周五', '周四'])
})
