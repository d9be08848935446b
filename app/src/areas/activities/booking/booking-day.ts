import type { Venue } from '@paidang/api/areas/venues'
import { slotsOnDate } from '@paidang/domain/areas/schedule/selection'
import { SELECTION_TEXTS } from '@paidang/domain/areas/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/schedule/slot-status'
import { DATE_WINDOW_DAYS, type Day, dayOf } from '@paidang/domain/kernel/day'
import { useEffect, useMemo, useRef, useState } from 'react'
import { SHORT_TOAST_MS, showToast } from '../../../platform/toast'
import { usePageShown } from '../../../platform/use-page-shown'
import { type GridSide, useCoachDayMarks, useCourtStatus, useDayMarks } from '../../time/schedule/court-status-data'
import { coachStripDaysOf, stripDaysOf } from '../../time/schedule/strip-days'
import { alternativesTo, shownGridOf } from './booking-grid'
import { type DayGrid, dayOfDraft, type PendingRange, type SlotDraft, takePendingRange, withFreshGrid } from './draft'
import type { DraftStore } from './draft-store'
import { useNow } from './parts/now'
import type { Clash } from './submit-data'

/** The shown day: its dates, its grid, and what is chosen on it. */
export type BookingDay = ReturnType<typeof useBookingDay>

/** Returns the time that the screen uses. It advances while the page is on top. */
export function useClock() {
  const isLive = usePageShown()
  const now = useNow(isLive)
  return { isLive, now, today: dayOf(now) }
}

type DayInput<D extends SlotDraft> = {
  store: DraftStore<D>
  draft: D
  /** The coach whose time is shown; undefined while none is chosen. */
  coach: { id: string; nickname: string } | undefined
  venue: Venue | undefined
  /** The role in which the grid is read. */
  by: GridSide
  /** The statuses that give way where conflicts are allowed; all of them when absent. */
  yielding?: readonly SlotStatus[]
  clock: { isLive: boolean; now: Date; today: Day }
}

const NO_SLOTS = [] as const

/** Reads the grid of the chosen day, keeps the draft in step with it, and notifies of changes made automatically. */
export function useBookingDay<D extends SlotDraft>({ store, draft, coach, venue, by, yielding, clock }: DayInput<D>) {
  const { isLive, now, today } = clock
  const [clash, setClash] = useState<Clash>()
  const date = dayOfDraft(draft, today)
  const slots = useMemo(() => (draft.slots.length > 0 ? slotsOnDate(draft.slots, date) : NO_SLOTS), [draft.slots, date])

  const place = coach && venue ? { coachId: coach.id, stadiumId: venue.id } : undefined
  const status = useCourtStatus(place && { ...place, date }, isLive, by)
  const marks = useDayMarks(place, isLive)
  const coachMarks = useCoachDayMarks({ from: today, days: DATE_WINDOW_DAYS }, by === 'coach')
  const days = useMemo(
    // The dates show a coach the number of their classes on each day.
    () => (by === 'coach' ? coachStripDaysOf(today, today, coachMarks.data) : stripDaysOf(today, marks.data)),
    [by, today, marks.data, coachMarks.data],
  )

  const day = useMemo<DayGrid | undefined>(() => {
    if (!venue || !status.data) return undefined
    const { courts, firstStart, lastStart } = venue
    return { courts, firstStart, lastStart, date, grid: status.data, now, yielding }
  }, [venue, status.data, date, now, yielding])

  const coachName = coach?.nickname ?? ''
  const { allowConflict } = draft
  const editingInvitationId = draft.edited?.inviteId
  const grid = useMemo(
    () => day && shownGridOf(day, { selection: slots, allowConflict, coachName, editingInvitationId }),
    [day, slots, allowConflict, coachName, editingInvitationId],
  )

  useFreshGrid(store, day, clash !== undefined)
  useWanted(store, day, !status.isFetching, setClash, by === 'player' ? hasOneSeat : hasOthers)

  return {
    date,
    slots,
    status,
    marks,
    days,
    day,
    grid,
    venue,
    allowConflict,
    /**
     * A run is about to be chosen automatically. It waits for the grid of its day, or for edit mode to reach its slots.
     */
    isWaiting: draft.pendingRange !== null || draft.edited?.flags.timeSlots === false,
    clash,
    setClash,
  }
}

/** Shows the notice of a draft step. Notices of the switch 允许冲突 are shown for a shorter time. */
export function showStepNotice(notice: string | undefined): void {
  if (!notice) return
  const isSwitch = notice === SELECTION_TEXTS.conflictOn || notice === SELECTION_TEXTS.conflictOff
  showToast(notice, isSwitch ? { durationMs: SHORT_TOAST_MS } : {})
}

/** Updates the chosen slots from each new grid. It shows no notice where a refused booking has already shown one. */
function useFreshGrid<D extends SlotDraft>(
  store: DraftStore<D>,
  day: DayGrid | undefined,
  isFirstShown: boolean,
): void {
  const told = useRef(isFirstShown)
  told.current = isFirstShown
  useEffect(() => {
    if (!day) return
    const { draft, notice } = withFreshGrid(store.current(), day.grid, day.date)
    if (draft !== store.current()) store.keep(draft)
    if (notice && !told.current) showToast(notice, { tone: 'failed' })
  }, [store, day])
}

/** The grid knows the time of its reader and of the coach. Of other people in a class only the server knows it. */
const hasOneSeat = ({ participantsCount }: SlotDraft) => participantsCount === 1
const hasOthers = () => false

/**
 * Chooses the run that waits for its grid. Where the run is no longer free, it offers the nearest free runs, if nobody
 * else takes part.
 */
function useWanted<D extends SlotDraft>(
  store: DraftStore<D>,
  day: DayGrid | undefined,
  isFresh: boolean,
  onMissed: (clash: Clash) => void,
  isAlone: (draft: D) => boolean,
): void {
  const pendingRange = store.use((draft) => draft.pendingRange)
  const notify = useRef(onMissed)
  notify.current = onMissed
  useEffect(() => {
    if (!day || !isFresh || pendingRange?.courseDate !== day.date) return
    const { draft, refusal } = takePendingRange(store.current(), day)
    store.keep(draft)
    if (!refusal) return
    const clash = missedClash(day, pendingRange, SELECTION_TEXTS[refusal], draft.edited?.inviteId)
    notify.current(isAlone(draft) ? clash : { ...clash, alternatives: undefined })
  }, [store, day, isFresh, pendingRange, isAlone])
}

function missedClash(day: DayGrid, pendingRange: PendingRange, sentence: string, editingInvitationId?: string): Clash {
  const cells = day.grid.filter(
    ({ courtCode, timeIndex, inviteId }) =>
      courtCode === pendingRange.courtCode &&
      timeIndex >= pendingRange.beginTimeSlot &&
      timeIndex < pendingRange.endTimeSlot &&
      (inviteId === null || inviteId !== editingInvitationId),
  )
  const isOf = (what: string) => cells.some(({ status }) => status.startsWith(what))
  const who = isOf('MY_') ? 'self' : isOf('COACH_') ? 'coach' : cells.length > 0 ? 'court' : undefined
  return { input: pendingRange, sentence, who, alternatives: alternativesTo(day, pendingRange, editingInvitationId) }
}
