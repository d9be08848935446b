import { expect, test } from 'vitest'
import { endingFacts } from './ending-labels'

const contract = (courseName: string, availableSessions: number, expiryDate: string, contractStatus = 1) => ({
  id: '1',
  courseDesign: { id: '40', courseName },
  companyId: '30',
  totalSessions: 10,
  remainingSessions: availableSessions,
  availableSessions,
  expiredSessions: 0,
  lastHeldDay: null,
  expiryDate,
  contractStatus,
  revision: 3,
})
const text = (...userCourseContracts: ReturnType<typeof contract>[]) =>
  endingFacts({ userCourseContracts }, '2026-11-20').join('，')

test.each([
  ['few hours', contract('私教', 1.5, '2027-05-01'), '私教，可用 1.5 课时'],
  ['little time', contract('私教', 8, '2026-11-25'), '私教，5 天后到期'],
  ['neither much time nor many hours', contract('私教', 1, '2026-11-20'), '私教，可用 1 课时，今天到期'],
  ['enough of both', contract('私教', 2, '2026-12-05'), ''],
] as const)('a contract with %s', (_what, of, expected) => {
  expect(text(of)).toBe(expected)
})

test('of several contracts the one that ends first is named; those that are over are not', () => {
  expect(
    text(contract('旧课', 1, '2026-11-19', 3), contract('小班', 1, '2026-12-30'), contract('私教', 8, '2026-11-25')),
  ).toBe('私教，5 天后到期')
})
