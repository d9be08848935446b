import { nearestAlternatives } from '@paidang/domain/areas/schedule/alternatives'
import { bandsOf, matrixOf } from '@paidang/domain/areas/schedule/matrix'
import type { SelectedSlot } from '@paidang/domain/areas/schedule/selection'
import { SELECTION_TEXTS, type SelectionRefusal } from '@paidang/domain/areas/schedule/selection-texts'
import type { GridPlace } from '../../time/schedule/grid-keys'
import { type LegendLook, looksIn, type RowLook, rowLooksOf } from '../../time/schedule/grid-look'
import type { DayGrid, PendingRange, SlotAt } from './draft'

/** The grid of the shown day: its rows for drawing, and its number of free cells. */
type ShownGrid = { rows: RowLook[]; looks: LegendLook[]; freeCells: number }

/** Builds the grid of the day with the chosen slots. `coachName` is shown in the bands where the coach has no time. */
export function shownGridOf(
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
export function alternativesTo(
  day: DayGrid,
  { courseDate, ...input }: PendingRange,
  editingInvitationId?: string,
): PendingRange[] {
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
