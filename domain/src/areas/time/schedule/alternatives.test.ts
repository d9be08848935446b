import fc from 'fast-check'
import { expect, test } from 'vitest'
import { halfHourOf, halfHoursBetween, whenOf } from '../../../kernel/half-hour.ts'
import { type AlternativesInput, nearestAlternatives, spreadOverDays } from './alternatives.ts'
import { SLOT_STATUSES, type SlotStatus } from './slot-status.ts'

const courts = ['A', 'B', 'C'].map((courtCode) => ({ courtCode, name: courtCode }))
const input = { courtCode: 'B', beginTimeSlot: 37, endTimeSlot: 39 }
const day = { input, courts, firstStart: 12, lastStart: 44, grid: [] }
const taken = (
  courtCode: string,
  time: string,
  status: SlotStatus = 'COURT_OCCUPIED',
  inviteId: string | null = null,
) => ({
  courtCode,
  timeIndex: halfHourOf(time),
  status,
  inviteId,
})
const written = (request: AlternativesInput) =>
  nearestAlternatives(request).map((one) => `${one.courtCode} ${whenOf(one.beginTimeSlot, one.endTimeSlot)}`)

test.each([
  [
    'the same time on another court, then nearby on the wanted one: three times, not three courts',
    day,
    ['A 18:30–19:30', 'B 18:00–19:00', 'B 19:00–20:00'],
  ],
  [
    'another time where one is asked for, not the same on another court',
    { ...day, isOtherTime: true },
    ['B 18:00–19:00', 'B 19:00–20:00', 'B 17:30–18:30'],
  ],
  [
    'the same time on another day, also where another time is asked for',
    { ...day, isOtherTime: true, isOtherDay: true },
    ['B 18:30–19:30', 'B 18:00–19:00', 'B 19:00–20:00'],
  ],
  [
    'the wanted court first at the same distance, the earlier before the later',
    { ...day, count: 5, grid: [taken('A', '19:00'), taken('C', '18:30')] },
    ['B 18:00–19:00', 'B 19:00–20:00', 'B 17:30–18:30', 'B 19:30–20:30', 'B 17:00–18:00'],
  ],
  [
    'past a time at which the coach is busy on every court',
    {
      ...day,
      grid: courts.flatMap(({ courtCode }) => [
        taken(courtCode, '18:30', 'COACH_OCCUPIED'),
        taken(courtCode, '19:00', 'COACH_OCCUPIED'),
      ]),
    },
    ['B 17:30–18:30', 'B 19:30–20:30', 'B 17:00–18:00'],
  ],
  [
    'no other court while the person plays on one',
    { ...day, grid: [taken('B', '18:30', 'MY_INVITING', '500'), taken('B', '19:00', 'MY_INVITING', '500')] },
    ['B 17:30–18:30', 'B 19:30–20:30', 'B 17:00–18:00'],
  ],
  [
    'no half-hour in which the person is elsewhere',
    { ...day, busyHalfHours: [37, 38] },
    ['B 17:30–18:30', 'B 19:30–20:30', 'B 17:00–18:00'],
  ],
  [
    'half-hours of the invitation being edited',
    {
      ...day,
      editingInvitationId: '501',
      grid: [
        taken('A', '18:30', 'MY_INVITING', '501'),
        taken('A', '19:00', 'COACH_OCCUPIED', '501'),
        taken('C', '19:00'),
        taken('B', '18:00', 'MY_INVITING', '500'),
      ],
    },
    ['A 18:30–19:30', 'B 19:00–20:00', 'B 19:30–20:30'],
  ],
  [
    'nothing that somebody else took, while no invitation is edited',
    { ...day, editingInvitationId: null, grid: [taken('A', '18:30')], count: 2 },
    ['C 18:30–19:30', 'B 18:00–19:00'],
  ],
  [
    'a listed cell that is available after all',
    { ...day, count: 1, grid: [taken('A', '18:30', 'AVAILABLE')] },
    ['A 18:30–19:30'],
  ],
  [
    'up to the last start, whose half-hour counts',
    { ...day, courts: courts.slice(1, 2), input: { courtCode: 'B', beginTimeSlot: 44, endTimeSlot: 46 } },
    ['B 21:30–22:30', 'B 21:00–22:00', 'B 20:30–21:30'],
  ],
  [
    'from the first start',
    { ...day, courts: courts.slice(1, 2), input: { courtCode: 'B', beginTimeSlot: 12, endTimeSlot: 13 }, count: 2 },
    ['B 06:30–07:00', 'B 07:00–07:30'],
  ],
  [
    'for a court that the venue no longer has',
    { ...day, input: { ...input, courtCode: 'X' }, count: 4 },
    ['A 18:30–19:30', 'A 18:00–19:00', 'A 19:00–20:00', 'A 17:30–18:30'],
  ],
  [
    'fewer when there are no more',
    { ...day, courts: courts.slice(1, 2), firstStart: 36, lastStart: 38 },
    ['B 18:00–19:00'],
  ],
  ['none when the day is too short', { ...day, firstStart: 40, lastStart: 40 }, []],
  ['none without courts', { ...day, courts: [] }, []],
  ['none for a range that does not begin before its end', { ...day, input: { ...input, endTimeSlot: 37 } }, []],
  ['none when none are asked for', { ...day, count: 0 }, []],
])('offers %s', (_case, request, expected) => {
  expect(written(request)).toEqual(expected)
})

