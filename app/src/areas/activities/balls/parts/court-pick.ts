import type { Court } from '@paidang/api/areas/places/venues'
import { bandsOf, matrixOf } from '@paidang/domain/areas/time/schedule/matrix'
import { MAX_SLOTS, rangeOf, type SelectedSlot, toggleSlot } from '@paidang/domain/areas/time/schedule/selection'
import { SELECTION_TEXTS } from '@paidang/domain/areas/time/schedule/selection-texts'
import { type Day, formatSlashDay } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween, timeOf } from '@paidang/domain/kernel/half-hour'
import type { GridPlace } from '../../../time/schedule/grid-keys'
import { type RowLook, rowLooksOf } from '../../../time/schedule/grid-look'

/** The name of a half-hour that the person occupies themselves. */
export const OWN = '我已订'

/**
 * An occupied half-hour of a court, by the court's index in the venue's list. `isMine`: a class or game of the person
 * occupies it. `isClosed`: the venue closed then.
 */
type TakenCell = { courtIndex: number; timeIndex: HalfHour; isMine: boolean; isClosed?: true }

/**
 * A run of half-hours on a court; null values where none is chosen. A time without a court moves to the first court
 * that is pressed at that time.
 */
export type CourtRun = { selectedCourt: number | null; beginTimeSlot: HalfHour | null; endTimeSlot: HalfHour | null }

/** A begin and an end. */
type TimeSpan = { beginTimeSlot: HalfHour; endTimeSlot: HalfHour }

/** The last half-hour of a day. */
const LAST_START = 47

/** A day of a venue on which a court can be chosen. */
export type CourtDay = {
  courts: readonly Court[]
  firstStart: HalfHour
  lastStart: HalfHour
  date: Day
  taken: readonly TakenCell[]
  now: Date
}

/** Returns the half-hours that others occupy, without those of the game that is being changed. */
export function takenByOthers(taken: readonly TakenCell[], own: CourtRun | undefined): TakenCell[] {
  if (!own || own.beginTimeSlot === null || own.endTimeSlot === null) return [...taken]
  const { selectedCourt, beginTimeSlot, endTimeSlot } = own
  return taken.filter(
    ({ courtIndex, timeIndex }) =>
      courtIndex !== selectedCourt || timeIndex < beginTimeSlot || timeIndex >= endTimeSlot,
  )
}

/** Returns the rows of the day for the court grid. */
export function courtRows(day: CourtDay, run: CourtRun): RowLook[] {
  return rowLooksOf(bandsOf(matrixOf(gridOf(day, run)), false), day.courts, '').map(named)
}

/** The person's own half-hours can belong to classes or to games. */
function named(row: RowLook): RowLook {
  if (row.cells.every(({ look }) => look !== 'mine')) return row
  const cells = row.cells.map((cell) =>
    cell.look === 'mine' ? { ...cell, word: cell.word && OWN, label: cell.label.replace('我的约课', OWN) } : cell,
  )
  return { ...row, cells }
}

/**
 * Returns the run after a press, or why it stays. It follows the rules of booking: one court, no gap, three hours at
 * most.
 */
export function pressCourt(
  day: CourtDay,
  run: CourtRun,
  { row, column }: GridPlace,
): { run: CourtRun; refusal?: string } {
  const court = day.courts[column]
  if (!court) return { run }
  const whole = wholeAt(day, run, { row, column })
  if (whole) return { run: whole }
  const state = { ...gridOf(day, run), allowConflict: false }
  const { selection, refusal } = toggleSlot(state, { courtCode: court.courtCode, timeIndex: day.firstStart + row })
  if (refusal) return { run, refusal: SELECTION_TEXTS[refusal] }
  const range = rangeOf(selection)
  if (!range) return { run: { selectedCourt: null, beginTimeSlot: null, endTimeSlot: null } }
  return {
    run: {
      selectedCourt: day.courts.findIndex(({ courtCode }) => courtCode === range.courtCode),
      beginTimeSlot: range.beginTimeSlot,
      endTimeSlot: range.endTimeSlot,
    },
  }
}

/** Returns the chosen time on the court that was pressed at that time, where all of it is free. */
function wholeAt(day: CourtDay, run: CourtRun, { row, column }: GridPlace): CourtRun | undefined {
  const { selectedCourt, beginTimeSlot, endTimeSlot } = run
  const at = day.firstStart + row
  if (selectedCourt !== null || beginTimeSlot === null || endTimeSlot === null) return undefined
  if (at < beginTimeSlot || at >= endTimeSlot || endTimeSlot - beginTimeSlot > MAX_SLOTS) return undefined
  const whole = { selectedCourt: column, beginTimeSlot, endTimeSlot }
  const isOpen = beginTimeSlot >= day.firstStart && endTimeSlot <= day.lastStart + 1
  return isOpen && isStillFree(day, whole) ? whole : undefined
}

/** Whether every half-hour of the run is still free. */
export function isStillFree({ taken }: CourtDay, { selectedCourt, beginTimeSlot, endTimeSlot }: CourtRun): boolean {
  if (selectedCourt === null || beginTimeSlot === null || endTimeSlot === null) return true
  return !taken.some(
    ({ courtIndex, timeIndex }) =>
      courtIndex === selectedCourt && beginTimeSlot <= timeIndex && timeIndex < endTimeSlot,
  )
}

function gridOf({ courts, taken, ...day }: CourtDay, run: CourtRun) {
  const grid = taken.flatMap(({ courtIndex, timeIndex, isMine, isClosed }) => {
    const court = courts[courtIndex]
    if (!court) return []
    const { courtCode } = court
    const status = isMine ? ('MY_INVITING' as const) : ('COURT_OCCUPIED' as const)
    return [{ courtCode, timeIndex, date: day.date, status, inviteId: null, ...(isClosed && { isClosed }) }]
  })
  return { ...day, courts, grid, selection: slotsOf(courts, day.date, run) }
}

function slotsOf(courts: readonly Court[], date: Day, run: CourtRun): SelectedSlot[] {
  const { selectedCourt, beginTimeSlot, endTimeSlot } = run
  const court = selectedCourt === null ? undefined : courts[selectedCourt]
  if (!court || beginTimeSlot === null || endTimeSlot === null) return []
  return halfHoursBetween(beginTimeSlot, endTimeSlot).map((timeIndex) => ({
    courtCode: court.courtCode,
    timeSlot: timeOf(timeIndex),
    date: formatSlashDay(date),
    status: 'AVAILABLE' as const,
    inviteId: null,
  }))
}

/** A game without a court has a time of the whole day: one column of half-hours, of which nobody takes any. */
const ANY_PLACE: Court = { id: '', courtCode: 'time', name: '时间', surface: '' }

/** Returns the day of a game without a court, for `courtRows`. */
export function openDay(date: Day, now: Date): CourtDay {
  return { courts: [ANY_PLACE], firstStart: 0, lastStart: LAST_START, date, taken: [], now }
}

/**
 * Returns the span after a press on a half-hour. The first press is its begin, a later half-hour its end, up to three
 * hours. Any other press begins anew.
 */
export function pressTime(span: TimeSpan, at: HalfHour): TimeSpan {
  const { beginTimeSlot, endTimeSlot } = span
  const isBegun = endTimeSlot === beginTimeSlot + 1
  const isEnd = isBegun && at > beginTimeSlot && at < beginTimeSlot + MAX_SLOTS
  return isEnd ? { beginTimeSlot, endTimeSlot: at + 1 } : { beginTimeSlot: at, endTimeSlot: at + 1 }
}
