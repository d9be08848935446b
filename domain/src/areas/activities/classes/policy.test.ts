import fc from 'fast-check'
import { expect, test } from 'vitest'
import { policyOfRule } from './cancellation.ts'
import {
  type ClassEvent,
  cancelStepsOf,
  consequenceOf,
  dearerText,
  type Policy,
  policyFacts,
  whyNotPolicy,
  withTiersInOrder,
} from './policy.ts'

const startsAt = new Date('2026-11-22T18:30:00+08:00')
const before = (hours: number, minutes = 0) => new Date(startsAt.getTime() - hours * 3_600_000 - minutes * 60_000)
const once = { times: 1, days: 90 }
const never = { times: 0, days: 90 }
/** 青杉: free until 24 hours, then half, from 2 hours on all; one is forgiven in 90 days. */
const policy: Policy = {
  tiers: [
    { hours: 24, percent: 50 },
    { hours: 2, percent: 100 },
  ],
  percents: { late: 100, absent: 100, leave: 0 },
  forgiven: { cancel: once, late: never, absent: never, leave: never },
  coachAbsentHalves: 1,
}
const cancels = { kind: 'cancel', heldSessions: 1.5, isConfirmed: true, isChanged: false, before: 1 } as const

test.each([
  ['at the border', before(24), 0, 'early'],
  ['a moment later', new Date(before(24).getTime() + 1), 0.5, 'late'],
  ['6 hours 20 before', before(6, 20), 0.5, 'late'],
  ['at the second border', before(2), 0.5, 'late'],
  ['an hour before', before(1), 1.5, 'late'],
] as const)('cancelling 1.5 hours %s', (_when, now, lostSessions, reason) => {
  expect(consequenceOf(cancels, policy, { startsAt, now })).toEqual({ lostSessions, reason, freeUntil: before(24) })
})

test.each<[string, ClassEvent, object]>([
  ['the first is forgiven', { ...cancels, before: 0 }, { lostSessions: 0, reason: 'forgiven' }],
  ['half of half an hour is nothing', { ...cancels, heldSessions: 0.5 }, { lostSessions: 0, reason: 'rounded' }],
  ['weather, closure, clock', { kind: 'called-off', heldSessions: 1.5 }, { lostSessions: 0 }],
  ['who comes', { kind: 'present', heldSessions: 1.5, before: 0 }, { lostSessions: 1.5, reason: 'attended' }],
  ['who is absent', { kind: 'absent', heldSessions: 1.5, before: 0 }, { lostSessions: 1.5, reason: 'charged' }],
  ['who is on leave', { kind: 'leave', heldSessions: 1.5, before: 0 }, { lostSessions: 0, bonusSessions: 0 }],
  ['the coach is absent', { kind: 'coach-absent', heldSessions: 1.5 }, { lostSessions: 0, bonusSessions: 0.5 }],
])('6 hours 20 before: %s', (_case, event, expected) => {
  expect(consequenceOf(event, policy, { startsAt, now: before(6, 20) })).toMatchObject(expected)
})

test.each([
  ['the next tier', 0.5, 'late', 1.5, 'late', '规则已到下一档，现在扣 1.5'],
  ['a forgiveness that is used up', 0, 'forgiven', 0.5, 'late', '免扣次数已用完，现在扣 0.5'],
  ['a forgiveness that nobody saw', 0, 'early', 0, 'forgiven', '规则已到下一档，现在取消用掉 1 次免扣'],
  ['one seen as rounded', 0, 'rounded', 0, 'forgiven', '规则已到下一档，现在取消用掉 1 次免扣'],
  ['the same', 0, 'forgiven', 0, 'forgiven', undefined],
  ['a forgiveness instead of hours', 0.5, 'late', 0, 'forgiven', undefined],
  ['a reason that was not sent', 0, undefined, 0, 'forgiven', undefined],
] as const)('what costs more than was seen: %s', (_case, lostSessions, reason, lost, now, expected) => {
  expect(dearerText({ lostSessions, reason }, { lostSessions: lost, reason: now }, true)).toBe(expected)
})

