import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  TRIAL_STATES,
  TRIAL_STEPS,
  type TrialState,
  type TrialStep,
  trialAnswerTimes,
  trialCostOf,
  trialPayUntil,
  trialRefundOf,
  trialStateAt,
  trialStepFault,
  trialWishesFault,
  USED_TRIAL_STATES,
} from './trial.ts'

const NOW = new Date('2026-05-01T12:00:00+08:00')
const HOUR = 3_600_000
const wish = (date: string, beginTimeSlot: number) => ({ date, beginTimeSlot, stadiumId: '1' })
const later = (ms: number) => new Date(NOW.getTime() + ms)
const paid = { state: 'PAID' as const, coachId: '7', playerId: '8', expiresAt: later(12 * HOUR) }
const STEPS = Object.keys(TRIAL_STEPS) as TrialStep[]

const anyWalk = fc.array(fc.constantFrom(...STEPS), { maxLength: 12 })

test('whatever happens, money that came is kept, gone back whole, or gone back by half after a late no', () => {
  fc.assert(
    fc.property(anyWalk, fc.integer({ min: 1, max: 1_000_000 }), (walk, priceFen) => {
      let state = 'UNPAID' as TrialState
      let heldFen = 0
      for (const step of walk) {
        if (TRIAL_STEPS[step].from !== state) continue
        state = TRIAL_STEPS[step].to
        if (step === 'PAY') heldFen += priceFen
        heldFen -= trialRefundOf(step, priceFen)
      }
      const isUsed = (USED_TRIAL_STATES as readonly TrialState[]).includes(state)
      const kept = state === 'CANCELLED_LATE' ? Math.floor(priceFen / 2) : priceFen
      expect(heldFen).toBe(isUsed && state !== 'UNPAID' ? kept : 0)
    }),
  )
})

test('each state but the last ones has a way on', () => {
  const open = TRIAL_STATES.filter((state) => STEPS.some((step) => TRIAL_STEPS[step].from === state))
  expect(open).toEqual(['UNPAID', 'PAID', 'CONFIRMED'])
})

test.each([
  [false, 16_800, 0],
  [true, 16_800, 8_400],
  [true, 1, 0],
  [true, 3, 1],
])('a late cancellation is %s: of %d fen it costs %d', (isLate, priceFen, cost) => {
  expect(trialCostOf(isLate, priceFen)).toBe(cost)
})

describe('a paid trial lesson', () => {
  test.each([
    ['ACCEPT', '7'],
    ['REFUSE', '7'],
    ['WITHDRAW', '8'],
  ] as const)('%s is for one side alone, and only before its end', (step, who) => {
    for (const id of ['7', '8', '9'])
      expect(trialStepFault(step, paid, id, NOW)).toBe(id === who ? undefined : 'action_forbidden')
    expect(trialStepFault(step, paid, who, later(12 * HOUR - 1))).toBeUndefined()
    expect(trialStepFault(step, paid, who, later(12 * HOUR))).toBe('trial_expired')
    for (const state of TRIAL_STATES.filter((one) => one !== 'PAID' && one !== 'EXPIRED'))
      expect(trialStepFault(step, { ...paid, state }, who, NOW)).toBe('trial_settled')
  })

  test.each([
    ['after 12 hours', [wish('2026-05-03', 20)], 12, 10],
    ['with its last hour', [wish('2026-05-01', 30), wish('2026-05-01', 34)], 5, 3],
    ['halfway reminded where little is left', [wish('2026-05-01', 26)], 1, 0.5],
  ] as const)('ends %s', (_case, wishes, endsIn, remindedIn) => {
    const times = { expiresAt: later(endsIn * HOUR), remindAt: later(remindedIn * HOUR) }
    expect(trialAnswerTimes(wishes, NOW)).toEqual(times)
  })

  test('has expired to the millisecond, and an answer before that stays', () => {
    const at = (shift: number, state: TrialState = 'PAID') => trialStateAt({ ...paid, state }, later(12 * HOUR + shift))
    expect([at(-1), at(0), at(1)]).toEqual(['PAID', 'EXPIRED', 'EXPIRED'])
    expect(at(1, 'CONFIRMED')).toBe('CONFIRMED')
  })
})

test('an order waits 15 minutes for its money, and not past the last hour', () => {
  expect(trialPayUntil([wish('2026-05-02', 20)], NOW)).toEqual(later(HOUR / 4))
  expect(trialPayUntil([wish('2026-05-01', 25)], later(HOUR / 3))).toEqual(later(HOUR / 2))
})

test.each([
  ['none', [], 'trial_wishes_invalid'],
  ['four', [20, 21, 22, 23].map((at) => wish('2026-05-02', at)), 'trial_wishes_invalid'],
  ['on the fourteenth day', [wish('2026-05-14', 20)], undefined],
  ['on the fifteenth', [wish('2026-05-15', 20)], 'invitation_outside_window'],
  ['one twice', [wish('2026-05-02', 20), { ...wish('2026-05-02', 20), stadiumId: '2' }], 'trial_wishes_invalid'],
  ['one that begins now', [wish('2026-05-01', 24)], 'trial_time_past'],
  ['three to come', [20, 21, 22].map((at) => wish('2026-05-02', at)), undefined],
] as const)('hours that are wished for: %s', (_case, wishes, fault) => {
  expect(trialWishesFault(wishes, NOW)).toBe(fault)
})
