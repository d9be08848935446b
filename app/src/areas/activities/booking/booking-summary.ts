import type { Contract } from '@paidang/api/areas/money/contracts'
import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import { consumedSessionsOf, SHORTEST_CLASS_SESSIONS } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { freeUntilOf } from '@paidang/domain/areas/activities/classes/free-time'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import {
  collisionsOf,
  rangeOf,
  type SelectedSlot,
  type SelectionRules,
  type SlotRange,
  whyNotBook,
} from '@paidang/domain/areas/time/schedule/selection'
import { SELECTION_TEXTS } from '@paidang/domain/areas/time/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { type Day, dayOf, formatDateTime, instantOf, monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { type ChosenStudent, canStudentPay, hoursOfStudent } from './coach-draft'
import { consumedBy, payRefusalText } from './contracts-data'
import type { EditedClass } from './draft'

/** Which sheet of the booking screen is open. */
export type SheetName = 'coach' | 'venue' | 'contract' | 'contact' | 'find' | 'details' | 'students' | 'course'

/** The texts beside the button for the chosen run. */
export type SlotSummary = {
  /** 3号场 18:30–20:00; undefined while nothing is chosen. */
  chosen?: string
  /** Number of chosen half-hours. */
  count: number
  /** Lesson hours that the class consumes; 0 while it is not known. */
  consumedSessions: number
  /** 2 格与教练已有课程冲突; undefined without conflicts. */
  collisions?: string
  /** Why it cannot be booked; undefined when it can be. */
  refusal?: string
  /** The sheet in which the missing choice can be made. */
  leadsTo?: SheetName
  /** Text for screen readers at each change: 已选择3个时间段，消耗1.5课时. */
  spoken: string
}

/** The texts of a player's booking before it is sent. */
type BookingSummary = SlotSummary & {
  /** Free lesson hours after the booking. */
  availableAfter?: number
  /** The booking asks for half-hours that collide, so the coach decides. */
  isRequest: boolean
  /** 11.21 18:30 前免费 */
  cancelRule?: string
}

type FactsInput = {
  /** Input of the selection rules. `selection` is of the shown day. */
  rules: SelectionRules
  contract: Contract | undefined
  /** The contracts are loaded. Before that none is reported as missing. */
  contractsKnown: boolean
  /** The class that is being edited. */
  edited?: EditedClass | null
}

/** Said while nothing is chosen: the first step. */
export const NOTHING_CHOSEN = '请选择时段'

const COLLISION_TEXT: Partial<Record<SlotStatus, string>> = {
  COACH_OCCUPIED: '教练已有课程',
  COURT_OCCUPIED: '场地已有预订',
  COACH_UNAVAILABLE: '教练休息时间',
  COURT_UNAVAILABLE: '场地停用时间',
  MY_INVITING: '您自己的约课',
}

/** Returns the texts of a booking from what is chosen. The refusals are those of the server. */
export function bookingSummary({ rules, contract, contractsKnown, edited = null }: FactsInput): BookingSummary {
  const { selection } = rules
  const range = rangeOf(selection)
  const first = selection[0]
  if (!range || !first) {
    const isMissing = contractsKnown && !contract
    if (isMissing) return { ...EMPTY_SUMMARY, isRequest: false, refusal: '缺少合同', leadsTo: 'contact' }
    return { ...EMPTY_SUMMARY, isRequest: false, refusal: NOTHING_CHOSEN }
  }
  const courseDate = toIsoDay(first.date)
  const consumedSessions = consumedBy(contract, selection)
  const available = contract && contract.remainingSessions - contract.heldSessions
  const unbookable = bookRefusalText(rules)
  const unpayable = contractsKnown ? payRefusalText(contract, courseDate, consumedSessions) : '正在读取合同'
  return {
    ...rangeSummary(rules, range),
    consumedSessions,
    availableAfter: available === undefined ? undefined : available - consumedSessions,
    // A half-hour that was taken meanwhile collides too. It is no request while conflicts are not allowed.
    isRequest: rules.allowConflict && asksForConflict(selection, { ...rules, edited }),
    cancelRule: contract && cancelRuleText(contract, instantOf(courseDate, range.beginTimeSlot), rules.now),
    refusal: unbookable ?? unpayable,
    leadsTo: unbookable === undefined && contractsKnown && unpayable ? (contract ? 'contract' : 'contact') : undefined,
    spoken: spokenText(selection.length, contract ? consumedSessions : undefined),
  }
}

/** The summary with nothing chosen. */
const EMPTY_SUMMARY = { count: 0, consumedSessions: 0, spoken: '' } as const satisfies SlotSummary

/** Returns the chosen run and what it collides with. */
function rangeSummary({ courts, selection, editingInvitationId }: SelectionRules, range: SlotRange) {
  const court = courts.find(({ courtCode }) => courtCode === range.courtCode)?.name ?? range.courtCode
  return {
    chosen: `${court} ${whenOf(range.beginTimeSlot, range.endTimeSlot)}`,
    count: selection.length,
    collisions: collisionText(selection, editingInvitationId),
  }
}

/** Returns the text for screen readers: how many half-hours are chosen, and what they consume where that is known. */
function spokenText(count: number, consumedSessions: number | undefined): string {
  const cost = consumedSessions === undefined ? '' : `，消耗${lessonHoursText(consumedSessions)}课时`
  return `${SELECTION_TEXTS.selected(count)}${cost}`
}

