import type { Contract } from '@paidang/api/areas/contracts'
import type { CoachRecord } from '@paidang/api/areas/relations'
import { useEffect, useMemo } from 'react'
import { useUserId } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { tellStep, useBookingDay, useClock } from './booking-day'
import { bookingFacts } from './booking-facts'
import { firstCoachOf, useMyCoaches } from './coaches-data'
import { contractInUse, useContractsWithCoach, withHoldFree } from './contracts-data'
import { type CoachChoice, dayOfDraft, draftOf, EMPTY_DRAFT, withCoach } from './draft'
import { currentDraft, keepDraft, playerDraft } from './draft-store'
import { autoSelect } from './edit-draft'
import { useOwnDraft } from './own-draft'

/** Everything that the player's booking screen shows, read from the server and from the draft. */
export type Booking = ReturnType<typeof useBooking>

/** Reads what the screen needs, keeps the draft in step with it, and tells what changed by itself. */
export function useBooking() {
  const userId = useUserId() ?? ''
  const clock = useClock()
  const { now, today } = clock
  const draft = draftOf(
    playerDraft.use((kept) => kept),
    userId,
    EMPTY_DRAFT,
  )
  const { edited } = draft

  const coaches = useMyCoaches()
  const coach = coaches.data?.find((record) => record.coach.id === draft.coachId)
  const venue = coach?.stadiums.find(({ id }) => id === draft.stadiumId)
  const contractsQuery = useContractsWithCoach(coach ? draft.coachId : null)
  const hold = edited?.hold
  const { data: stored } = contractsQuery
  const contracts = { ...contractsQuery, data: useMemo(() => stored && withHoldFree(stored, hold), [stored, hold]) }

  const day = useBookingDay({ store: playerDraft, draft, coach: coach?.coach, venue, by: 'player', clock })
  const { slots } = day
  const contract = contractInUse(contracts.data ?? [], draft, { courseDate: dayOfDraft(draft, today), slots })
  const facts = bookingFacts({
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

/** A coach record as the draft wants it. */
export function choiceOf({ coach, stadiums }: CoachRecord): CoachChoice {
  return { coachId: coach.id, stadiumIds: stadiums.map(({ id }) => id) }
}

/**
 * Begins with the usual coach; lets go of one whom the player may not book (any more). While a class is edited its own
 * coach is chosen by edit mode, and nobody is in his place.
 */
function useFirstCoach(coaches: readonly CoachRecord[] | undefined): void {
  const chosenId = playerDraft.use((draft) => draft.coachId)
  const isEdit = playerDraft.use((draft) => draft.edited !== null)
  useEffect(() => {
    if (!coaches || isEdit) return
    const draft = currentDraft()
    const chosen = coaches.find(({ coach }) => coach.id === chosenId)
    if (chosenId !== null && !chosen) {
      keepDraft({ ...EMPTY_DRAFT, ownerId: draft.ownerId })
      showToast('暂时无法约这位教练', { tone: 'failed' })
      return
    }
    const next = chosen ?? firstCoachOf(coaches)
    if (next) keepDraft(withCoach(draft, choiceOf(next)).draft)
  }, [coaches, chosenId, isEdit])
}

/** Edit mode chooses as soon as there is something to choose from. */
function useAutoSelect(
  coaches: readonly CoachRecord[] | undefined,
  contracts: readonly Contract[] | undefined,
  today: string,
): void {
  const edited = playerDraft.use((draft) => draft.edited)
  useEffect(() => {
    if (!edited) return
    const { draft, notice } = autoSelect(currentDraft(), { coaches, contracts, today })
    if (draft !== currentDraft()) keepDraft(draft)
    tellStep(notice)
  }, [edited, coaches, contracts, today])
}
