import type { Venue } from '@paidang/api/areas/venues'
import { slotsOnDate } from '@paidang/domain/areas/schedule/selection'
import { SELECTION_TEXTS } from '@paidang/domain/areas/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/schedule/slot-status'
import { DATE_WINDOW_DAYS, type Day, dayOf } from '@paidang/domain/kernel/day'
import { useEffect, useMemo, useRef, useState } from 'react'
import { SHORT_TOAST_MS, showToast } from '../../platform/toast'
import { useCoachDayMarks } from '../schedule/coach-marks-data'
import { type GridSide, useCourtStatus, useDayMarks } from '../schedule/court-status-data'
import { useOnTop } from '../schedule/on-top'
import { coachStripDaysOf, stripDaysOf } from '../schedule/strip-days'
import { alternativesTo, shownGridOf } from './booking-grid'
import { type DayGrid, dayOfDraft, type SlotDraft, takeWantedRange, type WantedRange, withFreshGrid } from './draft'
import type { DraftStore } from './draft-store'
import { useNow } from './parts/now'
import type { Clash } from './submit-data'

/** The day that is shown: its dates, its grid, and what is chosen on it. */
export type BookingDay = ReturnType<typeof useBookingDay>

/** The time as the screen sees it: it moves on while the page is on top. */
export function useClock() {
  const isLive = useOnTop()
  const now = useNow(isLive)
  return { isLive, now, today: dayOf(now) }
}

type DayInput<D extends SlotDraft> = {
  store: DraftStore<D>
  draft: D
  /** The coach whose time it is; undefined while none is chosen. */
  coach: { id: string; nickname: string } | undefined
  venue: Venue | undefined
  /** As whom the grid is read. */
  by: GridSide
  /** What gives way where conflicts are allowed; everything when absent. */
  yielding?: readonly SlotStatus[]
  clock: { isLive: boolean; now: Date; today: Day }
}

const NO_SLOTS = [] as const

/** Reads the grid of the chosen day, keeps the draft in step with it, and tells what changed by itself. */
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
    // To a coach every day with a class is his own: he sees how many.
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
  useWanted(store, day, !status.isFetching, setClash)

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
    /** A run is about to be chosen by itself: it waits for the grid of its day, or for edit mode to come to its slots. */
    isWaiting: draft.wantedRange !== null || draft.edited?.flags.timeSlots === false,
    clash,
    setClash,
  }
}

/** Says what a step of the draft had to say; the switch of 允许冲突 says it for a shorter moment. */
export function tellStep(notice: string | undefined): void {
  if (!notice) return
  const isSwitch = notice === SELECTION_TEXTS.conflictOn || notice === SELECTION_TEXTS.conflictOff
  showToast(notice, isSwitch ? { durationMs: SHORT_TOAST_MS } : {})
}

/** Reads the chosen slots anew from each fresh grid. Where a refused booking has already told what is taken, in silence. */
function useFreshGrid<D extends SlotDraft>(store: DraftStore<D>, day: DayGrid | undefined, isTold: boolean): void {
  const told = useRef(isTold)
  told.current = isTold
  useEffect(() => {
    if (!day) return
    const { draft, notice } = withFreshGrid(store.current(), day.grid, day.date)
    if (draft !== store.current()) store.keep(draft)
    if (notice && !told.current) showToast(notice, { tone: 'failed' })
  }, [store, day])
}

/** Chooses the run that waits for its grid; where it is no longer free, offers the nearest that are. */
function useWanted<D extends SlotDraft>(
  store: DraftStore<D>,
  day: DayGrid | undefined,
  isFresh: boolean,
  onMissed: (clash: Clash) => void,
): void {
  const wanted = store.use((draft) => draft.wantedRange)
  const tell = useRef(onMissed)
  tell.current = onMissed
  useEffect(() => {
    if (!day || !isFresh || wanted?.courseDate !== day.date) return
    const { draft, refusal } = takeWantedRange(store.current(), day)
    store.keep(draft)
    if (refusal) tell.current(missedClash(day, wanted, SELECTION_TEXTS[refusal], draft.edited?.inviteId))
  }, [store, day, isFresh, wanted])
}

function missedClash(day: DayGrid, wanted: WantedRange, sentence: string, editingInvitationId?: string): Clash {
  const cells = day.grid.filter(
    ({ courtCode, timeIndex, inviteId }) =>
      courtCode === wanted.courtCode &&
      timeIndex >= wanted.beginTimeSlot &&
      timeIndex < wanted.endTimeSlot &&
      (inviteId === null || inviteId !== editingInvitationId),
  )
  const isOf = (what: string) => cells.some(({ status }) => status.startsWith(what))
  const who = isOf('MY_') ? 'self' : isOf('COACH_') ? 'coach' : cells.length > 0 ? 'court' : undefined
  return { wanted, sentence, who, alternatives: alternativesTo(day, wanted, editingInvitationId) }
}
