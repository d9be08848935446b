import { expect, test } from 'vitest'
import { courtDays, type FreeCell, freeText, hourMarks } from './free-times'

const cells = (text: string): FreeCell[] =>
  [...text].map((sign) => (sign === 'x' ? 'taken' : sign === '-' ? 'past' : 'free'))

test.each([
  ['..xx..', 16, '空闲 08:00–09:00、10:00–11:00'],
  ['----..', 16, '空闲 10:00–11:00'],
  ['xxxx', 16, '已约满'],
  ['--xx', 16, '已约满'],
  ['----', 16, '今天已结束'],
  ['.x.x.x.', 12, '空闲 06:00–06:30、07:00–07:30、08:00–08:30 等'],
  ['.x.x.', 12, '空闲 06:00–06:30、07:00–07:30、08:00–08:30'],
])('%s from half-hour %i is shown as %s', (signs, firstStart, text) => {
  expect(freeText(cells(signs), firstStart)).toBe(text)
})

const court = (id: string) => ({ id, courtCode: id, name: `${id}号场`, surface: '室内硬地' })

test('each court has its own half-hours; those that have begun are past, whoever took them', () => {
  const venue = { courts: [court('1'), court('2')], firstStart: 16, lastStart: 19 }
  const taken = [
    { courtIndex: 1, timeIndex: 16 },
    { courtIndex: 1, timeIndex: 18 },
  ]
  const days = courtDays(venue, taken, { date: '2026-11-20', now: new Date('2026-11-20T08:10:00+08:00') })
  expect(days.map(({ cells: ofCourt }) => ofCourt)).toEqual([
    ['past', 'free', 'free', 'free'],
    ['past', 'free', 'taken', 'free'],
  ])
  expect(days.map(({ text }) => text)).toEqual(['空闲 08:30–10:00', '空闲 08:30–09:00、09:30–10:00'])
})

test('every fourth full hour is labelled at its position on the bar', () => {
  expect(hourMarks({ firstStart: 12, lastStart: 44 }).map(({ text }) => text)).toEqual(['06', '10', '14', '18', '22'])
  expect(hourMarks({ firstStart: 13, lastStart: 20 })).toEqual([{ text: '07', at: 1 / 8 }])
})