test('the steps before a class are what cancelling in them costs, and the words say the same', () => {
  expect(cancelStepsOf(policy, { startsAt, heldSessions: 1.5 })).toMatchObject([
    { until: before(24), lostSessions: 0 },
    { from: before(24), until: before(2), lostSessions: 0.5 },
    { from: before(2), until: startsAt, lostSessions: 1.5 },
  ])
  expect(policyFacts(policy).map(({ name, value }) => `${name}：${value}`)).toEqual([
    '取消：开课前 24 小时免费，24 小时内扣一半，2 小时内全扣',
    '缺席：全扣',
    '迟到：全扣',
    '请假：不扣',
    '免扣：逾时取消 90 天内免 1 次',
    '教练没来：退回课时，再补 0.5 课时',
    '下雨、闭馆：永远不扣',
  ])
})

test.each<[string, object, string]>([
  ['a later tier is cheaper', { tiers: [policy.tiers[0], { hours: 2, percent: 50 }] }, 'policy_tiers_invalid'],
  ['tiers are not in order', { tiers: [...policy.tiers].reverse() }, 'policy_tiers_invalid'],
  ['a tier begins at no hour', { tiers: [{ hours: 0, percent: 50 }] }, 'policy_tiers_out_of_range'],
  ['a tier takes more than all', { tiers: [{ hours: 24, percent: 150 }] }, 'policy_tiers_out_of_range'],
  ['absence takes more than all', { percents: { ...policy.percents, absent: 150 } }, 'policy_percents_out_of_range'],
  [
    'absence is cheaper than the last tier',
    { percents: { ...policy.percents, absent: 50 } },
    'policy_percents_invalid',
  ],
  [
    'leave is dearer than absence',
    { tiers: [], percents: { late: 100, absent: 50, leave: 60 } },
    'policy_percents_invalid',
  ],
  [
    'nothing is counted over no days',
    { forgiven: { ...policy.forgiven, cancel: { times: 1, days: 0 } } },
    'policy_counts_invalid',
  ],
])('refuses a policy in which %s', (_case, over, refusal) => {
  expect(whyNotPolicy({ ...policy, ...over })).toBe(refusal)
})

test('tiers that were typed in another order are judged as the policy that they are', () => {
  const typed = {
    ...policy,
    tiers: [
      { hours: 2, percent: 100 },
      { hours: 24, percent: 70 },
      { hours: 48, percent: 50 },
    ],
  }
  const sorted = withTiersInOrder(typed)
  expect(sorted.tiers.map(({ hours }) => hours)).toEqual([48, 24, 2])
  expect(whyNotPolicy(sorted)).toBeUndefined()
  expect(typed.tiers.map(({ hours }) => hours)).toEqual([2, 24, 48])
  const cheaperLater = {
    ...policy,
    tiers: [
      { hours: 2, percent: 50 },
      { hours: 24, percent: 100 },
    ],
  }
  expect(whyNotPolicy(withTiersInOrder(cheaperLater))).toBe('policy_tiers_invalid')
  const twice = {
    ...policy,
    tiers: [
      { hours: 24, percent: 50 },
      { hours: 24, percent: 100 },
    ],
  }
  expect(whyNotPolicy(withTiersInOrder(twice))).toBe('policy_tiers_invalid')
})

