import type { Student } from '@paidang/api/areas/students'
import { CONTRACT_STATUS } from '@paidang/domain/areas/contracts/contract'
import type { Day } from '@paidang/domain/kernel/day'
import { EMPTY_SLOTS, type SlotDraft } from './draft'
import { fewestSeats } from './seats'

/** What a student can pay a course with, as far as the coach may see it. */
export type StudentContract = Pick<
  Student['userCourseContracts'][number],
  'availableSessions' | 'expiryDate' | 'contractStatus'
> & { courseDesign: { id: string } }

/**
 * A student whom the coach invites. `contracts` is null while they are not read. In a class that is being edited `hasSeat`
 * says that he has joined, and `heldSessions` what his seat holds: free again for the class as it will be.
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

/** What a coach puts together for his students. `participantsCount` is the number of seats, at least one for each student. */
export type CoachDraft = SlotDraft & {
  students: readonly ChosenStudent[]
  /** null: none chosen yet. */
  courseId: string | null
  messageToPlayers: string
}

/** Nothing chosen yet. */
export const EMPTY_COACH_DRAFT: CoachDraft = { ...EMPTY_SLOTS, students: [], courseId: null, messageToPlayers: '' }

/** A student of the list as one who is invited. */
export function chosenStudent({ player, userCourseContracts, lastFinishedCourse: last }: Student): ChosenStudent {
  const { id, nickname, avatar } = player
  return { id, nickname, avatar, contracts: userCourseContracts, hasSeat: false, heldSessions: 0, last }
}

/** Invites these students: seats that were kept free besides them stay free. */
export function withStudents(draft: CoachDraft, students: readonly ChosenStudent[]): CoachDraft {
  const freeSeats = Math.max(0, draft.participantsCount - Math.max(1, draft.students.length))
  return { ...draft, students, participantsCount: Math.max(1, students.length) + freeSeats }
}

/** Chooses the course that is taught. */
export function withCourse(draft: CoachDraft, courseId: string): CoachDraft {
  return { ...draft, courseId }
}

/** The seats that are offered: one for each student at least, and no more than the course has. */
export function seatsOf(
  { participantsCount, students, edited }: Pick<CoachDraft, 'participantsCount' | 'students' | 'edited'>,
  maxParticipants: number,
): number {
  const fewest = Math.max(students.length, fewestSeats({ edited }))
  return Math.max(fewest, Math.min(participantsCount, maxParticipants))
}

/**
 * Lesson hours of the course that a student has free: of his active contracts that last until the class; undefined while
 * they are not read.
 */
export function hoursOfStudent(student: ChosenStudent, courseId: string, courseDate: Day): number | undefined {
  if (!student.contracts) return undefined
  return payingContracts(student.contracts, courseId, courseDate).reduce(
    (sum, { availableSessions }) => sum + availableSessions,
    student.heldSessions,
  )
}

/** Whether one of his contracts can pay so many hours of the course on that day; undefined while they are not read. */
export function canStudentPay(
  { contracts, heldSessions }: ChosenStudent,
  { courseId, courseDate, consumedSessions }: { courseId: string; courseDate: Day; consumedSessions: number },
): boolean | undefined {
  if (!contracts) return undefined
  // What his seat holds comes back first, to the contract that it came from.
  return payingContracts(contracts, courseId, courseDate).some(
    ({ availableSessions }) => availableSessions + heldSessions >= consumedSessions,
  )
}

/** After the class was made: venue, course and day stay for the next one. */
export function afterCoachBooking(draft: CoachDraft): CoachDraft {
  return { ...draft, students: [], slots: [], allowConflict: false, participantsCount: 1, messageToPlayers: '' }
}

function payingContracts(contracts: readonly StudentContract[], courseId: string, courseDate: Day): StudentContract[] {
  return contracts.filter(
    ({ courseDesign, contractStatus, expiryDate }) =>
      courseDesign.id === courseId && contractStatus === CONTRACT_STATUS.ACTIVE && expiryDate >= courseDate,
  )
}
