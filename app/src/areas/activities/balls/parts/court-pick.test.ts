import { expect, test } from 'vitest'
import { type CourtDay, courtRows, isStillFree, pressCourt, pressTime, takenByOthers } from './court-pick'

const court = (n: number) => ({ id: `${n}`, courtCode: `C${n}`, name: `${n}号场`, surface: '硬地' })
const day: CourtDay = {
  courts: [court(1), court(2)],
  firstStart: 12,
  lastStart: 44,
  date: '2026-11-22',
  taken: [{ courtIndex: 0, timeIndex: 18, isMine: false }],
  now: new Date('2026-11-20T09:41:00+08:00'),
}
const NOTHING = { selectedCourt: null, beginTimeSlot: null, endTimeSlot: null }
const run = (selectedCourt: number, beginTimeSlot: number, endTimeSlot: number) => ({
  selectedCourt,
  beginTimeSlot,
  endTimeSlot,
})
const press = (from: Parameters<typeof pressCourt>[1], timeIndex: number, column = 0) =>
  pressCourt(day, from, { row: timeIndex - 12, column })

test('the first and the last half-hour choose the run between them', () => {
  expect(press(NOTHING, 14)).toEqual({ run: run(0, 14, 15) })
  expect(press(run(0, 14, 15), 17)).toEqual({ run: run(0, 14, 18) })
  expect(press(run(0, 14, 15), 14)).toEqual({ run: NOTHING })
})

test.each([
  ['a taken half-hour', run(0, 16, 18), 18, 0, '该时段已被占用，不能选择'],
  ['a run across a taken one', run(0, 16, 18), 19, 0, '请选择连续的时间段'],
  ['another court', run(0, 16, 18), 18, 1, '请选择同一片场地的时间段'],
  ['more than three hours', run(1, 14, 15), 20, 1, '选择时间不能超过3小时'],
] as const)('%s is refused and the choice stays', (_case, chosen, timeIndex, column, refusal) => {
  expect(press(chosen, timeIndex, column)).toEqual({ run: chosen, refusal })
})

test('the grid shows what is occupied and what is chosen', () => {
  const rows = courtRows(day, run(1, 18, 19))
  expect(rows[18 - 12]?.cells.map(({ look }) => look)).toEqual(['courtBusy', 'selected'])
})

test('what the venue closed is shown and refused as that', () => {
  const closed = { ...day, taken: [{ courtIndex: 0, timeIndex: 18, isMine: false, isClosed: true as const }] }
  expect(courtRows(closed, NOTHING)[18 - 12]?.cells.map(({ look }) => look)).toEqual(['venueClosed', 'available'])
  expect(pressCourt(closed, NOTHING, { row: 18 - 12, column: 0 }).refusal).toBe('场馆这段时间闭馆，请换个时段')
})

test('the player’s own half-hours are marked and named as such', () => {
  const own = { ...day, taken: [...day.taken, { courtIndex: 1, timeIndex: 18, isMine: true }] }
  const cells = courtRows(own, NOTHING)[18 - 12]?.cells
  expect(cells?.map(({ look, word }) => [look, word])).toEqual([
    ['courtBusy', '已被订'],
    ['mine', '我已订'],
  ])
  expect(cells?.[1]?.label).toBe('2号场 09:00 至 09:30 我已订')
})

const timeOnly = (beginTimeSlot: number, endTimeSlot: number) => ({ selectedCourt: null, beginTimeSlot, endTimeSlot })

test.each([
  ['at its first half-hour', timeOnly(19, 22), 19, 1, run(1, 19, 22)],
  ['at its last', timeOnly(19, 22), 21, 0, run(0, 19, 22)],
  ['after its end: a run of its own', timeOnly(19, 22), 22, 0, run(0, 22, 23)],
  ['where part of it is taken: a run of its own', timeOnly(17, 20), 17, 0, run(0, 17, 18)],
  ['where it is longer than courts are sold for: a run of its own', timeOnly(19, 26), 19, 1, run(1, 19, 20)],
] as const)('a chosen time moves to the court that is pressed %s', (_case, chosen, timeIndex, column, taken) => {
  expect(press(chosen, timeIndex, column)).toEqual({ run: taken })
})

test('a game that is being changed does not clash with itself', () => {
  const taken = [
    { courtIndex: 0, timeIndex: 18, isMine: false },
    { courtIndex: 0, timeIndex: 20, isMine: false },
    { courtIndex: 1, timeIndex: 18, isMine: false },
  ]
  expect(takenByOthers(taken, run(0, 17, 20))).toEqual([
    { courtIndex: 0, timeIndex: 20, isMine: false },
    { courtIndex: 1, timeIndex: 18, isMine: false },
  ])
  expect(takenByOthers(taken, undefined)).toEqual(taken)
})

test('somebody else may take the chosen half-hours meanwhile', () => {
  expect(isStillFree(day, run(0, 16, 18))).toBe(true)
  expect(isStillFree(day, run(0, 16, 19))).toBe(false)
  expect(isStillFree(day, NOTHING)).toBe(true)
})

test.each([
  ['the first press begins', [38, 42], 18, [18, 19]],
  ['a later one ends', [18, 19], 21, [18, 22]],
  ['three hours are the most', [18, 19], 23, [18, 24]],
  ['a longer span begins anew', [18, 19], 24, [24, 25]],
  ['an earlier half-hour begins anew', [18, 19], 17, [17, 18]],
  ['the same half-hour stays', [18, 19], 18, [18, 19]],
  ['a chosen span begins anew', [18, 22], 20, [20, 21]],
  ['the day ends at midnight', [46, 47], 47, [46, 48]],
] as const)('of a game without a court, %s', (_case, [beginTimeSlot, endTimeSlot], at, [begin, end]) => {
  expect(pressTime({ beginTimeSlot, endTimeSlot }, at)).toEqual({ beginTimeSlot: begin, endTimeSlot: end })
})
