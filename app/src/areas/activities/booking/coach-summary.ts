import type { CompanyCourse } from '@paidang/api/areas/companies'
import { consumedSessionsOf, SHORTEST_CLASS_SESSIONS } from '@paidang/domain/areas/classes/consumed-sessions'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { rangeOf, type SelectionRules } from '@paidang/domain/areas/schedule/selection'
import { type Day, toIsoDay } from '@paidang/domain/kernel/day'
import {
  bookRefusalText,
  EMPTY_SUMMARY,
  NOTHING_CHOSEN,
  rangeSummary,
  type SlotSummary,
  spokenText,
} from './booking-summary'
import { type ChosenStudent, canStudentPay, hoursOfStudent } from './coach-draft'

/** The text about hours beside a student's name. `isShort`: the student cannot pay the class of this draft. */
export type StudentHours = { text: string; isShort: boolean }

type FactsInput = {
  /** Input of the selection rules. `selection` is of the shown day. */
  rules: SelectionRules
  students: readonly ChosenStudent[]
  course: CompanyCourse['companyCourse'] | undefined
  venueName: string | undefined
}

/** Returns the texts of a coach's booking. It shows which students have too few hours; they can still be invited. */
export function coachSummary({ rules, students, course, venueName }: FactsInput): SlotSummary {
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

/**
 * Returns the text about a student's hours of a course: 可用 5 课时, 课时不足，可用 0.5 课时, 没有合同. There is no text without a
 * course. Undefined while the student's contracts are not read.
 */
export function studentHours(
  student: ChosenStudent,
  input: { courseId: string; courseDate: Day; consumedSessions: number },
): StudentHours | undefined {
  const hours = hoursOfStudent(student, input.courseId, input.courseDate)
  if (hours === undefined) return undefined
  const available = `可用 ${lessonHoursText(hours)} 课时`
  // Before half-hours are chosen, count the hours of the shortest class.
  const consumedSessions = Math.max(input.consumedSessions, SHORTEST_CLASS_SESSIONS)
  if (canStudentPay(student, { ...input, consumedSessions })) return { text: available, isShort: false }
  return { text: hours > 0 ? `课时不足，${available}` : '课时不足', isShort: true }
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
}: Omit<FactsInput, 'rules'>): Pick<SlotSummary, 'refusal' | 'leadsTo'> | undefined {
  if (venueName === undefined) return { refusal: '先选场馆', leadsTo: 'venue' }
  if (students.length === 0) return { refusal: '先选学员', leadsTo: 'students' }
  if (!course) return { refusal: '先选课程', leadsTo: 'course' }
  const isTooMany = students.length > course.maxParticipants
  return isTooMany ? { refusal: `这门课最多 ${course.maxParticipants} 人`, leadsTo: 'students' } : undefined
}
