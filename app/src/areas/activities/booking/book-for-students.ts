import type { Student } from '@paidang/api/areas/students'
import type { Day } from '@paidang/domain/kernel/day'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { currentSession } from '../../../platform/session'
import { visitBookingSide } from './booking-side'
import { chosenStudent, EMPTY_COACH_DRAFT, withStudents } from './coach-draft'
import { draftOf, withDate } from './draft'
import { coachDraft } from './draft-store'
import { editDraft, endEditing } from './editing-store'

/**
 * 替学员约课: opens the booking tab on the coach's side, on that day. The coach's draft stays, except for slots of another
 * day. Leaving the tab brings back side and draft from before.
 */
export function bookForStudents(day: Day): Promise<void> {
  endEditing()
  visitBookingSide('students')
  const draft = draftOf(coachDraft.current(), currentSession().userId ?? '', EMPTY_COACH_DRAFT)
  editDraft(coachDraft, withDate(draft, day))
  return goTo(bookingClassPath())
}

/**
 * 约课 beside a student's name: opens the booking tab on the coach's side. Only this student is chosen, with the course
 * that the student's hours are for. The venue, day and half-hours of the draft stay.
 */
export function bookWithStudent(student: Student, courseId: string | undefined): Promise<void> {
  endEditing()
  visitBookingSide('students')
  const draft = draftOf(coachDraft.current(), currentSession().userId ?? '', EMPTY_COACH_DRAFT)
  const invited = withStudents(draft, [chosenStudent(student)])
  editDraft(coachDraft, courseId === undefined ? invited : { ...invited, courseId })
  return goTo(bookingClassPath())
}
