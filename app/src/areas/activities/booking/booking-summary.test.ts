import type { Contract } from '@paidang/api/areas/money/contracts'
import type { SelectionRules } from '@paidang/domain/areas/time/schedule/selection'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { instantOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { bookingSummary, cancelRuleText, collisionText } from './booking-summary'
import { bookingBody } from './submit-data'

const contract = {
  id: '100',
  courseDesign: { id: '5', courseName: '成人私教', sessionDuration: 60, maxParticipants: 2, pricePerSession: 38000 },
  company: { id: '1', companyName: '青杉', freeCancelHours: 24 },
  contractStatus: 1,
  remainingSessions: 13,
  heldSessions: 0.5,
  availableSessions: 12.5,
  expiryDate: '2027-03-31',
} as Contract
const slot = (timeSlot: string, status: SlotStatus = 'AVAILABLE') => ({
  courtCode: '3',
  timeSlot,
  date: '2026/11/22',
  status,
  inviteId: null,
})
const run = [slot('18:30'), slot('19:00'), slot('19:30')]
const rules = (over: Partial<SelectionRules> = {}): SelectionRules => ({
  courts: [
    { courtCode: '1', name: '1号场' },
    { courtCode: '3', name: '3号场' },
  ],
  firstStart: 12,
  lastStart: 44,
  selection: run,
  allowConflict: false,
  now: instantOf('2026-11-20', 20),
  ...over,
})
const facts = (over: Partial<SelectionRules> = {}, paying: Contract | undefined = contract, contractsKnown = true) =>
  bookingSummary({ rules: rules(over), contract: paying, contractsKnown })

test('the summary says what is chosen, what it costs and until when it can be cancelled', () => {
  expect(facts()).toEqual({
    chosen: '3号场 18:30–20:00',
    count: 3,
    consumedSessions: 1.5,
    availableAfter: 11,
    collisions: undefined,
    isRequest: false,
    cancelRule: '11.21 18:30 前免费',
    refusal: undefined,
    spoken: '已选择3个时间段，消耗1.5课时',
  })
})

test('with nothing chosen the button names the first step; a missing contract comes first', () => {
  expect(facts({ selection: [] })).toMatchObject({ count: 0, refusal: '请选择时段', spoken: '' })
  expect(bookingSummary({ rules: rules({ selection: [] }), contract: undefined, contractsKnown: true }).refusal).toBe(
    '缺少合同',
  )
})

test('no missing contract is reported before the contracts are loaded', () => {
  const waiting = bookingSummary({ rules: rules(), contract: undefined, contractsKnown: false })
  expect(waiting.refusal).toBe('正在读取合同')
  expect(bookingSummary({ rules: rules(), contract: undefined, contractsKnown: true }).refusal).toBe('缺少合同')
})

test('a chosen half-hour that was taken meanwhile asks for a new choice', () => {
  const selection = [slot('18:30'), slot('19:00', 'COURT_OCCUPIED')]
  expect(facts({ selection })).toMatchObject({ refusal: '该时段刚被约走，请重选', isRequest: false })
  expect(facts({ selection, allowConflict: true })).toMatchObject({ refusal: undefined, isRequest: true })
})

test('a gap that remains after conflicts are turned off is refused with the text of the grid', () => {
  expect(facts({ selection: [slot('18:30'), slot('19:30')] }).refusal).toBe('请选择连续的时间段')
})

test('a booking with too few hours is refused, with the number that is missing', () => {
  expect(facts({}, { ...contract, remainingSessions: 1.5 } as Contract).refusal).toBe('课时不足，还差 0.5')
})

test('conflicts are counted by their kind', () => {
  expect(collisionText(run)).toBeUndefined()
  expect(
    collisionText([
      slot('18:30', 'COACH_OCCUPIED'),
      slot('19:00', 'COACH_OCCUPIED'),
      slot('19:30', 'COURT_UNAVAILABLE'),
    ]),
  ).toBe('2 格与教练已有课程冲突，1 格与场地停用时间冲突')
})

test('after the end of free cancellation, cancelling is free only until the coach confirms', () => {
  const startsAt = instantOf('2026-11-22', 37)
  expect(cancelRuleText(contract, startsAt, instantOf('2026-11-21', 37))).toBe('教练确认前免费')
  expect(cancelRuleText(contract, startsAt, instantOf('2026-11-21', 36))).toBe('11.21 18:30 前免费')
})

const parts = {
  userId: '9',
  coachId: '1',
  stadiumId: '10',
  courts: rules().courts,
  contract,
  slots: run,
  participantsCount: 2,
  consumedSessions: 1.5,
  draft: {
    allowConflict: false,
    edited: null,
    stated: { messageToCoach: '  想早到 ', messageToPlayers: ' 一起热身 ', focus: 'BACKHAND' as const },
  },
}

test('the request names the court by its index, the day by its weekday, and its half-hours with an exclusive end', () => {
  expect(bookingBody(parts)).toEqual({
    coachId: '1',
    courseDesignId: '5',
    courseDesignName: '成人私教',
    courseDesignPrice: 38000,
    consumedSessions: 1.5,
    participantsCount: 2,
    initiatorId: '9',
    initiatorRole: 0,
    stadiumId: '10',
    selectedCourt: 1,
    courseDate: '2026-11-22',
    weekday: 0,
    beginTimeSlot: 37,
    endTimeSlot: 40,
    useUnavailable: false,
    messageToCoach: '想早到',
    messageToPlayers: '一起热身',
    focus: 'BACKHAND',
  })
  expect(bookingBody({ ...parts, slots: [] })).toBeUndefined()
})

test('a conflict is requested only where the slots collide', () => {
  expect(bookingBody({ ...parts, slots: [slot('18:30', 'COACH_OCCUPIED')] })?.useUnavailable).toBe(true)
})