test('each offer is free, of the requested length, within the day, and skips nothing nearer', () => {
  const anyCell = fc.record({
    courtCode: fc.constantFrom('A', 'B', 'C'),
    timeIndex: fc.integer({ min: 12, max: 24 }),
    status: fc.constantFrom(...SLOT_STATUSES),
    inviteId: fc.constant(null),
  })
  const anyFilter = fc
    .tuple(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 12, max: 24 }), fc.integer({ min: 1, max: 6 }))
    .map(([courtCode, begin, length]) => ({ courtCode, beginTimeSlot: begin, endTimeSlot: begin + length }))
  fc.assert(
    fc.property(
      anyFilter,
      fc.array(anyCell, { maxLength: 30 }),
      fc.array(fc.integer({ min: 12, max: 24 }), { maxLength: 3 }),
      (wish, grid, busyHalfHours) => {
        const length = wish.endTimeSlot - wish.beginTimeSlot
        const isFree = (courtCode: string, begin: number) =>
          halfHoursBetween(begin, begin + length).every(
            (index) =>
              !busyHalfHours.includes(index) &&
              grid.every(
                (one) =>
                  one.timeIndex !== index ||
                  one.status === 'AVAILABLE' ||
                  (one.status !== 'MY_INVITING' && one.courtCode !== courtCode),
              ),
          )
        const all = courts.flatMap(({ courtCode }) =>
          halfHoursBetween(12, 26 - length)
            .filter((begin) => isFree(courtCode, begin))
            .filter((begin) => courtCode !== wish.courtCode || begin !== wish.beginTimeSlot)
            .map((begin) => ({ courtCode, beginTimeSlot: begin, endTimeSlot: begin + length })),
        )
        const distance = (begin: number) => Math.abs(begin - wish.beginTimeSlot)
        const rank = (one: (typeof all)[number]) => [
          distance(one.beginTimeSlot),
          one.courtCode === wish.courtCode ? 0 : 1,
          one.beginTimeSlot,
          courts.findIndex(({ courtCode }) => courtCode === one.courtCode),
        ]
        const byRank = (a: (typeof all)[number], b: (typeof all)[number]) => {
          const other = rank(b)
          return (
            rank(a)
              .map((value, index) => value - (other[index] ?? 0))
              .find((difference) => difference !== 0) ?? 0
          )
        }
        const found = nearestAlternatives({ input: wish, courts, grid, busyHalfHours, firstStart: 12, lastStart: 24 })
        const begins = new Set<number>()
        const nearest = all.sort(byRank).filter(({ beginTimeSlot: at }) => !begins.has(at) && begins.add(at))
        expect(found).toEqual(nearest.slice(0, 3))
      },
    ),
    { numRuns: 300 },
  )
})

test('on another day the wanted court at the wanted time comes first', () => {
  expect(written({ ...day, isOtherDay: true })).toEqual(['B 18:30–19:30', 'B 18:00–19:00', 'B 19:00–20:00'])
})

test('a choice takes the nearest of each day before the second of any, and reads by day', () => {
  const of = (courseDate: string, ...begins: number[]) => begins.map((beginTimeSlot) => ({ courseDate, beginTimeSlot }))
  const days = [of('2026-05-02', 38, 36), [], of('2026-05-04', 37)]
  expect(spreadOverDays(days)).toEqual([...of('2026-05-02', 36, 38), ...of('2026-05-04', 37)])
  expect(spreadOverDays(days, 2)).toEqual([...of('2026-05-02', 38), ...of('2026-05-04', 37)])
  expect(spreadOverDays([])).toEqual([])
})
