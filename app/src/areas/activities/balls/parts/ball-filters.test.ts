import { expect, test } from 'vitest'
import { chipTexts, cleared, filtersOf, gamesLike, hasFilters, NO_FILTERS, weekendOf } from './ball-filters'

const FRIDAY = '2026-11-20'
const now = { today: FRIDAY, ownLevel: 3.5 }

test('without a choice there is no filter', () => {
  expect(filtersOf(NO_FILTERS, now)).toEqual({})
  expect(hasFilters(NO_FILTERS)).toBe(false)
})

test.each([
  ['2026-11-19', {}],
  ['2026-11-20', { dateFrom: FRIDAY, dateTo: FRIDAY }],
  ['2026-11-21', { dateFrom: '2026-11-21', dateTo: '2026-11-21' }],
] as const)('games like one of %s are of its sport, and of its day unless that is over', (activityDate, days) => {
  expect(filtersOf(gamesLike({ sport: 'badminton', activityDate }, FRIDAY), now)).toEqual({
    sport: 'badminton',
    ...days,
  })
})

test.each([
  ['2026-11-16', '2026-11-21', '2026-11-22'],
  ['2026-11-20', '2026-11-21', '2026-11-22'],
  ['2026-11-21', '2026-11-21', '2026-11-22'],
  ['2026-11-22', '2026-11-22', '2026-11-22'],
])('on %s the weekend lasts from %s to %s', (today, from, to) => {
  expect(weekendOf(today)).toEqual({ from, to })
})

test.each([
  [{ when: 'today' }, { dateFrom: FRIDAY, dateTo: FRIDAY }],
  [{ when: 'tomorrow' }, { dateFrom: '2026-11-21', dateTo: '2026-11-21' }],
  [{ when: 'weekend' }, { dateFrom: '2026-11-21', dateTo: '2026-11-22' }],
  [{ when: { day: '2026-12-01' } }, { dateFrom: '2026-12-01', dateTo: '2026-12-01' }],
  [{ level: 'mine' }, { levelFrom: 3.5, levelTo: 3.5 }],
  [{ level: { from: 2.5, to: 4 } }, { levelFrom: 2.5, levelTo: 4 }],
  [
    { sport: 'badminton', matchType: 0 },
    { sport: 'badminton', matchType: 0 },
  ],
  [{ where: { kind: 'city', city: '上海', district: ' 徐汇区 ' } }, { city: '上海市', district: '徐汇区' }],
  [{ where: { kind: 'city', city: '上海', district: '' } }, { city: '上海市' }],
  [{ maxFeeFen: 0 }, { maxFeeFen: 0 }],
  [{ hasSeats: true }, { hasSeats: true }],
] as const)('%j is sent as %j', (choice, filters) => {
  expect(filtersOf({ ...NO_FILTERS, ...choice }, now)).toEqual(filters)
  expect(hasFilters({ ...NO_FILTERS, ...choice })).toBe(true)
})

test('the distance filter applies only once the location is known, and the location itself filters nothing', () => {
  const near = { ...NO_FILTERS, where: { kind: 'near' as const, km: 5 } }
  const point = { latitude: 31.2, longitude: 121.4 }
  expect(filtersOf(near, now)).toEqual({})
  expect(filtersOf({ ...near, point }, now)).toEqual({ near: point, withinKm: 5 })
  expect(hasFilters({ ...NO_FILTERS, point })).toBe(false)
  expect(cleared({ ...near, point, hasSeats: true })).toEqual({ ...NO_FILTERS, point })
})

test('适合我 filters nothing while the level is unknown', () => {
  expect(filtersOf({ ...NO_FILTERS, level: 'mine' }, { today: FRIDAY, ownLevel: null })).toEqual({})
})

test('chips show what was chosen', () => {
  expect(chipTexts(NO_FILTERS)).toEqual({ sport: '运动', when: '时间', level: '等级', where: '地点', fee: '价格' })
  const chosen = {
    ...NO_FILTERS,
    sport: 'tennis' as const,
    when: { day: '2026-11-26' },
    level: { from: 3, to: 4 },
    where: { kind: 'near' as const, km: 5 },
    maxFeeFen: 5000,
  }
  expect(chipTexts(chosen)).toEqual({
    sport: '网球',
    when: '11.26',
    level: '等级 3.0–4.0',
    where: '5 km 内',
    fee: '¥50 以内',
  })
})
