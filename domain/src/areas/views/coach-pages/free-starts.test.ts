import { expect, test } from 'vitest'
import { chosenStarts, freeStartsOf } from './free-starts.ts'

const venue = (stadiumId: string, ...courts: number[][]) => ({
  stadiumId,
  firstStart: 18,
  lastStart: 23,
  courts: courts.map((taken) => new Set(taken)),
})
const begins = (starts: { beginTimeSlot: number }[]) => starts.map(({ beginTimeSlot }) => beginTimeSlot)

test('a start needs the coach and one court for the whole class, within the opening', () => {
  const day = { coach: new Set([20]), venues: [venue('1', [18], [21])], firstOpen: 0 }
  // 19 would end in the coach's 20; 21 and 22 fit on the first court; the class of 23 would end after the last start.
  expect(begins(freeStartsOf(day, 2))).toEqual([18, 21, 22])
  expect(begins(freeStartsOf({ ...day, firstOpen: 19 }, 1))).toEqual([19, 21, 22, 23])
})

test('two courts that are free one after the other make no class, and a second venue helps', () => {
  const day = { coach: new Set<number>(), venues: [venue('1', [18, 20, 22], [19, 21, 23])], firstOpen: 0 }
  expect(freeStartsOf(day, 2)).toEqual([])
  const both = { ...day, venues: [...day.venues, venue('2', [18, 19, 20, 21])] }
  expect(freeStartsOf(both, 2)).toEqual([{ beginTimeSlot: 22, stadiumId: '2' }])
})

test('nobody teaches without a venue', () => {
  expect(freeStartsOf({ coach: new Set(), venues: [], firstOpen: 0 }, 1)).toEqual([])
})

test.each([
  ['one of each part of the day', [14, 15, 28, 29, 37, 40], [14, 28, 37]],
  ['the earliest where a part has none', [14, 15, 16, 40], [14, 15, 40]],
  ['fewer than three', [30, 31], [30, 31]],
  ['none', [], []],
])('the offered starts of a day: %s', (_case, all, offered) => {
  const starts = all.map((beginTimeSlot) => ({ beginTimeSlot, stadiumId: '1' }))
  expect(begins(chosenStarts(starts))).toEqual(offered)
})
