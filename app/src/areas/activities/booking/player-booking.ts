import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import type { Elsewhere } from '@paidang/api/areas/activities/classes'
import type { Contract } from '@paidang/api/areas/money/contracts'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import { rangeOf, type SlotRange } from '@paidang/domain/areas/time/schedule/selection'
import { useEffect, useMemo, useRef } from 'react'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { showStepNotice, useBookingDay, useClock } from './booking-day'
import { bookingSummary } from './booking-summary'
import { firstCoachOf, useMyCoaches } from './coaches-data'
import { contractInUse, useContractsWithCoach, withHoldFree } from './contracts-data'
import {
  afterBooking,
  choiceOf,
  type Draft,
  dayOfDraft,
  draftOf,
  EMPTY_DRAFT,
  seatsOfPlayer,
  withCoach,
  withContract,
} from './draft'
import { currentDraft, playerDraft, saveDraft, useOwnDraft } from './draft-store'
import { autoSelect } from './edit-draft'
import { useElsewhere } from './elsewhere'
import { useSlotActions } from './slot-actions'
import { bookingBody, trimmed, useBook, useLostBooking, useSubmit } from './submit-data'

/** Everything that the player's booking screen shows, read from the server and from the draft. */
export type Booking = ReturnType<typeof useBooking>

/** Reads what the screen needs, keeps the draft in step with it, and notifies of changes made automatically. */
export function useBooking() {
  const userId = useUserId() ?? ''
  const clock = useClock()
  const { now, today } = clock
  const stored = playerDraft.use((draft) => draft)
  const coaches = useMyCoaches()
  const draft = useMemo(
    () => withFirstCoach(draftOf(stored, userId, EMPTY_DRAFT), coaches.data),
    [stored, userId, coaches.data],
  )
  const { edited } = draft
  const coach = coaches.data?.find((record) => record.coach.id === draft.coachId)
  const venue = coach?.stadiums.find(({ id }) => id === draft.stadiumId)
  const contractsQuery = useContractsWithCoach(coach ? draft.coachId : null)
  const hold = edited?.hold
  const { data: active } = contractsQuery
  const contracts = { ...contractsQuery, data: useMemo(() => active && withHoldFree(active, hold), [active, hold]) }

  const day = useBookingDay({ store: playerDraft, draft, coach: coach?.coach, venue, by: 'player', clock })
  const { slots } = day
  const contract = contractInUse(contracts.data ?? [], draft, { courseDate: dayOfDraft(draft, today), slots })
  const facts = bookingSummary({
    rules: {
      courts: venue?.courts ?? [],
      firstStart: venue?.firstStart ?? 0,
      lastStart: venue?.lastStart ?? 0,
      selection: slots,
      allowConflict: draft.allowConflict,
      editingInvitationId: edited?.inviteId,
      now,
    },
    contract,
    contractsKnown: contracts.data !== undefined,
    edited,
  })

  useOwnDraft(playerDraft, userId)
  useFirstCoach(coaches.data)
  useAutoSelect(coaches.data, contracts.data, today)

  return { ...day, userId, now, today, draft, coaches, coach, contracts, contract, facts }
}

/** Begins a new class with the usual coach. The screen is drawn once, with them, before an effect keeps the draft. */
function withFirstCoach(draft: Draft, coaches: readonly CoachRecord[] | undefined): Draft {
  const first = draft.edited === null && draft.coachId === null ? firstCoachOf(coaches ?? []) : undefined
  return first ? withCoach(draft, choiceOf(first)).draft : draft
}

/**
 * Keeps the first coach in the draft, and removes a coach whom the player may not (or no longer) book. While a class is
 * edited, edit mode chooses its coach. No other coach is put in that place.
 */
function useFirstCoach(coaches: readonly CoachRecord[] | undefined): void {
  const chosenId = playerDraft.use((draft) => draft.coachId)
  const isEdit = playerDraft.use((draft) => draft.edited !== null)
  useEffect(() => {
    if (!coaches || isEdit) return
    const draft = currentDraft()
    const chosen = coaches.find(({ coach }) => coach.id === chosenId)
    if (chosenId !== null && !chosen) {
      saveDraft({ ...EMPTY_DRAFT, ownerId: draft.ownerId })
      showToast('暂时无法约这位教练', { tone: 'failed' })
      return
    }
    saveDraft(chosen ? withCoach(draft, choiceOf(chosen)).draft : withFirstCoach(draft, coaches))
  }, [coaches, chosenId, isEdit])
}

/** Runs the automatic choices of edit mode as soon as the data for them is there. */
function useAutoSelect(
  coaches: readonly CoachRecord[] | undefined,
  contracts: readonly Contract[] | undefined,
  today: string,
): void {
  const edited = playerDraft.use((draft) => draft.edited)
  useEffect(() => {
    if (!edited) return
    const { draft, notice } = autoSelect(currentDraft(), { coaches, contracts, today })
    if (draft !== currentDraft()) saveDraft(draft)
    showStepNotice(notice)
  }, [edited, coaches, contracts, today])
}

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
  const elsewhere = useElsewhere(booking, false)
  const { lost, onClash, forget, take } = elsewhere
  const onLostHere = useLostBooking(booking.day, { outcome: createByPlayer.outcome, onDone })
  const onLost = (range: SlotRange) => elsewhere.onLost() || onLostHere(range)
  const book = useBook({ onDone, onLost, onClash })
  const { submit, isBusy } = useSubmit(book, booking.setClash)
  const send = useRef(submit)
  send.current = submit

  const actions = useMemo(
    () => ({
      ...slotActions,
      chooseCoach: (record: CoachRecord) => {
        const { draft, notice } = withCoach(currentDraft(), choiceOf(record))
        saveDraft(draft)
        showStepNotice(notice)
      },
      chooseContract: (contractId: string) => saveDraft(withContract(currentDraft(), contractId)),
      submit: ({ userId, coach, venue, contract, slots, facts, draft }: Booking) => {
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
          draft,
          participantsCount: seatsOfPlayer(draft, maxParticipants),
          consumedSessions: facts.consumedSessions,
        })
        forget()
        if (body) send.current(body, range, draft.edited)
      },
      /** Books the lesson elsewhere, as it was offered, once the player has agreed to what differs. Lost too, it is chosen anew. */
      bookElsewhere: async (place: Elsewhere) => {
        const { contract, draft } = latest.current
        if (!contract || !(await take(place))) return
        const { coachId, stadiumId, selectedCourt, courseDate, beginTimeSlot, endTimeSlot, courtName } = place
        const { id: courseDesignId, pricePerSession: courseDesignPrice, maxParticipants } = contract.courseDesign
        const participantsCount = seatsOfPlayer(draft, maxParticipants)
        const at = { coachId, stadiumId, selectedCourt, courseDate, beginTimeSlot, endTimeSlot }
        const body = { ...trimmed(draft.stated), ...at, courseDesignId, courseDesignPrice, participantsCount }
        send.current(body, { courtCode: courtName, beginTimeSlot, endTimeSlot }, null)
      },
    }),
    [slotActions, forget, take],
  )
  return { actions, pulses, isBusy, lost }
}
