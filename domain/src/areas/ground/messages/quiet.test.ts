import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterQuiet, type QuietSpan, whyNotQuiet } from './quiet.ts'

const at = (text: string) => new Date(`${text}:00+08:00`)
const NIGHT = { from: 44, to: 14 }

test.each([
  ['in the evening', '2026-11-20T22:00', '2026-11-21T07:00'],
  ['before midnight', '2026-12-31T23:59', '2027-01-01T07:00'],
  ['after midnight', '2026-11-21T00:00', '2026-11-21T07:00'],
  ['a minute before its end', '2026-11-21T06:59', '2026-11-21T07:00'],
  ['at its end', '2026-11-21T07:00', '2026-11-21T07:00'],
  ['a minute before its beginning', '2026-11-21T21:59', '2026-11-21T21:59'],
])('quiet hours from 22:00 to 07:00 deliver a message at: %s', (_when, now, then) => {
  expect(afterQuiet(at(now), NIGHT)).toEqual(at(then))
})

test.each([
  ['13:00', '14:30'],
  ['14:29', '14:30'],
  ['14:30', '14:30'],
  ['12:59', '12:59'],
])('quiet hours from 13:00 to 14:30 deliver a message of %s at %s', (now, then) => {
  expect(afterQuiet(at(`2026-11-21T${now}`), { from: 26, to: 29 })).toEqual(at(`2026-11-21T${then}`))
})

const halfHour = fc.integer({ min: 0, max: 47 })
const span = fc.tuple(halfHour, halfHour).filter(([from, to]) => from !== to)
const moment = fc.date({ min: at('2026-01-01T00:00'), max: at('2028-12-31T00:00'), noInvalidDate: true })

/** Whether a moment's clock time is in the span, calculated without days. */
function isQuiet(moment: Date, { from, to }: QuietSpan): boolean {
  const clock = ((moment.getTime() / 60_000 + 8 * 60) % 1440) / 30
  return from < to ? from <= clock && clock < to : clock >= from || clock < to
}

test('no message arrives in quiet hours, none too early, and none a day late', () => {
  fc.assert(
    fc.property(moment, span, (now, [from, to]) => {
      const then = afterQuiet(now, { from, to })
      expect(isQuiet(then, { from, to })).toBe(false)
      expect(then.getTime()).toBeGreaterThanOrEqual(now.getTime())
      expect(then.getTime() - now.getTime()).toBeLessThan(86_400_000)
      expect(then.getTime() === now.getTime()).toBe(!isQuiet(now, { from, to }))
    }),
  )
})

test('a span has two different ends, or is absent', () => {
  expect([whyNotQuiet(44, 14), whyNotQuiet(null, null)]).toEqual([undefined, undefined])
  expect([whyNotQuiet(0, null), whyNotQuiet(null, 47), whyNotQuiet(20, 20)]).toEqual(
    Array(3).fill('quiet_hours_invalid'),
  )
})
