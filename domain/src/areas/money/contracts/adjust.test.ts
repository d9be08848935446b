import { expect, test } from 'vitest'
import { isRunningOut, whyNotSet } from './adjust.ts'

const today = '2026-05-01'
const contract = { heldSessions: 2, expiryDate: '2026-06-30', lastHeldDay: '2026-05-10', isRefunded: false }

test.each([
  ['what is held', contract, { settingSessions: 2, expiryDate: '2026-06-30' }, undefined],
  ['half an hour less', contract, { settingSessions: 1.5, expiryDate: '2026-06-30' }, 'contract_sessions_held'],
  ['the day of the last held class', contract, { settingSessions: 5, expiryDate: '2026-05-10' }, undefined],
  ['the day before it', contract, { settingSessions: 5, expiryDate: '2026-05-09' }, 'contract_expiry_before_class'],
  ['yesterday', contract, { settingSessions: 5, expiryDate: '2026-04-30' }, 'contract_expiry_in_past'],
  [
    'no other day, though it is over',
    { heldSessions: 0, expiryDate: '2026-04-30', lastHeldDay: null, isRefunded: false },
    { settingSessions: 0, expiryDate: '2026-04-30' },
    undefined,
  ],
  [
    'more than is held, though it is over',
    { heldSessions: 1, expiryDate: '2026-04-30', lastHeldDay: '2026-04-30', isRefunded: false },
    { settingSessions: 1.5, expiryDate: '2026-04-30' },
    'contract_expired',
  ],
  [
    'the same with a new day',
    { heldSessions: 1, expiryDate: '2026-04-30', lastHeldDay: '2026-04-30', isRefunded: false },
    { settingSessions: 1.5, expiryDate: today },
    undefined,
  ],
  [
    'more on its last day',
    { heldSessions: 0, expiryDate: today, lastHeldDay: null, isRefunded: false },
    { settingSessions: 1, expiryDate: today },
    undefined,
  ],
  ['nothing, as a new one', undefined, { settingSessions: 0, expiryDate: today }, 'contract_sessions_missing'],
  ['half an hour until today, as a new one', undefined, { settingSessions: 0.5, expiryDate: today }, undefined],
  [
    'an end in the past, as a new one',
    undefined,
    { settingSessions: 1, expiryDate: '2026-04-30' },
    'contract_expiry_in_past',
  ],
] as const)('setting a contract to %s', (_case, row, setting, refusal) => {
  expect(whyNotSet(row, setting, today)).toBe(refusal)
})

test.each([
  ['1.5 hours', { remainingSessions: 2, heldSessions: 0.5, expiryDate: '2026-12-31' }, true],
  ['2 hours', { remainingSessions: 2, heldSessions: 0, expiryDate: '2026-12-31' }, false],
  ['14 days', { remainingSessions: 9, heldSessions: 0, expiryDate: '2026-05-15' }, true],
  ['15 days', { remainingSessions: 9, heldSessions: 0, expiryDate: '2026-05-16' }, false],
  ['no hours at all', { remainingSessions: 0, heldSessions: 0, expiryDate: '2026-05-15' }, false],
  ['no day', { remainingSessions: 9, heldSessions: 0, expiryDate: '2026-04-30' }, false],
])('a contract with %s left', (_case, row, runsOut) => {
  expect(isRunningOut(row, today)).toBe(runsOut)
})
