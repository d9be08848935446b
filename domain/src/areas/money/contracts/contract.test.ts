import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CONTRACT_STATUS,
  contractStatusOf,
  expiryAfterGrant,
  lessonHoursText,
  payingContract,
  whyNotGrant,
  whyNotPayWith,
} from './contract.ts'

const contract = { remainingSessions: 3, heldSessions: 1, expiryDate: '2026-05-10' }

test.each([
  ['on its last day', contract, '2026-05-10', CONTRACT_STATUS.ACTIVE],
  ['the day after', contract, '2026-05-11', CONTRACT_STATUS.EXPIRED],
  ['without hours', { ...contract, remainingSessions: 0 }, '2026-05-01', CONTRACT_STATUS.USED_UP],
  ['without hours and over', { ...contract, remainingSessions: 0 }, '2026-05-11', CONTRACT_STATUS.EXPIRED],
])('a contract %s', (_case, row, today, status) => {
  expect(contractStatusOf(row, today)).toBe(status)
})

test.each([
  ['what is free', contract, { courseDate: '2026-05-10', consumedSessions: 2 }, undefined],
  ['half an hour more', contract, { courseDate: '2026-05-10', consumedSessions: 2.5 }, 'lesson_hours_too_few'],
  ['a class after its end', contract, { courseDate: '2026-05-11', consumedSessions: 1 }, 'contract_ends_before_class'],
  ['anything without one', undefined, { courseDate: '2026-05-01', consumedSessions: 1 }, 'contract_missing'],
] as const)('paying %s', (_case, row, input, refusal) => {
  expect(whyNotPayWith(row, input)).toBe(refusal)
})

const wantedClass = { courseDate: '2026-05-10', consumedSessions: 1 }
const payer = (id: string, over: Partial<typeof contract> = {}) => ({ id, ...contract, ...over })

test.each([
  ['nobody where there is none', [], undefined],
  ['the earliest to expire', [payer('1', { expiryDate: '2026-06-01' }), payer('2')], '2'],
  ['not one that ends before the class', [payer('1', { expiryDate: '2026-05-09' }), payer('2')], '2'],
  [
    'not one with too few free hours',
    [payer('1', { heldSessions: 2.5 }), payer('2', { expiryDate: '2027-01-01' })],
    '2',
  ],
  ['of one day the lowest id, as a number', [payer('10'), payer('9')], '9'],
  ['nobody where none can', [payer('1', { heldSessions: 3 }), payer('2', { expiryDate: '2026-05-09' })], undefined],
] as const)('a class is paid by %s', (_case, contracts, id) => {
  expect(payingContract(contracts, wantedClass)?.id).toBe(id)
})

test('the chosen contract can pay, no other possible one expires earlier, and their order does not matter', () => {
  const half = fc.integer({ min: 0, max: 8 }).map((halves) => halves / 2)
  const one = fc.record({ remainingSessions: half, heldSessions: half, day: fc.integer({ min: 1, max: 9 }) })
  const some = fc
    .array(one, { maxLength: 6 })
    .map((rows) =>
      rows.map(({ day, ...row }, index) => ({ ...row, id: String(index + 7), expiryDate: `2026-05-0${day}` })),
    )
  const shuffled = some.chain((rows) =>
    fc.shuffledSubarray(rows, { minLength: rows.length }).map((mixed) => [rows, mixed]),
  )
  fc.assert(
    fc.property(shuffled, half, ([rows = [], mixed = []], consumedSessions) => {
      const input = { courseDate: '2026-05-05', consumedSessions }
      const chosen = payingContract(rows, input)
      expect(payingContract(mixed, input)).toEqual(chosen)
      const able = rows.filter((row) => whyNotPayWith(row, input) === undefined)
      expect(chosen === undefined).toBe(able.length === 0)
      if (!chosen) return
      expect(able).toContain(chosen)
      for (const { expiryDate } of able) expect(expiryDate >= chosen.expiryDate).toBe(true)
    }),
  )
})

test('lesson hours read with one decimal at most', () => {
  expect([12, 12.5, 0, 0.5].map(lessonHoursText)).toEqual(['12', '12.5', '0', '0.5'])
})

test.each([
  ['a new contract that is just enough', undefined, { sessions: 2, expiryDate: '2026-05-10' }, undefined],
  ['half an hour too few', undefined, { sessions: 1.5, expiryDate: '2026-05-10' }, 'contract_sessions_too_few'],
  ['one that ends before the class', undefined, { sessions: 9, expiryDate: '2026-05-09' }, 'contract_expiry_invalid'],
  ['nothing but what was free is missing', contract, { sessions: 0.5, expiryDate: '2026-05-01' }, undefined],
] as const)('granting %s', (_case, row, grant, refusal) => {
  const input = { courseDate: '2026-05-10', consumedSessions: row ? 2.5 : 2 }
  expect(whyNotGrant(row, grant, input)).toBe(refusal)
})

test('held hours are not free after a grant, and a grant never makes a contract end earlier', () => {
  const input = { courseDate: '2026-05-10', consumedSessions: 3 }
  expect(whyNotGrant(contract, { sessions: 0.5, expiryDate: '2026-05-20' }, input)).toBe('contract_sessions_too_few')
  expect(expiryAfterGrant(contract, { expiryDate: '2026-05-20' })).toBe('2026-05-20')
  expect(expiryAfterGrant(contract, { expiryDate: '2026-05-01' })).toBe('2026-05-10')
  expect(expiryAfterGrant(undefined, { expiryDate: '2026-05-01' })).toBe('2026-05-01')
})
