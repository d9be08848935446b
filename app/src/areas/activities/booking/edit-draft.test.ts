import type { GridSlot } from '@paidang/domain/areas/time/schedule/selection'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { withHoldFree } from './contracts-data'
import {
  type DayGrid,
  type Draft,
  pressSlot,
  withAllowConflict,
  withCoach,
  withContract,
  withDate,
  withStadium,
} from './draft'
import { autoSelect, autoSelectForCoach, coachDraftToEdit, draftToEdit, editRefusalText } from './edit-draft'
import { bookingBody } from './submit-data'
import {
  givenClass,
  givenCoachRecord,
  givenContract,
  givenCourse,
  givenSeat,
  givenVenue,
  LATER,
  TOMORROW,
} from './testing/given-booking'

const today = dayOf(new Date())
const now = new Date()
const lake = givenVenue('10', '星湖网球中心')
const hall = givenVenue('20', '青杉网球馆')
const coaches = [givenCoachRecord('2', '沈嘉禾', [hall]), givenCoachRecord('1', '王启明', [hall, lake])]
const contracts = [givenContract('100', '5'), givenContract('101', '6')]
const known = { coaches, contracts, today }
const begun = draftToEdit(givenClass(), '9')
const chosen = autoSelect(begun, known).draft
const times = ({ slots }: Pick<Draft, 'slots'>) => slots.map(({ courtCode, timeSlot }) => `${courtCode} ${timeSlot}`)
const dayGrid = (date: Day, grid: GridSlot[] = []): DayGrid => ({ ...lake, date, grid, now })
const cell = (over: Partial<GridSlot>): GridSlot => ({
  courtCode: '1号场',
  timeIndex: 39,
  date: TOMORROW,
  status: 'COURT_OCCUPIED',
  inviteId: null,
  ...over,
})

test('edit mode begins with only the class known; everything else is still to be chosen', () => {
  expect(begun.edited?.flags).toEqual({
    invitation: true,
    coach: false,
    stadium: false,
    date: false,
    courseContract: false,
    timeSlots: false,
  })
  expect(begun).toMatchObject({ coachId: null, stadiumId: null, slots: [], stated: { messageToCoach: '想练反手' } })
  expect(autoSelect(begun, { coaches: undefined, contracts: undefined, today })).toEqual({ draft: begun })
})

test('an edit begins with the last written message, even while others cannot read it yet', () => {
  const pending = [{ field: 'messageToCoach', value: '想练发球' }]
  const info = givenClass({ messageToCoach: '（审核中，编号 7）' }, { pending })
  expect(draftToEdit(info, '9').stated.messageToCoach).toBe('想练发球')
})

test('coach, venue and date are chosen first, then the contract when it is loaded, and last the slots', () => {
  const placed = autoSelect(begun, { coaches, contracts: undefined, today }).draft
  expect(placed).toMatchObject({ coachId: '1', stadiumId: '10', date: TOMORROW, contractId: null, slots: [] })
  expect(placed.edited?.flags).toMatchObject({ coach: true, stadium: true, date: true, courseContract: false })
  const whole = autoSelect(placed, known).draft
  expect(whole).toEqual(chosen)
  expect(whole.contractId).toBe('100')
  expect(times(whole)).toEqual(['1号场 18:30', '1号场 19:00'])
  expect(whole.edited?.flags).toMatchObject({ courseContract: true, timeSlots: true })
})

test('each automatic choice is made only once', () => {
  const moved = withDate(chosen, LATER)
  expect(autoSelect(moved, known).draft).toBe(moved)
})

test('the contract is chosen by the course, else by its name, else the first', () => {
  const contractOf = (courseDesignId: string, courseDesignName: string) =>
    autoSelect(draftToEdit(givenClass({ courseDesignId, courseDesignName }), '9'), known).draft.contractId
  expect(contractOf('6', '课程5')).toBe('101')
  expect(contractOf('7', '课程6')).toBe('101')
  expect(contractOf('7', '课程7')).toBe('100')
})

test('a class that ends before it begins has no slots to choose', () => {
  const odd = draftToEdit(givenClass({ beginTimeSlot: 39, endTimeSlot: 39 }), '9')
  expect(autoSelect(odd, known).draft).toMatchObject({ slots: [], contractId: '100' })
})

test('a coach who can no longer be booked is left empty with a notice', () => {
  const { draft, notice } = autoSelect(begun, { ...known, coaches: [givenCoachRecord('2', '沈嘉禾', [hall])] })
  expect(notice).toBe('暂时无法约这位教练')
  expect(draft).toMatchObject({ coachId: null, date: TOMORROW, slots: [] })
  expect(withCoach(draft, { coachId: '2', stadiumIds: ['20'] }).draft).toMatchObject({ coachId: '2', stadiumId: '20' })
})

test('a venue where the coach no longer teaches is replaced by the coach’s first one, without the slots', () => {
  const { draft } = autoSelect(begun, { ...known, coaches: [givenCoachRecord('1', '王启明', [hall])] })
  expect(draft).toMatchObject({ stadiumId: '20', slots: [] })
})