const percent = fc.integer({ min: 0, max: 100 })
const forgiveness = fc.record({ times: fc.integer({ min: 0, max: 2 }), days: fc.integer({ min: 1, max: 365 }) })
const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    hours: fc.uniqueArray(fc.integer({ min: 1, max: 336 }), { maxLength: 5 }),
    steps: fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 5 }),
    late: percent,
    absent: percent,
    leave: percent,
    forgiven: fc.record({ cancel: forgiveness, late: forgiveness, absent: forgiveness, leave: forgiveness }),
    coachAbsentHalves: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ hours, steps, late, absent, leave, ...rest }) => {
    const percents = steps.sort((a, b) => a - b)
    const tiers = hours.sort((a, b) => b - a).map((hour, at) => ({ hours: hour, percent: percents[at] ?? 100 }))
    const most = Math.max(absent, tiers[tiers.length - 1]?.percent ?? 0)
    return { tiers, percents: { late, absent: most, leave: Math.min(leave, most) }, ...rest }
  })
const anyEvent: fc.Arbitrary<ClassEvent> = fc
  .record({
    kind: fc.constantFrom('cancel', 'called-off', 'present', 'late', 'absent', 'leave', 'coach-absent'),
    heldSessions: fc.integer({ min: 0, max: 12 }).map((halves) => halves / 2),
    isConfirmed: fc.boolean(),
    isChanged: fc.boolean(),
    before: fc.integer({ min: 0, max: 3 }),
  })
  .map((event) => event as ClassEvent)
const minutes = fc.integer({ min: -30_000, max: 200 })
const at = (offset: number) => new Date(startsAt.getTime() + offset * 60_000)

test('of any policy, event and time: halves within what is held, dearer only with time, and never for what others do', () => {
  fc.assert(
    fc.property(anyPolicy, anyEvent, minutes, fc.nat(10_000), (some, event, offset, wait) => {
      expect(whyNotPolicy(some)).toBeUndefined()
      const now = consequenceOf(event, some, { startsAt, now: at(offset) })
      const later = consequenceOf(event, some, { startsAt, now: at(offset + wait) })
      expect(Number.isInteger(now.lostSessions * 2)).toBe(true)
      expect(now.lostSessions).toBeGreaterThanOrEqual(0)
      expect(now.lostSessions).toBeLessThanOrEqual(event.heldSessions)
      expect(later.lostSessions).toBeGreaterThanOrEqual(now.lostSessions)
      if (event.kind === 'called-off' || event.kind === 'coach-absent') expect(now.lostSessions).toBe(0)
      const bonus = event.kind === 'coach-absent' && event.heldSessions > 0 ? some.coachAbsentHalves / 2 : 0
      if (event.kind !== 'cancel') expect(now.bonusSessions).toBe(bonus)
    }),
  )
})

test('not coming never costs less than cancelling last, unless it is forgiven', () => {
  fc.assert(
    fc.property(anyPolicy, minutes, (some, offset) => {
      const nothing = { ...some.forgiven.absent, times: 0 }
      const strict = { ...some, forgiven: { ...some.forgiven, absent: nothing } }
      const cancelled = consequenceOf({ ...cancels, before: 9 }, strict, { startsAt, now: at(Math.min(offset, 0)) })
      const absent = consequenceOf({ kind: 'absent', heldSessions: 1.5, before: 9 }, strict, {
        startsAt,
        now: startsAt,
      })
      expect(absent.lostSessions).toBeGreaterThanOrEqual(cancelled.lostSessions)
    }),
  )
})

test('the rule of a company without a policy charges all late hours, all who did not ask for leave, and gives nothing', () => {
  const rule = policyOfRule({ freeCancelHours: 24, forgivenLateCancels: 1 })
  const of = (kind: 'present' | 'late' | 'absent' | 'leave') =>
    consequenceOf({ kind, heldSessions: 1.5, before: 0 }, rule, { startsAt, now: startsAt }).lostSessions
  expect([of('present'), of('late'), of('absent'), of('leave')]).toEqual([1.5, 1.5, 1.5, 0])
  expect(consequenceOf({ kind: 'coach-absent', heldSessions: 1.5 }, rule, { startsAt, now: startsAt })).toMatchObject({
    bonusSessions: 0,
  })
})
