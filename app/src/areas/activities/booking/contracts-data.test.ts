import type { Contract } from '@paidang/api/areas/money/contracts'
import { expect, test } from 'vitest'
import { consumedBy, contractInUse, expiryText, offerOf, payRefusalText } from './contracts-data'

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
  revision: 3,
  totalSessions: 20,
  remainingSessions: 3,
  heldSessions: 1.5,
  availableSessions: 1.5,
  consumedSessions: 17,
  expiredSessions: 0,
  unitPrice: 30000,
  expiryDate: '2026-12-31',
  refundedAt: null,
  createdAt: '2026-01-01T00:00:00+08:00',
  ...over,
})
const slot = (timeSlot: string) => ({
  courtCode: 'A',
  timeSlot,
  date: '2026/11/22',
  status: 'AVAILABLE' as const,
  inviteId: null,
})
const onDay = (courseDate: string, ...timeSlots: string[]) => ({ courseDate, slots: timeSlots.map(slot) })
const DAY = onDay('2026-11-22')
const none = { contractId: null, pendingCourse: null }
const late = contract('1')
const early = contract('2', { expiryDate: '2026-11-30' })

test('the contract that expires first is in use until another one is chosen', () => {
  expect(contractInUse([late, early], none, DAY)?.id).toBe('2')
  expect(contractInUse([late, early], { ...none, contractId: '1' }, DAY)?.id).toBe('1')
  expect(contractInUse([], none, DAY)).toBeUndefined()
})

test('a contract that ends before the class is skipped in favour of one that lasts', () => {
  expect(contractInUse([late, early], none, onDay('2026-12-01'))?.id).toBe('1')
  expect(contractInUse([early], none, onDay('2026-12-01'))?.id).toBe('2')
  expect(contractInUse([late, early], { ...none, contractId: '2' }, onDay('2026-12-01'))?.id).toBe('2')
})

test('a used-up or expired contract is never in use', () => {
  expect(contractInUse([late, { ...early, contractStatus: 2 }], { ...none, contractId: '2' }, DAY)?.id).toBe('1')
})

test('a requested course is found by its id, else by its name; otherwise the contract that expires first is used', () => {
  const pendingCourse = (id: string, name: string) => ({ contractId: null, pendingCourse: { id, name } })
  expect(contractInUse([early, late], pendingCourse('c1', '改过的名字'), DAY)?.id).toBe('1')
  expect(contractInUse([early, late], pendingCourse('c77', '课程1'), DAY)?.id).toBe('1')
  expect(contractInUse([early, late], pendingCourse('c77', '别的'), DAY)?.id).toBe('2')
})

test('a contract without hours is skipped in favour of one of any course that can pay', () => {
  const empty = { ...early, heldSessions: 3 }
  expect(contractInUse([late, empty], none, DAY)?.id).toBe('1')
  expect(contractInUse([empty], none, DAY)?.id).toBe('2')
})

test('of one course the first contract that can pay the chosen half-hours is in use, like on the server', () => {
  const few = { ...early, heldSessions: 2.5 }
  const more = { ...late, id: '10', courseDesign: few.courseDesign }
  const same = { ...more, id: '9' }
  const inUse = (contracts: Contract[], ...times: string[]) =>
    contractInUse(contracts, none, onDay('2026-11-22', ...times))?.id
  expect(inUse([more, few])).toBe('2')
  expect(inUse([more, few], '18:30')).toBe('2')
  expect(inUse([more, few], '18:30', '19:00')).toBe('10')
  expect(inUse([more, same, few], '18:30', '19:00')).toBe('9')
  const chosen = { ...none, contractId: '10' }
  expect(contractInUse([more, same, few], chosen, onDay('2026-11-22', '18:30'))?.id).toBe('2')
  expect(contractInUse([more, few], chosen, onDay('2026-11-22', '18:00', '18:30', '19:00', '19:30'))?.id).toBe('10')
})

test('choosing more half-hours never changes the course', () => {
  const few = { ...early, heldSessions: 2.5 }
  expect(contractInUse([late, few], none, onDay('2026-11-22', '18:30', '19:00'))?.id).toBe('2')
})

test('a contract says why it cannot pay the class, or which contract pays before it', () => {
  const more = { ...late, courseDesign: early.courseDesign }
  const empty = { ...early, heldSessions: 3 }
  const offer = (one: Contract, input = DAY) => offerOf(one, [more, early], input)
  expect(offer(early)).toEqual({ isOpen: true })
  expect(offer(more)).toEqual({ note: '先用 2026.11.30 到期的合同', isOpen: false })
  expect(offer(early, onDay('2026-12-01'))).toEqual({ note: '合同在上课日前到期', isOpen: false })
  expect(offer(more, onDay('2026-12-01'))).toEqual({ isOpen: true })
  expect(offerOf(empty, [empty, late], DAY)).toEqual({ note: '没有可用课时', isOpen: true })
  const long = onDay('2026-11-22', '18:00', '18:30', '19:00', '19:30')
  expect(offer(early, long)).toEqual({ note: '课时不足，还差 0.5', isOpen: true })
})

test('consumed hours are the length divided by the session length', () => {
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

test('the end date of a contract shows the days left once they are few', () => {
  expect(expiryText(late, '2026-11-20')).toEqual({ text: '2026.12.31 到期', isSoon: false })
  expect(expiryText(early, '2026-11-20')).toEqual({ text: '2026.11.30 到期，还有 10 天', isSoon: true })
})
