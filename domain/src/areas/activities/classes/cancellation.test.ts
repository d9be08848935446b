import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancellationCost } from './cancellation.ts'

const startsAt = new Date('2026-05-02T18:00:00+08:00')
const policy = { freeCancelHours: 24, forgivenLateCancels: 1 }
const border = new Date('2026-05-01T18:00:00+08:00')
const usual = {
  by: 'player',
  policy,
  startsAt,
  now: border,
  isConfirmed: true,
  isChanged: false,
  heldSessions: 1.5,
  lateCancelsBefore: 1,
} as const
const justLate = new Date(border.getTime() + 1)

test.each([
  ['at the border itself', usual, 'early', 0],
  ['a moment later', { ...usual, now: justLate }, 'late', 1.5],
  ['the first late one', { ...usual, now: justLate, lateCancelsBefore: 0 }, 'forgiven', 0],
  ['by the coach, at any time', { ...usual, by: 'coach', now: startsAt }, 'by_coach', 0],
  ['after the club changed it', { ...usual, now: startsAt, isChanged: true }, 'changed', 0],
  ['of a seat that holds nothing', { ...usual, now: startsAt, heldSessions: 0 }, 'nothing_held', 0],
  ['before anybody confirmed', { ...usual, now: startsAt, isConfirmed: false }, 'not_confirmed', 0],
  [
    'with a policy that forgives none',
    { ...usual, now: justLate, lateCancelsBefore: 0, policy: { freeCancelHours: 24, forgivenLateCancels: 0 } },
    'late',
    1.5,
  ],
] as const)('cancelling %s', (_case, input, reason, lostSessions) => {
  expect(cancellationCost(input)).toEqual({ reason, lostSessions, freeUntil: border })
})

const anyCase = fc.record({
  policy: fc.record({
    freeCancelHours: fc.integer({ min: 0, max: 336 }),
    forgivenLateCancels: fc.integer({ min: 0, max: 3 }),
  }),
  isConfirmed: fc.boolean(),
  isChanged: fc.boolean(),
  heldSessions: fc.integer({ min: 0, max: 12 }).map((halves) => halves / 2),
  lateCancelsBefore: fc.integer({ min: 0, max: 5 }),
  minutes: fc.integer({ min: -30_000, max: 200 }),
})

test('waiting never makes it cheaper, and it costs all the held hours or none', () => {
  fc.assert(
    fc.property(anyCase, fc.nat(10_000), ({ minutes, ...rest }, wait) => {
      const now = new Date(startsAt.getTime() + minutes * 60_000)
      const later = new Date(now.getTime() + wait * 60_000)
      const first = cancellationCost({ by: 'player', startsAt, now, ...rest })
      const second = cancellationCost({ by: 'player', startsAt, now: later, ...rest })
      expect(second.lostSessions).toBeGreaterThanOrEqual(first.lostSessions)
      expect([0, rest.heldSessions]).toContain(first.lostSessions)
    }),
  )
})

test('a coach’s cancellation is always free', () => {
  fc.assert(
    fc.property(anyCase, ({ minutes, ...rest }) => {
      const now = new Date(startsAt.getTime() + minutes * 60_000)
      expect(cancellationCost({ by: 'coach', startsAt, now, ...rest }).lostSessions).toBe(0)
    }),
  )
})
