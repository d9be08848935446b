import { expect, test } from 'vitest'
import { endOfSuspension, whyNotSuspendUntil } from './suspension.ts'

const NOON = new Date('2026-05-01T12:00:00+08:00')

test('a suspension until a day lasts to its end in Shanghai', () => {
  expect(endOfSuspension('2026-05-31')).toEqual(new Date('2026-06-01T00:00:00+08:00'))
})

test.each([
  ['for good', null, undefined],
  ['until today', '2026-05-01', undefined],
  ['until a later day', '2027-01-01', undefined],
  ['until yesterday', '2026-04-30', 'suspension_day_past'],
] as const)('a user is suspended %s: %s', (_case, lastDay, refusal) => {
  expect(whyNotSuspendUntil(lastDay, NOON)).toBe(refusal)
})
