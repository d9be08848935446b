import { type CreateByCoach, createByCoach } from '@paidang/api/areas/activities/class-actions'
import type { Elsewhere } from '@paidang/api/areas/activities/classes'
import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import { rangeOf, type SlotRange } from '@paidang/domain/areas/time/schedule/selection'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { useEffect, useMemo, useRef } from 'react'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useSession, useUserId } from '../../../platform/session'
import { useBookingDay, useClock } from './booking-day'
import { coachSummary, courseDateOf } from './booking-summary'
import { useContractsOfStudents, useOwnCourses, useOwnVenues } from './coach-data'
import {
  afterCoachBooking,
  type ChosenStudent,
  EMPTY_COACH_DRAFT,
  seatsOf,
  withCourse,
  withStudents,
} from './coach-draft'
import { draftOf } from './draft'
import { coachDraft, useOwnDraft } from './draft-store'
import { autoSelectForCoach } from './edit-draft'
import { useElsewhere } from './elsewhere'
import { useSlotActions } from './slot-actions'
import { coachBookingBody, trimmed, useBookForStudents, useLostBooking, useSubmit } from './submit-data'

/** Everything that the coach's booking screen shows, read from the server and from the draft. */
export type CoachBooking = ReturnType<typeof useCoachBooking>

/**
 * Only the coach's own locks give way to a class of the coach. Source: decision "The life of a class invitation",
 * create.
 */
const OWN_LOCKS: readonly SlotStatus[] = ['COACH_UNAVAILABLE']

/** Reads what the screen needs, keeps the draft in step with it, and notifies of changes made automatically. */
export function useCoachBooking() {
  const userId = useUserId() ?? ''
  const nickname = useSession(({ username }) => username) ?? ''
  const clock = useClock()
  const { now, today } = clock
  const draft = draftOf(
    coachDraft.use((kept) => kept),
    userId,
    EMPTY_COACH_DRAFT,
  )
  const { edited } = draft

  const venues = useOwnVenues()
  const courses = useOwnCourses()
  const venue = venues.data?.find(({ id }) => id === draft.stadiumId)
  const course = courses.data?.find(({ companyCourse }) => companyCourse.id === draft.courseId)?.companyCourse
  const students = useFullStudents(draft.students)

  const coach = useMemo(() => ({ id: userId, nickname }), [userId, nickname])
  const day = useBookingDay({
    store: coachDraft,
    draft,
    coach,
    venue,
    by: 'coach',
    yielding: OWN_LOCKS,
    clock,
  })
  const { slots } = day
  const facts = coachSummary({
    rules: {
      courts: venue?.courts ?? [],
      firstStart: venue?.firstStart ?? 0,
      lastStart: venue?.lastStart ?? 0,
      selection: slots,
      allowConflict: draft.allowConflict,
      editingInvitationId: edited?.inviteId,
      now,
    },
    students,
    course,
    venueName: venue?.name,
  })

  useOwnDraft(coachDraft, userId)
  useFirstVenue(venues.data)
  useOnlyCourse(courses.data)
  useAutoSelect(venues.data, courses.data, today)

  /** The class for which the students' hours are counted; undefined while no course is chosen. */
  const input = course && {
    courseId: course.id,
    courseDate: courseDateOf(slots, day.date),
    consumedSessions: facts.consumedSessions,
  }
  return { ...day, userId, draft, venues, courses, course, students, facts, input }
}

/** Returns the students with their contracts. The contracts of students of an edited class still have to be read. */
function useFullStudents(students: readonly ChosenStudent[]): readonly ChosenStudent[] {
  const unread = useMemo(() => students.filter(({ contracts }) => !contracts).map(({ id }) => id), [students])
  const read = useContractsOfStudents(unread)
  return students.map((student) =>
    student.contracts ? student : { ...student, contracts: read.get(student.id) ?? null },
  )
}

/** Begins with the coach's first venue, and removes a venue where the coach no longer teaches. */
function useFirstVenue(venues: readonly { id: string }[] | undefined): void {
  const chosenId = coachDraft.use(({ stadiumId }) => stadiumId)
  const isEdit = coachDraft.use(({ edited }) => edited !== null)
  useEffect(() => {
    if (!venues || isEdit || venues.some(({ id }) => id === chosenId)) return
    coachDraft.keep({ ...coachDraft.current(), stadiumId: venues[0]?.id ?? null, slots: [], pendingRange: null })
  }, [venues, chosenId, isEdit])
}