test('the half-hours of the edited class can be chosen again, those of another class of the player cannot', () => {
  const grid = dayGrid(TOMORROW, [
    cell({ timeIndex: 37, status: 'MY_INVITING', inviteId: '77' }),
    cell({ timeIndex: 38, status: 'MY_INVITING', inviteId: '77' }),
    cell({ timeIndex: 40, status: 'MY_INVITING', inviteId: '78' }),
  ])
  const empty = { ...chosen, slots: [] }
  expect(times(pressSlot(empty, grid, { courtCode: '1号场', timeIndex: 37 }).draft)).toEqual(['1号场 18:30'])
  expect(pressSlot(empty, grid, { courtCode: '1号场', timeIndex: 40 }).refusal).toBe('slot_mine_other')
})

test('another date removes the slots, the class’s own date restores them, but only at its own venue', () => {
  const away = withDate(chosen, LATER)
  expect(away.slots).toEqual([])
  expect(times(withDate(away, TOMORROW))).toEqual(['1号场 18:30', '1号场 19:00'])
  const { draft } = withStadium(chosen, '20')
  expect(withDate(withDate(draft, LATER), TOMORROW).slots).toEqual([])
})

test('another coach removes the slots and keeps the contract', () => {
  const { draft, notice } = withCoach(chosen, { coachId: '2', stadiumIds: ['20'] })
  expect(draft).toMatchObject({ contractId: '100', slots: [] })
  expect(notice).toBe('教练已更改，请重新选择时段')
})

test('turning conflicts off keeps the class’s own half-hours', () => {
  const on = withAllowConflict(chosen, true).draft
  const grid = dayGrid(TOMORROW, [cell({ timeIndex: 39 })])
  const longer = pressSlot(on, grid, { courtCode: '1号场', timeIndex: 39 }).draft
  expect(times(longer)).toHaveLength(3)
  const off = withAllowConflict(longer, false)
  expect(times(off.draft)).toEqual(['1号场 18:30', '1号场 19:00'])
  expect(off.notice).toBe('已自动取消选中的冲突时段')
})

test('another contract never offers fewer seats than are already taken', () => {
  const joined = draftToEdit(givenClass({ participantsCount: 2, seatsTaken: 2 }), '9')
  expect(withContract(joined, '101').participantsCount).toBe(2)
})

test('hours that the edited class holds are free for the changed class', () => {
  const held = givenContract('100', '5', { remainingSessions: 1.5, heldSessions: 1, availableSessions: 0.5 })
  expect(withHoldFree([held, givenContract('101', '6')], begun.edited?.hold)).toMatchObject([
    { id: '100', heldSessions: 0, availableSessions: 1.5 },
    { id: '101', availableSessions: 12.5 },
  ])
})

const contract = givenContract('100', '5')
const bodyOf = (draft: Draft) =>
  bookingBody({
    userId: '9',
    coachId: '1',
    stadiumId: '10',
    courts: lake.courts,
    contract,
    slots: draft.slots,
    draft,
    participantsCount: 1,
    consumedSessions: 1,
  })

test('the edited class’s own half-hours are no conflict, unless the class already is a request that covers one', () => {
  expect(bodyOf(chosen)).toMatchObject({ useUnavailable: false, messageToCoach: '想练反手' })
  const request = autoSelect(
    draftToEdit(givenClass({ useUnavailable: true, messageToPlayers: '带水', focus: 'SERVE' }), '9'),
    known,
  ).draft
  expect(bodyOf(request)).toMatchObject({ useUnavailable: true, messageToPlayers: '带水', focus: 'SERVE' })
  expect(bodyOf(withAllowConflict(request, false).draft)).toMatchObject({ useUnavailable: false })
})

const byCoach = givenClass(
  { initiatorId: '1', initiatorRole: 'coach', participantsCount: 3, messageToPlayers: '带水' },
  {
    responsePlayers: [
      givenSeat('31'),
      givenSeat('32', { responseStatus: 'INVITED', heldSessions: 0 }),
      givenSeat('33', { responseStatus: 'LEFT', heldSessions: 0 }),
    ],
  },
)

test('a coach’s own class brings its students, venue, date, course and slots', () => {
  const draft = autoSelectForCoach(coachDraftToEdit(byCoach, '1'), {
    venues: [hall, lake],
    courses: [givenCourse('6'), givenCourse('5')],
    today,
  })
  expect(draft).toMatchObject({
    stadiumId: '10',
    date: TOMORROW,
    courseId: '5',
    participantsCount: 3,
    stated: { messageToPlayers: '带水', focus: '' },
  })
  expect(draft.students.map(({ id, hasSeat, heldSessions }) => ({ id, hasSeat, heldSessions }))).toEqual([
    { id: '31', hasSeat: true, heldSessions: 1 },
    { id: '32', hasSeat: false, heldSessions: 0 },
  ])
  expect(times(draft)).toEqual(['1号场 18:30', '1号场 19:00'])
})

test('the rule says who may edit a class and until when', () => {
  expect(editRefusalText(givenClass(), now)).toBeUndefined()
  expect(editRefusalText(givenClass({ invitationStatus: 'COMPLETED' }), now)).toBe('当前状态不允许此操作')
  expect(editRefusalText(givenClass({ freeCancelUntil: new Date(now.getTime() - 1).toISOString() }), now)).toBe(
    '已过免费取消时间，不能再修改，请联系教练',
  )
  expect(editRefusalText(givenClass({ courseDate: addDays(today, -1) }), now)).toBe('课程已开始，不能再操作')
  const participant = { ...givenClass().reqUser, role: 'participant' as const }
  expect(editRefusalText(givenClass({}, { reqUser: participant }), now)).toBe('无权操作该约课')
})
