import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SPORTS } from '../../../kernel/sport.ts'
import { hoursPlayed, type Played, sportOfCourse, stringLife, wearOf } from './restring.ts'
import { STRING_MATERIALS } from './string-job.ts'

const material = fc.option(fc.constantFrom(...STRING_MATERIALS))
const noon = new Date('2026-05-01T12:00:00+08:00')

test.each([
  ['polyester', ['POLY', 'POLY'], { hours: 15, days: 60 }],
  ['nylon', ['NYLON', 'NYLON'], { hours: 25, days: 90 }],
  ['a multifilament', ['MULTI', 'MULTI'], { hours: 25, days: 90 }],
  ['gut', ['GUT', 'GUT'], { hours: 35, days: 120 }],
  ['polyester with gut, as polyester alone', ['GUT', 'POLY'], { hours: 15, days: 60 }],
  ['a string that nobody knows', [null, null], { hours: 20, days: 90 }],
  ['gut with a string that nobody knows', ['GUT', null], { hours: 20, days: 90 }],
  ['nothing known at all', [], { hours: 20, days: 90 }],
] as const)('in a tennis racket the life is %s', (_case, materials, life) => {
  expect(stringLife('tennis', materials)).toEqual(life)
})

test('in a badminton racket every string has the same life', () => {
  fc.assert(
    fc.property(material, material, (mains, crosses) => {
      expect(stringLife('badminton', [mains, crosses])).toEqual({ hours: 20, days: 60 })
    }),
  )
})

test('two strings last no longer than either of them, in either order', () => {
  fc.assert(
    fc.property(material, material, (mains, crosses) => {
      const both = stringLife('tennis', [mains, crosses])
      expect(stringLife('tennis', [crosses, mains])).toEqual(both)
      for (const alone of [mains, crosses]) {
        const life = stringLife('tennis', [alone])
        expect(both.hours <= life.hours && both.days <= life.days).toBe(true)
      }
    }),
  )
})

test.each([
  ['neither hours nor days are over', 14.5, '2026-06-29', false],
  ['the hours are over', 15, '2026-05-02', true],
  ['the days are over, though nobody played', 0, '2026-06-30', true],
  ['both are long over', 80, '2027-05-01', true],
  ['it was strung today', 0, '2026-05-01', false],
])('polyester of 1 May: %s', (_case, hours, today, isDue) => {
  const life = stringLife('tennis', ['POLY', 'POLY'])
  const wear = wearOf({ life, strungOn: '2026-05-01', hoursPlayed: hours, today })
  expect(wear).toMatchObject({ hours, life, isDue })
})

test('days are counted across the ends of months and years', () => {
  const life = stringLife('badminton', [])
  expect(wearOf({ life, strungOn: '2027-12-31', hoursPlayed: 0, today: '2028-03-01' }).days).toBe(61)
})

test('a string that is due stays due', () => {
  const hours = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(hours, hours, material, (played, more, made) => {
      const strung = { life: stringLife('tennis', [made]), strungOn: '2026-05-01', today: '2026-05-20' }
      const now = wearOf({ ...strung, hoursPlayed: played / 2 })
      const later = wearOf({ ...strung, hoursPlayed: (played + more) / 2 })
      expect(now.isDue && !later.isDue).toBe(false)
    }),
  )
})

test.each([
  ['网球成人私教 1 对 1', 'tennis'],
  ['少儿网球启蒙班', 'tennis'],
  ['羽毛球双打', 'badminton'],
  ['成人羽球团课', 'badminton'],
  ['成人私教 1 对 1', 'tennis'],
  ['发球专项', 'tennis'],
  ['网球体能课', 'tennis'],
  ['羽毛球体能课', 'badminton'],
  ['体能训练', undefined],
  ['匹克球入门', undefined],
])('the course %s wears strings for %s', (courseName, sport) => {
  expect(sportOfCourse(courseName)).toBe(sport)
})

const played: Played[] = [
  { sport: 'tennis', startsAt: new Date('2026-05-01T11:59:59+08:00'), hours: 4 },
  { sport: 'tennis', startsAt: noon, hours: 1.5 },
  { sport: 'tennis', startsAt: new Date('2026-05-03T18:00:00+08:00'), hours: 2 },
  { sport: 'badminton', startsAt: new Date('2026-05-03T20:00:00+08:00'), hours: 3 },
  { sport: undefined, startsAt: new Date('2026-05-04T20:00:00+08:00'), hours: 1 },
]

test.each([
  ['tennis', 3.5],
  ['badminton', 3],
] as const)('of %s were played since noon: %s hours', (sport, hours) => {
  expect(hoursPlayed(played, { sport, since: noon })).toBe(hours)
})

test('a player who has not played since has no hours', () => {
  for (const sport of SPORTS)
    expect(hoursPlayed(played, { sport, since: new Date('2026-05-05T00:00:00+08:00') })).toBe(0)
})
