import type { Venue } from '@paidang/api/areas/places/venues'
import { nearestAlternatives } from '@paidang/domain/areas/time/schedule/alternatives'
import { bandsOf, matrixOf } from '@paidang/domain/areas/time/schedule/matrix'
import { rangeOf, type SelectedSlot, slotsOnDate } from '@paidang/domain/areas/time/schedule/selection'
import { SELECTION_TEXTS, type SelectionRefusal } from '@paidang/domain/areas/time/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { DATE_WINDOW_DAYS, type Day, dayOf } from '@paidang/domain/kernel/day'
import { useEffect, useMemo, useRef, useState } from 'react'
import { SHORT_TOAST_MS, showToast } from '../../../platform/toast'
import { usePageShown } from '../../../platform/use-page-shown'
import { type GridSide, useCoachDayMarks, useCourtStatus, useDayMarks } from '../../time/schedule/court-status-data'
import type { GridPlace } from '../../time/schedule/grid-keys'
import { type LegendLook, looksIn, type RowLook, rowLooksOf } from '../../time/schedule/grid-look'
import { coachStripDaysOf, stripDaysOf } from '../../time/schedule/strip-days'
import {
  courtsOf,
  type DayGrid,
  dayOfDraft,
  type RangeOnDay,
  type SlotAt,
  type SlotDraft,
  takePendingRange,
  withFreshGrid,
} from './draft'
import type { DraftStore } from './draft-store'
import type { Clash } from './submit-data'

const TICK_MS = 30_000

/** Returns the time. It advances every 30 s while the page is on top, so that past half-hours are closed. */
function useNow(isLive: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isLive) return
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [isLive])
  return now
}

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
  const isAlone = by === 'player' ? hasOneSeat : hasOthers
  useWanted(store, day, !status.isFetching, setClash, isAlone)
  const showTaken = () => {
    const range = rangeOf(slots)
    if (!day || !range) return
    const taken = missedClash(day, { ...range, courseDate: date }, SELECTION_TEXTS.justTaken, editingInvitationId)
    setClash(isAlone(draft) ? taken : { ...taken, alternatives: undefined })
  }

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
    /** Shows what else is free where a chosen half-hour was taken meanwhile. */
    showTaken,
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
    const range = { ...pendingRange, courtCode: courtsOf(pendingRange, day)[0] ?? '' }
    const clash = missedClash(day, range, SELECTION_TEXTS[refusal], draft.edited?.inviteId)
    notify.current(isAlone(draft) ? clash : { ...clash, alternatives: undefined })
  }, [store, day, isFresh, pendingRange, isAlone])
}

function missedClash(day: DayGrid, pendingRange: RangeOnDay, sentence: string, editingInvitationId?: string): Clash {
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

/** The grid of the shown day: its rows for drawing, and its number of free cells. */
type ShownGrid = { rows: RowLook[]; looks: LegendLook[]; freeCells: number }

/** Builds the grid of the day with the chosen slots. `coachName` is shown in the bands where the coach has no time. */
function shownGridOf(
  day: DayGrid,
  {
    selection,
    allowConflict,
    coachName,
    editingInvitationId,
  }: {
    selection: readonly SelectedSlot[]
    allowConflict: boolean
    coachName: string
    editingInvitationId?: string
  },
): ShownGrid {
  const matrix = matrixOf({ ...day, selection, editingInvitationId })
  const free = matrix.flatMap(({ cells }) => cells).filter((cell) => cell.courtStatus === 'AVAILABLE' && !cell.isPast)
  const rows = rowLooksOf(bandsOf(matrix, allowConflict), day.courts, coachName)
  return { rows, looks: looksIn(rows), freeCells: free.length }
}

/** Returns the half-hour and court at a place of the grid; undefined outside of it. */
export function slotAtPlace(
  { courts, firstStart, lastStart }: DayGrid,
  { row, column }: GridPlace,
): SlotAt | undefined {
  const court = courts[column]
  const timeIndex = firstStart + row
  return court && timeIndex <= lastStart ? { courtCode: court.courtCode, timeIndex } : undefined
}

/** Returns where the grid opens: at the first chosen cell, else at the first free one, else at its top. */
export function entryPlace(rows: readonly RowLook[]): GridPlace {
  for (const states of [['selected', 'conflict'], ['available']]) {
    for (const [row, { cells }] of rows.entries()) {
      const column = cells.findIndex(({ look }) => states.includes(look))
      if (column >= 0) return { row, column }
    }
  }
  return { row: 0, column: 0 }
}

/**
 * Returns the nearest free runs of the requested length, on the requested day at this venue. The class that is being
 * edited does not block them.
 */
function alternativesTo(
  day: DayGrid,
  { courseDate, ...input }: RangeOnDay,
  editingInvitationId?: string,
): RangeOnDay[] {
  const { courts, grid, firstStart, lastStart } = day
  // A half-hour that has begun is no alternative, even if the server listed it as free shortly before.
  const open = matrixOf({ ...day, selection: [] }).find(({ cells }) => cells.some((cell) => !cell.isPast))
  if (!open) return []
  return nearestAlternatives({
    input,
    courts,
    grid,
    firstStart: Math.max(firstStart, open.timeIndex),
    lastStart,
    editingInvitationId,
  }).map((range) => ({ ...range, courseDate }))
}

/**
 * Returns the text for a refused press. For a taken half-hour it names the switch 允许冲突, unless the switch would not
 * help. Source: decision "Court grid", choosing
 */
export function refusalText(refusal: SelectionRefusal, isWayOut = true): string {
  return SELECTION_TEXTS[refusal === 'slot_occupied' && isWayOut ? 'slot_occupied_turn_on' : refusal]
}