/** Chooses the course for a coach who teaches only one. Removes a course that the coach no longer teaches. */
function useOnlyCourse(courses: readonly CompanyCourse[] | undefined): void {
  const chosenId = coachDraft.use(({ courseId }) => courseId)
  const isEdit = coachDraft.use(({ edited }) => edited !== null)
  useEffect(() => {
    if (!courses || isEdit || courses.some(({ companyCourse }) => companyCourse.id === chosenId)) return
    const courseId = courses.length === 1 ? (courses[0]?.companyCourse.id ?? null) : null
    if (courseId !== chosenId) coachDraft.keep({ ...coachDraft.current(), courseId })
  }, [courses, chosenId, isEdit])
}

/** Runs the automatic choices of edit mode as soon as the data for them is there. */
function useAutoSelect(
  venues: readonly { id: string }[] | undefined,
  courses: readonly CompanyCourse[] | undefined,
  today: string,
): void {
  const edited = coachDraft.use((draft) => draft.edited)
  useEffect(() => {
    if (!edited) return
    const draft = autoSelectForCoach(coachDraft.current(), { venues, courses, today })
    if (draft !== coachDraft.current()) coachDraft.keep(draft)
  }, [edited, venues, courses, today])
}

/** The actions of the coach's booking screen. */
export type CoachBookingActions = ReturnType<typeof useCoachBookingActions>['actions']

/** Handles the presses of the coach's booking screen. `useSlotActions` does the same for the grid. */
export function useCoachBookingActions(booking: CoachBooking) {
  const latest = useRef(booking)
  latest.current = booking
  const { actions: slotActions, pulses } = useSlotActions(coachDraft, booking)
  const onDone = ({ id }: { id: string }) => {
    coachDraft.keep(afterCoachBooking(coachDraft.current()))
    goTo(bookingViewPath(id))
  }
  const elsewhere = useElsewhere(booking, true)
  const { lost, onClash, forget, take } = elsewhere
  const onLostHere = useLostBooking(booking.day, { outcome: createByCoach.outcome, onDone })
  const onLost = (range: SlotRange) => elsewhere.onLost() || onLostHere(range)
  const make = useBookForStudents({ onDone, onLost, onClash })
  const { submit, isBusy } = useSubmit<CreateByCoach & { coachId: string }>(make, booking.setClash)
  const send = useRef(submit)
  send.current = submit

  const actions = useMemo(
    () => ({
      ...slotActions,
      chooseStudents: (students: readonly ChosenStudent[]) =>
        coachDraft.keep(withStudents(coachDraft.current(), students)),
      chooseCourse: (courseId: string) => coachDraft.keep(withCourse(coachDraft.current(), courseId)),
      submit: ({ userId, venue, course, slots, facts, draft }: CoachBooking) => {
        const range = rangeOf(slots)
        if (!venue || !course || !range || facts.refusal) return
        const body = coachBookingBody({
          userId,
          stadiumId: venue.id,
          courts: venue.courts,
          slots,
          draft,
          participantsCount: seatsOf(draft, course.maxParticipants),
          consumedSessions: facts.consumedSessions,
          course,
          studentIds: draft.students.map(({ id }) => id),
        })
        forget()
        if (body) send.current(body, range, draft.edited)
      },
      /** Makes the class elsewhere, as it was offered, once the coach has agreed to what differs. */
      bookElsewhere: async (place: Elsewhere) => {
        const { userId: coachId, course, draft } = latest.current
        if (!course || !(await take(place))) return
        const { stadiumId, selectedCourt, courseDate, beginTimeSlot, endTimeSlot, courtName } = place
        const { id: courseDesignId, pricePerSession: courseDesignPrice } = course
        const participantsCount = seatsOf(draft, course.maxParticipants)
        const at = { coachId, stadiumId, selectedCourt, courseDate, beginTimeSlot, endTimeSlot }
        const studentIds = draft.students.map(({ id }) => id)
        const body = {
          ...trimmed(draft.stated),
          ...at,
          courseDesignId,
          courseDesignPrice,
          participantsCount,
          studentIds,
        }
        send.current(body, { courtCode: courtName, beginTimeSlot, endTimeSlot }, null)
      },
    }),
    [slotActions, forget, take],
  )
  return { actions, pulses, isBusy, lost }
}
