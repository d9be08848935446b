import { expect, test } from 'vitest'
import {
  closureCause,
  closureSums,
  dayToClose,
  firstToClose,
  stateAfterFailure,
  stillClosedText,
  whyNotClose,
} from './closure.ts'

const now = new Date('2026-05-01T13:20:00+08:00')
const open = { firstStart: 12, lastStart: 43 }
test.each([
  ['before it opens', '2026-05-01T03:00', 12],
  ['in the afternoon', '2026-05-01T13:20', 27],
  ['before its last half-hour', '2026-05-01T21:29', 43],
  ['in its last half-hour', '2026-05-01T21:30', undefined],
  ['just before midnight', '2026-05-01T23:59', undefined],
  ['the evening before', '2026-04-30T23:50', 12],
])('the first half-hour to close %s', (_case, at, first) => {
  expect(firstToClose('2026-05-01', open, new Date(`${at}+08:00`))).toBe(first)
})

test.each([
  ['today while it is open', undefined, '2026-05-01T13:20', '2026-05-01'],
  ['tomorrow once today is over', undefined, '2026-05-01T21:30', '2026-05-02'],
  ['the chosen day', '2026-05-01', '2026-05-01T21:30', '2026-05-01'],
  ['today once the chosen day has passed', '2026-04-30', '2026-05-01T00:01', '2026-05-01'],
])('the day to close is %s', (_case, chosen, at, day) => {
  expect(dayToClose(chosen, open, new Date(`${at}+08:00`))).toBe(day)
})

const rain = { day: '2026-05-01', beginTimeSlot: 28, endTimeSlot: 44, courts: 2 }

test.each([
  ['from the next half-hour on', { beginTimeSlot: 27 }, undefined],
  ['the half-hour that has begun', { beginTimeSlot: 26 }, 'closure_in_past'],
  ['yesterday', { day: '2026-04-30' }, 'closure_in_past'],
  ['up to the last half-hour of the venue', { endTimeSlot: 44 }, undefined],
  ['beyond it', { endTimeSlot: 45 }, 'closure_time_invalid'],
  ['before it opens', { day: '2026-05-02', beginTimeSlot: 11 }, 'closure_time_invalid'],
  ['nothing', { beginTimeSlot: 30, endTimeSlot: 30 }, 'closure_time_invalid'],
  ['no court', { courts: 0 }, 'closure_courts_missing'],
  ['179 days ahead', { day: '2026-10-27' }, undefined],
  ['180 days ahead', { day: '2026-10-28' }, undefined],
  ['181 days ahead', { day: '2026-10-29' }, 'closure_too_far'],
])('closing %s', (_case, over, refusal) => {
  expect(whyNotClose({ ...rain, ...over }, open, now)).toBe(refusal)
})

test('exactly at its begin a half-hour is past', () => {
  const at = (time: string) => whyNotClose(rain, open, new Date(`2026-05-01T${time}+08:00`))
  expect([at('13:59:59'), at('14:00:00')]).toEqual([undefined, 'closure_in_past'])
})

test('what other closures keep closed is named by court and time', () => {
  expect(stillClosedText([])).toBeUndefined()
  const others = [
    { courtNames: ['1号场', '2号场'], beginTimeSlot: 28, endTimeSlot: 32 },
    { courtNames: ['3号场'], beginTimeSlot: 30, endTimeSlot: 31 },
  ]
  expect(stillClosedText(others)).toBe('1号场、2号场 14:00–16:00，3号场 15:00–15:30 另有闭馆，仍不开放')
})

test('the third failure is left to people', () => {
  expect([1, 2, 3].map(stateAfterFailure)).toEqual(['WAITING', 'WAITING', 'FAILED'])
})

test('the cause names venue and weather', () => {
  expect(closureCause('星湖网球中心', 'RAIN')).toBe('星湖网球中心下雨闭馆')
  expect(closureCause('星湖网球中心', 'OTHER')).toBe('星湖网球中心临时闭馆')
})

test('sums are those of the rows', () => {
  expect(
    closureSums([
      { kind: 'class', sessions: 1.5, fen: 0, waiting: 0 },
      { kind: 'class', sessions: 0, fen: 9_900, waiting: 0 },
      { kind: 'game', sessions: 0, fen: 16_000, waiting: 2 },
    ]),
  ).toEqual({ classes: 2, games: 1, sessions: 1.5, fen: 25_900, waiting: 2 })
})
