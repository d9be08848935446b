import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../kernel/day.ts'
import { risksOf } from './risk.ts'

const today = '2026-05-01'
const well = {
  remainingSessions: 10,
  heldSessions: 1,
  expiryDate: '2026-12-31',
  signedOn: '2026-01-01',
  lastClassDay: '2026-04-30',
}

test.each([
  ['nothing', {}, []],
  ['a class 29 days ago', { lastClassDay: '2026-04-02' }, []],
  ['a class 30 days ago', { lastClassDay: '2026-04-01' }, ['AWAY']],
  ['no class since he signed in winter', { lastClassDay: null }, ['AWAY']],
  ['no class since he signed 29 days ago', { lastClassDay: null, signedOn: '2026-04-02' }, []],
  ['two hours free', { remainingSessions: 3 }, []],
  ['an hour and a half free', { remainingSessions: 2.5 }, ['HOURS']],
  ['an end in 30 days', { expiryDate: '2026-05-31' }, ['EXPIRY']],
  ['an end in 31 days', { expiryDate: '2026-06-01' }, []],
  ['everything', { lastClassDay: null, remainingSessions: 1, expiryDate: today }, ['AWAY', 'HOURS', 'EXPIRY']],
  ['no hours left at all', { remainingSessions: 0, heldSessions: 0 }, []],
  ['a contract that has ended', { expiryDate: '2026-04-30', lastClassDay: null }, []],
])('the risks of a student with %s', (_case, over, risks) => {
  expect(risksOf({ ...well, ...over }, today)).toEqual(risks)
})

test('one more day without a class removes no risk while the contract is active', () => {
  const half = fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2)
  const past = fc.integer({ min: -60, max: 0 }).map((days) => addDays(today, days))
  const contract = fc.record({
    remainingSessions: half,
    heldSessions: half,
    expiryDate: fc.integer({ min: 1, max: 60 }).map((days) => addDays(today, days)),
    signedOn: past,
    lastClassDay: fc.option(past, { nil: null }),
  })
  fc.assert(
    fc.property(contract, (watched) => {
      const tomorrow = risksOf(watched, addDays(today, 1))
      for (const risk of risksOf(watched, today)) expect(tomorrow).toContain(risk)
    }),
  )
})
