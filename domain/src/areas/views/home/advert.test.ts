import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advertStateOf, whyNotAdvert } from './advert.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour))
const schedule = { beginsAt: at(8), endsAt: at(10), goneAt: null }

test.each([
  ['an instant before its beginning', new Date(at(8).getTime() - 1), 'coming'],
  ['at its beginning', at(8), 'running'],
  ['an instant before its end', new Date(at(10).getTime() - 1), 'running'],
  ['at its end', at(10), 'over'],
])('%s an advert is %s', (_case, now, state) => {
  expect(advertStateOf(schedule, now)).toBe(state)
})

test('an advert is first upcoming, then running, then over, and never goes back', () => {
  const order = { coming: 0, running: 1, gone: 1, over: 2 }
  const instant = fc.integer({ min: 0, max: 100 }).map(at)
  fc.assert(
    fc.property(instant, instant, instant, instant, (beginsAt, endsAt, one, other) => {
      fc.pre(beginsAt < endsAt && one <= other)
      const states = [one, other].map((now) => order[advertStateOf({ beginsAt, endsAt, goneAt: null }, now)])
      expect(states[0]).toBeLessThanOrEqual(states[1] ?? 0)
    }),
  )
})

test('an advert whose thing went is gone, until it is over', () => {
  const states = [at(7), at(9), at(10)].map((now) => advertStateOf({ ...schedule, goneAt: at(6) }, now))
  expect(states).toEqual(['gone', 'gone', 'over'])
})

test.each([
  ['without a title', { title: ' ', ...schedule }, 'advert_title_missing'],
  ['that ends as it begins', { title: '春季班', beginsAt: at(8), endsAt: at(8) }, 'advert_schedule_invalid'],
  ['that ends before it begins', { title: '春季班', beginsAt: at(9), endsAt: at(8) }, 'advert_schedule_invalid'],
])('an advert cannot be saved %s', (_case, advert, refusal) => {
  expect(whyNotAdvert(advert)).toBe(refusal)
})

test('an advert with a title and a time can be saved', () => {
  expect(whyNotAdvert({ title: '春季班', ...schedule })).toBeUndefined()
})
