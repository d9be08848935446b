import type { GridSlot } from '@paidang/domain/areas/time/schedule/selection'
import { expect, test } from 'vitest'
import { coachSummary, studentHours } from './booking-summary'
import {
  afterCoachBooking,
  type CoachDraft,
  canStudentPay,
  chosenStudent,
  EMPTY_COACH_DRAFT,
  hoursOfStudent,
  seatsOf,
  withStudents,
} from './coach-draft'
import { type DayGrid, pressSlot, withAllowConflict } from './draft'
import { coachBookingBody } from './submit-data'
import { givenCourse, givenStudent, givenVenue, TOMORROW } from './testing/given-booking'

const venue = givenVenue('10', '星湖网球中心')
const an = chosenStudent(givenStudent('31', '许念安', 5))
const ming = chosenStudent(givenStudent('32', '赵一鸣', 0.5))
const group = givenCourse('6', { maxParticipants: 4 }).companyCourse
const cell = (timeIndex: number, status: GridSlot['status']): GridSlot => ({
  courtCode: '1号场',
  timeIndex,
  date: TOMORROW,
  status,
  inviteId: null,
})
const dayGrid = (grid: GridSlot[] = []): DayGrid => ({
  ...venue,
  date: TOMORROW,
  grid,
  now: new Date(),
  yielding: ['COACH_UNAVAILABLE'],
})
const press = (draft: CoachDraft, timeIndex: number, grid = dayGrid()) =>
  pressSlot(draft, grid, { courtCode: '1号场', timeIndex })
const begun: CoachDraft = { ...EMPTY_COACH_DRAFT, ownerId: '1', stadiumId: '10', courseId: '6', date: TOMORROW }
const two = withStudents(begun, [an, ming])
const input = { courseId: '6', courseDate: TOMORROW, consumedSessions: 1 }

test('each student has a seat; additional free seats stay free', () => {
  expect(two.participantsCount).toBe(2)
  const withFree = { ...two, participantsCount: 3 }
  expect(withStudents(withFree, [an]).participantsCount).toBe(2)
  expect(withStudents(withFree, []).participantsCount).toBe(2)
  expect(withStudents(begun, [an]).participantsCount).toBe(1)
})

test('there are at least as many seats as students and at most as many as the course has', () => {
  expect(seatsOf({ ...two, participantsCount: 9 }, 4)).toBe(4)
  expect(seatsOf({ ...two, participantsCount: 1 }, 4)).toBe(2)
})

test('the coach’s own locked time gives way where conflicts are allowed, nothing else does', () => {
  const grid = dayGrid([cell(37, 'COACH_UNAVAILABLE'), cell(38, 'COURT_OCCUPIED'), cell(39, 'COACH_OCCUPIED')])
  expect(press(two, 37, grid).refusal).toBe('slot_occupied')
  const on = withAllowConflict(two, true).draft
  expect(press(on, 37, grid).draft.slots).toHaveLength(1)
  expect(press(on, 38, grid)).toEqual({ draft: on, refusal: 'slot_occupied' })
  expect(press(on, 39, grid).refusal).toBe('slot_occupied')
})

test('hours count from active contracts of the course that last until the class', () => {
  expect(hoursOfStudent(an, '6', TOMORROW)).toBe(5)
  expect(hoursOfStudent(an, '5', TOMORROW)).toBe(0)
  expect(hoursOfStudent(an, '6', '2999-01-01')).toBe(0)
  expect(hoursOfStudent({ ...an, contracts: null }, '6', TOMORROW)).toBeUndefined()
})

test('one contract must pay alone, together with the hours that the seat already holds', () => {
  const halves = { ...ming, contracts: [...(ming.contracts ?? []), ...(ming.contracts ?? [])] }
  expect(hoursOfStudent(halves, '6', TOMORROW)).toBe(1)
  expect(canStudentPay(halves, input)).toBe(false)
  expect(canStudentPay({ ...ming, heldSessions: 0.5 }, input)).toBe(true)
})

test('too few hours are shown beside the name', () => {
  expect(studentHours(an, input)).toEqual({ text: '可用 5 课时', isShort: false })
  expect(studentHours(ming, input)).toEqual({ text: '课时不足，可用 0.5 课时', isShort: true })
  expect(studentHours(ming, { ...input, consumedSessions: 0 })).toEqual({ text: '可用 0.5 课时', isShort: false })
  expect(studentHours(chosenStudent(givenStudent('33', '无', 0)), { ...input, consumedSessions: 0 })).toEqual({
    text: '课时不足',
    isShort: true,
  })
})

const factsOf = (draft: CoachDraft, course: typeof group | undefined = group) =>
  coachSummary({
    rules: { ...venue, selection: draft.slots, allowConflict: false, now: new Date() },
    students: draft.students,
    course,
    venueName: venue.name,
  })

test('students come first, then the course, then half-hours; a course takes no more students than it has seats', () => {
  expect(factsOf(begun).refusal).toBe('先选学员')
  expect(
    coachSummary({
      ...{ rules: { ...venue, selection: [], allowConflict: false, now: new Date() } },
      students: [an],
      course: undefined,
      venueName: venue.name,
    }).refusal,
  ).toBe('先选课程')
  expect(factsOf(two).refusal).toBe('请选择时段')
  expect(factsOf(two, { ...group, maxParticipants: 1 }).refusal).toBe('这门课最多 1 人')
})

test('what each student pays is shown with the chosen run', () => {
  const draft = press(press(two, 37).draft, 39).draft
  expect(factsOf(draft)).toMatchObject({
    chosen: '1号场 18:30–20:00',
    consumedSessions: 1.5,
    refusal: undefined,
    spoken: '已选择3个时间段，消耗1.5课时',
  })
})

test('the request names its students, seats and court, and asks the coach’s locks to give way only where there are any', () => {
  const on = withAllowConflict(two, true).draft
  const draft = press(on, 37, dayGrid([cell(37, 'COACH_UNAVAILABLE')])).draft
  const parts = {
    userId: '1',
    stadiumId: '10',
    courts: venue.courts,
    slots: draft.slots,
    draft: { ...draft, stated: { messageToPlayers: ' 带水 ', focus: 'NET' as const } },
    participantsCount: 3,
    consumedSessions: 0.5,
    course: group,
    studentIds: ['31', '32'],
  }
  expect(coachBookingBody(parts)).toMatchObject({
    coachId: '1',
    courseDesignId: '6',
    initiatorRole: 1,
    studentIds: ['31', '32'],
    participantsCount: 3,
    selectedCourt: 0,
    beginTimeSlot: 37,
    endTimeSlot: 38,
    useUnavailable: true,
    messageToPlayers: '带水',
    focus: 'NET',
  })
  expect(coachBookingBody({ ...parts, slots: press(on, 37).draft.slots })?.useUnavailable).toBe(false)
  expect(coachBookingBody({ ...parts, slots: [] })).toBeUndefined()
})

test('after a class is made, venue, course and day stay for the next one', () => {
  expect(
    afterCoachBooking({ ...two, stated: { messageToPlayers: '带水', focus: 'NET' }, allowConflict: true }),
  ).toEqual(begun)
})
