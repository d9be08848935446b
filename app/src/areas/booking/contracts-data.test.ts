import type { Contract } from '@paidang/api/areas/contracts'
import { expect, test } from 'vitest'
import { consumedBy, contractInUse, expiryWords, payRefusalText } from './contracts-data'

const contract = (id: string, over: Partial<Contract> = {}): Contract => ({
  id,
  userId: '9',
  courseDesign: {
    id: `c${id}`,
    courseName: `课程${id}`,
    sessionDuration: 60,
    maxParticipants: 1,
    pricePerSession: 30000,
  },
  companyId: '1',
  company: { id: '1', companyName: '青杉', freeCancelHours: 24 },
  isPerson: false,
  contractStatus: 1,
  totalSessions: 20,
  remainingSessions: 3,
  heldSessions: 1.5,
  availableSessions: 1.5,
  consumedSessions: 17,
  expiredSessions: 0,
  unitPrice: 30000,
  expiryDate: '2026-12-31',
  createdAt: '2026-01-01T00:00:00+08:00',
  ...over,
})
const DAY = '2026-11-22'
const none = { contractId: null, wantedCourse: null }
const late = contract('1')
const early = contract('2', { expiryDate: '2026-11-30' })

test('the earliest to expire is in use until another is chosen', () => {
  expect(contractInUse([late, early], none, DAY)?.id).toBe('2')
  expect(contractInUse([late, early], { ...none, contractId: '1' }, DAY)?.id).toBe('1')
  expect(contractInUse([], none, DAY)).toBeUndefined()
})

test('one that ends before the class is passed over for one that lasts', () => {
  expect(contractInUse([late, early], none, '2026-12-01')?.id).toBe('1')
  expect(contractInUse([early], none, '2026-12-01')?.id).toBe('2')
  expect(contractInUse([late, early], { ...none, contractId: '2' }, '2026-12-01')?.id).toBe('2')
})

test('a contract that is used up or expired is never in use', () => {
  expect(contractInUse([late, { ...early, contractStatus: 2 }], { ...none, contractId: '2' }, DAY)?.id).toBe('1')
})

test('a wanted course is found by its id, else by its name, else the earliest stands', () => {
  const wantedCourse = (id: string, name: string) => ({ contractId: null, wantedCourse: { id, name } })
  expect(contractInUse([early, late], wantedCourse('c1', '改过的名字'), DAY)?.id).toBe('1')
  expect(contractInUse([early, late], wantedCourse('c77', '课程1'), DAY)?.id).toBe('1')
  expect(contractInUse([early, late], wantedCourse('c77', '别的'), DAY)?.id).toBe('2')
})

test('consumed hours are the length over the session length', () => {
  const slot = (timeSlot: string) => ({
    courtCode: 'A',
    timeSlot,
    date: '2026/11/22',
    status: 'AVAILABLE' as const,
    inviteId: null,
  })
  expect(consumedBy(late, [slot('18:30'), slot('19:00'), slot('19:30')])).toBe(1.5)
  expect(consumedBy(late, [])).toBe(0)
  expect(consumedBy(undefined, [slot('18:30')])).toBe(0)
})

test.each([
  ['no contract', undefined, '2026-11-22', 1, '缺少合同'],
  ['one that ends before the class', early, '2026-12-01', 1, '合同在上课日前到期'],
  ['too few free hours', late, '2026-11-22', 2, '课时不足，还差 0.5'],
  ['just enough on the last day', early, '2026-11-30', 1.5, undefined],
] as const)('%s', (_case, one, day, hours, text) => {
  expect(payRefusalText(one, day, hours)).toBe(text)
})

test('the end of a contract names the days left once they are few', () => {
  expect(expiryWords(late, '2026-11-20')).toEqual({ text: '2026.12.31 到期', isSoon: false })
  expect(expiryWords(early, '2026-11-20')).toEqual({ text: '2026.11.30 到期，还有 10 天', isSoon: true })
})
