import type { CompanyCourse } from '@paidang/api/areas/companies'
import { consumedSessionsOf, SHORTEST_CLASS_SESSIONS } from '@paidang/domain/areas/classes/consumed-sessions'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { rangeOf, type SelectionRules } from '@paidang/domain/areas/schedule/selection'
import { type Day, hyphened } from '@paidang/domain/kernel/day'
import { bookRefusalText, NO_FACTS, NOTHING_CHOSEN, runFacts, type SlotFacts, spokenWords } from './booking-facts'
import { type ChosenStudent, canStudentPay, hoursOfStudent } from './coach-draft'

/** What stands beside a student's name about his hours. `isShort`: he cannot pay the class as it is put together. */
export type StudentHours = { text: string; isShort: boolean }

type FactsInput = {
  /** As the selection rules want it; `selection` is of the shown day. */
  rules: SelectionRules
  students: readonly ChosenStudent[]
  course: CompanyCourse['companyCourse'] | undefined
  venueName: string | undefined
}

/** The words of a coach's booking. Whose hours are too few stands beside him; he can be invited all the same. */
export function coachFacts({ rules, students, course, venueName }: FactsInput): SlotFacts {
  const { selection } = rules
  const range = rangeOf(selection)
  const missing = whatIsMissing({ students, course, venueName })
  if (!range) return { ...NO_FACTS, refusal: NOTHING_CHOSEN, ...missing }
  const consumedSessions = course
    ? consumedSessionsOf(range.beginTimeSlot, range.endTimeSlot, course.sessionDuration)
    : 0
  return {
    ...runFacts(rules, range),
    consumedSessions,
    refusal: bookRefusalText(rules),
    ...missing,
    spoken: spokenWords(selection.length, course && consumedSessions),
  }
}

/**
 * A student's hours of a course as they stand beside his name: 可用 5 课时, 课时不足，可用 0.5 课时, 没有合同. Without a course
 * nothing is said of him; undefined while his contracts are not read.
 */
export function studentHours(
  student: ChosenStudent,
  wanted: { courseId: string; courseDate: Day; consumedSessions: number },
): StudentHours | undefined {
  const hours = hoursOfStudent(student, wanted.courseId, wanted.courseDate)
  if (hours === undefined) return undefined
  const available = `可用 ${lessonHoursText(hours)} 课时`
  // Before half-hours are chosen even the shortest class needs some.
  const consumedSessions = Math.max(wanted.consumedSessions, SHORTEST_CLASS_SESSIONS)
  if (canStudentPay(student, { ...wanted, consumedSessions })) return { text: available, isShort: false }
  return { text: hours > 0 ? `课时不足，${available}` : '课时不足', isShort: true }
}

/** The day for which hours are counted: that of the chosen slots, else the shown one. */
export function courseDateOf(selection: SelectionRules['selection'], shown: Day): Day {
  const first = selection[0]
  return first ? hyphened(first.date) : shown
}

function whatIsMissing({
  students,
  course,
  venueName,
}: Omit<FactsInput, 'rules'>): Pick<SlotFacts, 'refusal' | 'leadsTo'> | undefined {
  if (venueName === undefined) return { refusal: '先选场馆', leadsTo: 'venue' }
  if (students.length === 0) return { refusal: '先选学员', leadsTo: 'students' }
  if (!course) return { refusal: '先选课程', leadsTo: 'course' }
  const isTooMany = students.length > course.maxParticipants
  return isTooMany ? { refusal: `这门课最多 ${course.maxParticipants} 人`, leadsTo: 'students' } : undefined
}
