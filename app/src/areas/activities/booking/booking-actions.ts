import { createByPlayer } from '@paidang/api/areas/class-actions'
import type { CoachRecord } from '@paidang/api/areas/relations'
import { rangeOf } from '@paidang/domain/areas/schedule/selection'
import { useMemo, useRef } from 'react'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useConsent } from '../../ground/messages/consent'
import { bookingBody } from './booking-body'
import { showStepNotice } from './booking-day'
import { type Booking, choiceOf } from './booking-state'
import { afterBooking, withCoach, withContract } from './draft'
import { currentDraft, playerDraft, saveDraft } from './draft-store'
import { leaveAfterEdit } from './editing-store'
import { seatsOfPlayer } from './seats'
import { useSlotActions } from './slot-actions'
import { useBook, useLostBooking, useSaveEdit } from './submit-data'

/** The actions of the player's booking screen. */
export type BookingActions = ReturnType<typeof useBookingActions>['actions']

/** Handles the presses of the player's booking screen. `useSlotActions` does the same for the grid. */
export function useBookingActions(booking: Booking) {
  const latest = useRef(booking)
  latest.current = booking
  const { actions: slotActions, pulses } = useSlotActions(playerDraft, booking)
  const onDone = ({ id }: { id: string }) => {
    saveDraft(afterBooking(currentDraft()))
    goTo(bookingViewPath(id))
  }
  const onLost = useLostBooking(booking.day, { outcome: createByPlayer.outcome, onDone })
  const book = useBook({ onDone, onLost, onClash: booking.setClash })
  const save = useSaveEdit({ onDone: leaveAfterEdit, onClash: booking.setClash })
  const askConsent = useConsent('class', 'reminder')
  const send = useRef({ book: book.act, save: save.act, askConsent })
  send.current = { book: book.act, save: save.act, askConsent }

  const actions = useMemo(
    () => ({
      ...slotActions,
      chooseCoach: (record: CoachRecord) => {
        const { draft, notice } = withCoach(currentDraft(), choiceOf(record))
        saveDraft(draft)
        showStepNotice(notice)
      },
      chooseContract: (contractId: string) => saveDraft(withContract(currentDraft(), contractId)),
      setMessage: (messageToCoach: string) => saveDraft({ ...currentDraft(), messageToCoach }),
      setMessageToPlayers: (messageToPlayers: string) => saveDraft({ ...currentDraft(), messageToPlayers }),
      submit: () => {
        const { userId, coach, venue, contract, slots, facts, draft } = latest.current
        const range = rangeOf(slots)
        if (!coach || !venue || !contract || !range || facts.refusal) return
        const { maxParticipants } = contract.courseDesign
        const body = bookingBody({
          userId,
          coachId: coach.coach.id,
          stadiumId: venue.id,
          courts: venue.courts,
          contract,
          slots,
          chosen: draft,
          participantsCount: seatsOfPlayer(draft, maxParticipants),
          consumedSessions: facts.consumedSessions,
          messageToCoach: draft.messageToCoach,
          messageToPlayers: draft.messageToPlayers,
        })
        if (!body) return
        send.current.askConsent()
        if (draft.edited) {
          const { inviteId: id, revision } = draft.edited
          send.current.save({ body: { ...body, id, revision }, range })
        } else send.current.book({ body, range })
      },
    }),
    [slotActions],
  )
  return { actions, pulses, isBusy: book.isPending || save.isPending }
}