/** Returns how many of the chosen half-hours collide, and with what. Undefined when none does. */
export function collisionText(
  selection: readonly SelectedSlot[],
  editingInvitationId?: string | null,
): string | undefined {
  const counts = new Map<string, number>()
  for (const { status } of collisionsOf(selection, editingInvitationId)) {
    const what = COLLISION_TEXT[status]
    if (what) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  if (counts.size === 0) return undefined
  return [...counts].map(([what, count]) => `${count} 格与${what}冲突`).join('，')
}

/**
 * Whether the booking asks for half-hours that collide. It does so only where the slots collide: the switch alone must
 * not turn a booking into a request. A class that already is such a request covers its collisions with its own
 * half-hours. While those are chosen it stays a request, until the switch is turned off.
 */
export function asksForConflict(
  slots: readonly SelectedSlot[],
  { allowConflict, edited }: { allowConflict: boolean; edited: EditedClass | null },
): boolean {
  if (collisionsOf(slots, edited?.inviteId).length > 0) return true
  return Boolean(allowConflict && edited?.useUnavailable && slots.some(({ inviteId }) => inviteId === edited.inviteId))
}

/**
 * Returns until when cancelling is free. After that time it is free only until the coach confirms. Source: decision
 * "Cancellation policy".
 */
export function cancelRuleText({ company }: Pick<Contract, 'company'>, startsAt: Date, now: Date): string {
  const { freeCancelHours } = company
  const until = freeUntilOf({ freeCancelHours }, startsAt)
  if (until.getTime() <= now.getTime()) return '教练确认前免费'
  return `${monthDotDay(dayOf(until))} ${formatDateTime(until).slice(11, 16)} 前免费`
}

/** Says why the chosen run cannot be booked; undefined when it can be. */
function bookRefusalText(rules: SelectionRules): string | undefined {
  const refusal = whyNotBook(rules)
  // While conflicts are not allowed, a chosen half-hour can only be occupied if it was taken after the choice.
  if (refusal === 'slot_occupied' || refusal === 'slot_occupied_turn_on') return SELECTION_TEXTS.justTaken
  return refusal && SELECTION_TEXTS[refusal]
}

/** The text about hours beside a student's name. `isShort`: the student cannot pay the class of this draft. */
export type StudentHours = { text: string; isShort: boolean }

type CoachFactsInput = {
  /** Input of the selection rules. `selection` is of the shown day. */
  rules: SelectionRules
  students: readonly ChosenStudent[]
  course: CompanyCourse['companyCourse'] | undefined
  venueName: string | undefined
}

/** Returns the texts of a coach's booking. It shows which students have too few hours; they can still be invited. */
export function coachSummary({ rules, students, course, venueName }: CoachFactsInput): SlotSummary {
  const { selection } = rules
  const range = rangeOf(selection)
  const missing = whatIsMissing({ students, course, venueName })
  if (!range) return { ...EMPTY_SUMMARY, refusal: NOTHING_CHOSEN, ...missing }
  const consumedSessions = course
    ? consumedSessionsOf(range.beginTimeSlot, range.endTimeSlot, course.sessionDuration)
    : 0
  return {
    ...rangeSummary(rules, range),
    consumedSessions,
    refusal: bookRefusalText(rules),
    ...missing,
    spoken: spokenText(selection.length, course && consumedSessions),
  }
}

/** The class for which a student's hours are counted. */
export type HoursInput = { courseId: string; courseDate: Day; consumedSessions: number }

/**
 * Returns the text about a student's hours of a course: 可用 5 课时, 课时不足，可用 0.5 课时. Undefined while no course is
 * chosen, or the student's contracts are not read.
 */
export function studentHours(student: ChosenStudent, input: HoursInput | undefined): StudentHours | undefined {
  if (!input) return undefined
  const hours = hoursOfStudent(student, input.courseId, input.courseDate)
  if (hours === undefined) return undefined
  const available = `可用 ${lessonHoursText(hours)} 课时`
  // Before half-hours are chosen, count the hours of the shortest class.
  const consumedSessions = Math.max(input.consumedSessions, SHORTEST_CLASS_SESSIONS)
  if (canStudentPay(student, { ...input, consumedSessions })) return { text: available, isShort: false }
  return { text: hours > 0 ? `课时不足，${available}` : '课时不足', isShort: true }
}

/** Returns 2 人课时不足, shown before the booking is sent; undefined when everybody can pay. */
export function shortText(students: readonly ChosenStudent[], input: HoursInput | undefined): string | undefined {
  const short = students.filter((student) => studentHours(student, input)?.isShort)
  if (short.length === 0) return undefined
  return students.length === 1 ? '课时不足' : `${short.length} 人课时不足`
}

/** Returns the day for which hours are counted: that of the chosen slots, else the shown one. */
export function courseDateOf(selection: SelectionRules['selection'], shown: Day): Day {
  const first = selection[0]
  return first ? toIsoDay(first.date) : shown
}

function whatIsMissing({
  students,
  course,
  venueName,
}: Omit<CoachFactsInput, 'rules'>): Pick<SlotSummary, 'refusal' | 'leadsTo'> | undefined {
  if (venueName === undefined) return { refusal: '先选场馆', leadsTo: 'venue' }
  if (students.length === 0) return { refusal: '先选学员', leadsTo: 'students' }
  if (!course) return { refusal: '先选课程', leadsTo: 'course' }
  const isTooMany = students.length > course.maxParticipants
  return isTooMany ? { refusal: `这门课最多 ${course.maxParticipants} 人`, leadsTo: 'students' } : undefined
}
