import type { GridSlot } from '@paidang/domain/areas/time/schedule/selection'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { instantOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import {
  afterBooking,
  type DayGrid,
  type Draft,
  dayOfDraft,
  draftOf,
  EMPTY_DRAFT,
  extendSlots,
  pressSlot,
  takePendingRange,
  withAllowConflict,
  withCoach,
  withContract,
  withDate,
  withFreshGrid,
  withPendingRange,
  withStadium,
} from './draft'

const date = '2026-11-22'
const today = '2026-11-20'
const cell = (courtCode: string, timeIndex: number, status: SlotStatus): GridSlot => ({
  courtCode,
  timeIndex,
  date,
  status,
  inviteId: null,
})
const dayGrid = (grid: GridSlot[] = []): DayGrid => ({
  courts: ['A', 'B'].map((courtCode) => ({ courtCode, name: courtCode })),
  firstStart: 12,
  lastStart: 44,
  date,
  grid,
  now: instantOf(today, 20),
})
const begun: Draft = {
  ...EMPTY_DRAFT,
  ownerId: '9',
  coachId: '1',
  stadiumId: '10',
  date,
  contractId: '100',
  participantsCount: 2,
  stated: { ...EMPTY_DRAFT.stated, messageToCoach: '想练反手' },
}
const press = (draft: Draft, timeIndex: number, grid = dayGrid(), courtCode = 'A') =>
  pressSlot(draft, grid, { courtCode, timeIndex }).draft
const chosen = press(press(begun, 37), 39)
const times = ({ slots }: Draft) => slots.map(({ timeSlot }) => timeSlot)

test('another coach changes the venues, removes contract and slots, and shows a notice', () => {
  const { draft, notice } = withCoach(chosen, { coachId: '2', stadiumIds: ['20', '21'] })
  expect(draft).toMatchObject({ coachId: '2', stadiumId: '20', contractId: null, slots: [], participantsCount: 1 })
  expect(notice).toBe('教练已更改，请重新选择时段')
})

test('the chosen venue stays when the new coach teaches there too', () => {
  expect(withCoach(chosen, { coachId: '2', stadiumIds: ['20', '10'] }).draft.stadiumId).toBe('10')
})

test('the first coach is chosen without a notice, and choosing the same one again changes nothing', () => {
  expect(withCoach(EMPTY_DRAFT, { coachId: '2', stadiumIds: ['20'] }).notice).toBeUndefined()
  expect(withCoach(chosen, { coachId: '1', stadiumIds: ['10'] })).toEqual({ draft: chosen })
})

test('the message to the coach is kept through every change', () => {
  expect(withCoach(chosen, { coachId: '2', stadiumIds: [] }).draft.stated.messageToCoach).toBe('想练反手')
})

test('a chosen coach who left the venue gets another venue, and the slots at the old one are removed', () => {
  expect(withCoach(chosen, { coachId: '1', stadiumIds: ['11'] }).draft).toMatchObject({ stadiumId: '11', slots: [] })
})

test('another venue removes the slots and shows a notice', () => {
  const { draft, notice } = withStadium(chosen, '11')
  expect(draft).toMatchObject({ stadiumId: '11', slots: [], contractId: '100' })
  expect(notice).toBe('场馆已更改，请重新选择时段')
  expect(withStadium(chosen, '10')).toEqual({ draft: chosen })
})

test('another date removes the slots without a notice; the same date keeps them', () => {
  expect(withDate(chosen, '2026-11-23').slots).toEqual([])
  expect(withDate(chosen, date).slots).toEqual(chosen.slots)
})

test('another contract starts again with one participant', () => {
  expect(withContract(chosen, '101')).toMatchObject({ contractId: '101', participantsCount: 1 })
  expect(withContract(chosen, '100').participantsCount).toBe(2)
})

test('a date outside of the fourteen days counts as today', () => {
  expect(dayOfDraft(chosen, today)).toBe(date)
  expect(dayOfDraft(chosen, '2026-11-23')).toBe('2026-11-23')
  expect(dayOfDraft({ date: '2026-12-04' }, today)).toBe(today)
  expect(dayOfDraft({ date: null }, today)).toBe(today)
})

test('a first and a last press choose the run between them', () => {
  expect(times(chosen)).toEqual(['18:30', '19:00', '19:30'])
})

test('a refused press leaves the draft unchanged and says why', () => {
  const { draft, refusal } = pressSlot(chosen, dayGrid(), { courtCode: 'B', timeIndex: 40 })
  expect(refusal).toBe('court_differs')
  expect(draft.slots).toBe(chosen.slots)
})

test('extending adds the cell that was left and the one moved to', () => {
  const { draft } = extendSlots(begun, dayGrid(), {
    from: { courtCode: 'A', timeIndex: 37 },
    to: { courtCode: 'A', timeIndex: 38 },
  })
  expect(times(draft)).toEqual(['18:30', '19:00'])
})

test('extending back over chosen cells removes them one by one', () => {
  const { draft } = extendSlots(chosen, dayGrid(), {
    from: { courtCode: 'A', timeIndex: 39 },
    to: { courtCode: 'A', timeIndex: 38 },
  })
  expect(times(draft)).toEqual(['18:30', '19:00'])
})

test('extending into a taken half-hour is refused and keeps the selection', () => {
  const grid = dayGrid([cell('A', 40, 'COURT_OCCUPIED')])
  const result = extendSlots(chosen, grid, {
    from: { courtCode: 'A', timeIndex: 39 },
    to: { courtCode: 'A', timeIndex: 40 },
  })
  expect(result.refusal).toBe('slot_occupied')
  expect(result.draft.slots).toBe(chosen.slots)
})

test('turning conflicts on and off shows a notice; turning them off removes the colliding slots and names that instead', () => {
  const on = withAllowConflict(begun, true)
  expect(on.notice).toBe('已开启冲突时段选择')
  const grid = dayGrid([cell('A', 38, 'COACH_OCCUPIED')])
  const conflicting = press(press(on.draft, 37, grid), 38, grid)
  expect(times(conflicting)).toEqual(['18:30', '19:00'])
  const off = withAllowConflict(conflicting, false)
  expect(times(off.draft)).toEqual(['18:30'])
  expect(off.notice).toBe('已自动取消选中的冲突时段')
  expect(withAllowConflict(on.draft, false).notice).toBe('已关闭冲突时段选择')
})

test('a fresh grid notifies once that a chosen half-hour was taken, and keeps it visible', () => {
  const lost = withFreshGrid(chosen, [cell('A', 38, 'COURT_OCCUPIED')], date)
  expect(lost.notice).toBe('该时段刚被约走，请重选')
  expect(times(lost.draft)).toEqual(['18:30', '19:00', '19:30'])
  expect(lost.draft.slots[1]?.status).toBe('COURT_OCCUPIED')
  expect(withFreshGrid(lost.draft, [cell('A', 38, 'COURT_OCCUPIED')], date)).toEqual({ draft: lost.draft })
})

test('a fresh grid notifies that the venue closed a half-hour that was asked for with conflicts', () => {
  const taken = cell('A', 38, 'COURT_OCCUPIED')
  const asked = withFreshGrid(withAllowConflict(chosen, true).draft, [taken], date)
  expect(asked.notice).toBeUndefined()
  const closed = withFreshGrid(asked.draft, [{ ...taken, isClosed: true }], date)
  expect(closed.notice).toBe('场馆这段时间闭馆，请换个时段')
  expect(closed.draft.slots[1]).toMatchObject({ isClosed: true })
})

test('a fresh grid of another day, or one without changes, returns the same draft', () => {
  expect(withFreshGrid(chosen, [], '2026-11-23').draft).toBe(chosen)
  expect(withFreshGrid(chosen, [cell('B', 38, 'COURT_OCCUPIED')], date).draft).toBe(chosen)
})

const input = { courtCode: 'B', courseDate: date, beginTimeSlot: 37, endTimeSlot: 40 }

test('a requested run moves to its day and waits there for the grid', () => {
  const waiting = withPendingRange({ ...chosen, date: '2026-11-21' }, input)
  expect(waiting).toMatchObject({ date, slots: [], pendingRange: input })
  const { draft, refusal } = takePendingRange(waiting, dayGrid())
  expect(refusal).toBeUndefined()
  expect(draft.pendingRange).toBeNull()
  expect(draft.slots.map(({ courtCode, timeSlot }) => `${courtCode} ${timeSlot}`)).toEqual([
    'B 18:30',
    'B 19:00',
    'B 19:30',
  ])
})

test.each([37, 38, 39])('a requested run whose half-hour %i is taken is not chosen at all', (taken) => {
  const waiting = withPendingRange(begun, input)
  const { draft, refusal } = takePendingRange(waiting, dayGrid([cell('B', taken, 'COURT_OCCUPIED')]))
  expect(refusal).toBeDefined()
  expect(draft).toMatchObject({ slots: [], pendingRange: null })
})

test('a requested run without a court is chosen on the first court that is free for all of it', () => {
  const waiting = withPendingRange(begun, { ...input, courtCode: null })
  const { draft } = takePendingRange(waiting, dayGrid([cell('A', 38, 'COURT_OCCUPIED')]))
  expect(draft.slots.map(({ courtCode }) => courtCode)).toEqual(['B', 'B', 'B'])
  const taken = dayGrid([cell('A', 38, 'COURT_OCCUPIED'), cell('B', 37, 'COURT_OCCUPIED')])
  const missed = takePendingRange(waiting, taken)
  expect(missed.draft).toMatchObject({ slots: [], pendingRange: null })
  expect(missed.refusal).toBeDefined()
})

test('a requested run never becomes a conflict by itself', () => {
  const waiting = { ...withPendingRange(begun, input), allowConflict: true }
  const { draft, refusal } = takePendingRange(waiting, dayGrid([cell('B', 38, 'COACH_OCCUPIED')]))
  expect(refusal).toBeDefined()
  expect(draft).toMatchObject({ slots: [], allowConflict: true })
})

test('the grid of another day does not resolve a requested run', () => {
  const waiting = withPendingRange(begun, { ...input, courseDate: '2026-11-23' })
  expect(takePendingRange(waiting, dayGrid())).toEqual({ draft: waiting })
})

test('after booking, coach, venue, day and contract stay for the next class', () => {
  expect(afterBooking({ ...chosen, allowConflict: true })).toEqual({
    ...begun,
    allowConflict: false,
    participantsCount: 1,
    stated: EMPTY_DRAFT.stated,
  })
})

test('a draft belongs to one person: another person starts empty, a guest’s draft passes to the person who logs in', () => {
  expect(draftOf(chosen, '9', EMPTY_DRAFT)).toBe(chosen)
  expect(draftOf(chosen, '8', EMPTY_DRAFT)).toEqual({ ...EMPTY_DRAFT, ownerId: '8' })
  expect(draftOf({ ...chosen, ownerId: null }, '8', EMPTY_DRAFT)).toEqual({ ...chosen, ownerId: '8' })
})
