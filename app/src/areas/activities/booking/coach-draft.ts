import type { Student } from '@paidang/api/areas/activities/students'
import { CONTRACT_STATUS } from '@paidang/domain/areas/money/contracts/contract'
import type { Day } from '@paidang/domain/kernel/day'
import { EMPTY_SLOTS, fewestSeats, type SlotDraft } from './draft'

/** A contract with which a student can pay a course, as far as the coach may see it. */
export type StudentContract = Pick<
  Student['userCourseContracts'][number],
  'availableSessions' | 'expiryDate' | 'contractStatus'
> & { courseDesign: { id: string } }

/**
 * A student whom the coach invites. `contracts` is null while they are not read. In a class that is being edited
 * `hasSeat` says that the student has joined. `heldSessions` is what the student's seat holds; these hours are free
 * again for the changed class.
 */
export type ChosenStudent = {
  id: string
  nickname: string
  avatar: string | null
  contracts: readonly StudentContract[] | null
  hasSeat: boolean
  heldSessions: number
  /** The last class with the coach; absent while it is not read. */
  last?: Student['lastFinishedCourse']
}

/**
 * The draft of a class that a coach makes for students. `participantsCount` is the number of seats, at least one for
 * each student.
 */
export type CoachDraft = SlotDraft & {
  students: readonly ChosenStudent[]
  /** null while none is chosen. */
  courseId: string | null
}

/** The draft with nothing chosen. */
export const EMPTY_COACH_DRAFT: CoachDraft = { ...EMPTY_SLOTS, students: [], courseId: null }

/** Converts a student of the list into an invited one. */
export function chosenStudent({ player, userCourseContracts, lastFinishedCourse: last }: Student): ChosenStudent {
  const { id, nickname, avatar } = player
  return { id, nickname, avatar, contracts: userCourseContracts, hasSeat: false, heldSessions: 0, last }
}

/** Invites these students. Additional free seats stay free. */
export function withStudents(draft: CoachDraft, students: readonly ChosenStudent[]): CoachDraft {
  const freeSeats = Math.max(0, draft.participantsCount - Math.max(1, draft.students.length))
  return { ...draft, students, participantsCount: Math.max(1, students.length) + freeSeats }
}

/** Chooses the course. */
export function withCourse(draft: CoachDraft, courseId: string): CoachDraft {
  return { ...draft, courseId }
}

/** Returns the number of offered seats. It is at least one for each student, and at most as many as the course has. */
export function seatsOf(
  { participantsCount, students, edited }: Pick<CoachDraft, 'participantsCount' | 'students' | 'edited'>,
  maxParticipants: number,
): number {
  const fewest = Math.max(students.length, fewestSeats({ edited }))
  return Math.max(fewest, Math.min(participantsCount, maxParticipants))
}

/**
 * Returns the free lesson hours of a student for the course, from active contracts that last until the class. Undefined
 * while the contracts are not read.
 */
export function hoursOfStudent(student: ChosenStudent, courseId: string, courseDate: Day): number | undefined {
  if (!student.contracts) return undefined
  return payingContracts(student.contracts, courseId, courseDate).reduce(
    (sum, { availableSessions }) => sum + availableSessions,
    student.heldSessions,
  )
}

/**
 * Whether one contract of the student can pay so many hours of the course on that day. Undefined while the contracts
 * are not read.
 */
export function canStudentPay(
  { contracts, heldSessions }: ChosenStudent,
  { courseId, courseDate, consumedSessions }: { courseId: string; courseDate: Day; consumedSessions: number },
): boolean | undefined {
  if (!contracts) return undefined
  // The hours that the student's seat holds return to their contract first.
  return payingContracts(contracts, courseId, courseDate).some(
    ({ availableSessions }) => availableSessions + heldSessions >= consumedSessions,
  )
}

/** Returns the draft after the class was made: venue, course and day stay for the next one. */
export function afterCoachBooking(draft: CoachDraft): CoachDraft {
  const { stated } = EMPTY_COACH_DRAFT
  return { ...draft, students: [], slots: [], allowConflict: false, participantsCount: 1, stated }
}

function payingContracts(contracts: readonly StudentContract[], courseId: string, courseDate: Day): StudentContract[] {
  return contracts.filter(
    ({ courseDesign, contractStatus, expiryDate }) =>
      courseDesign.id === courseId && contractStatus === CONTRACT_STATUS.ACTIVE && expiryDate >= courseDate,
  )
}
