import { createByCoach } from '@paidang/api/areas/class-actions'
import { rangeOf } from '@paidang/domain/areas/schedule/selection'
import { useMemo, useRef } from 'react'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useConsent } from '../../ground/messages/consent'
import { coachBookingBody } from './booking-body'
import type { CoachBooking } from './coach-booking-state'
import { afterCoachBooking, type ChosenStudent, seatsOf, withCourse, withStudents } from './coach-draft'
import { coachDraft } from './draft-store'
import { leaveAfterEdit } from './editing-store'
import { useSlotActions } from './slot-actions'
import { useBookForStudents, useLostBooking, useSaveEdit } from './submit-data'

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
  const onLost = useLostBooking(booking.day, { outcome: createByCoach.outcome, onDone })
  const make = useBookForStudents({ onDone, onLost, onClash: booking.setClash })
  const save = useSaveEdit({ onDone: leaveAfterEdit, onClash: booking.setClash })
  const askConsent = useConsent('class', 'reminder')
  const send = useRef({ make: make.act, save: save.act, askConsent })
  send.current = { make: make.act, save: save.act, askConsent }

  const actions = useMemo(
    () => ({
      ...slotActions,
      chooseStudents: (students: readonly ChosenStudent[]) =>
        coachDraft.keep(withStudents(coachDraft.current(), students)),
      chooseCourse: (courseId: string) => coachDraft.keep(withCourse(coachDraft.current(), courseId)),
      setMessage: (messageToPlayers: string) => coachDraft.keep({ ...coachDraft.current(), messageToPlayers }),
      submit: () => {
        const { userId, venue, course, slots, facts, draft } = latest.current
        const range = rangeOf(slots)
        if (!venue || !course || !range || facts.refusal) return
        const body = coachBookingBody({
          userId,
          stadiumId: venue.id,
          courts: venue.courts,
          slots,
          chosen: draft,
          participantsCount: seatsOf(draft, course.maxParticipants),
          consumedSessions: facts.consumedSessions,
          course,
          studentIds: draft.students.map(({ id }) => id),
          messageToPlayers: draft.messageToPlayers,
        })
        if (!body) return
        send.current.askConsent()
        if (draft.edited) {
          const { inviteId: id, revision } = draft.edited
          send.current.save({ body: { ...body, id, revision }, range })
        } else send.current.make({ body, range })
      },
    }),
    [slotActions],
  )
  return { actions, pulses, isBusy: make.isPending || save.isPending }
}
