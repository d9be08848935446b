import { nearestAlternatives } from '@paidang/domain/areas/schedule/alternatives'
import { bandsOf, matrixOf } from '@paidang/domain/areas/schedule/matrix'
import type { SelectedSlot } from '@paidang/domain/areas/schedule/selection'
import { SELECTION_TEXTS, type SelectionRefusal } from '@paidang/domain/areas/schedule/selection-texts'
import type { GridPlace } from '../schedule/grid-keys'
import { type LegendLook, looksIn, type RowLook, rowLooksOf } from '../schedule/grid-look'
import type { DayGrid, SlotAt, WantedRange } from './draft'

/** The grid of the shown day, as it is drawn and as it is counted. */
type ShownGrid = { rows: RowLook[]; looks: LegendLook[]; freeCells: number }

/** Draws the day with what is chosen on it. `coachName` stands in the bands where he has no time. */
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

/** The half-hour and court at a place of the grid; undefined outside of it. */
export function slotAtPlace(
  { courts, firstStart, lastStart }: DayGrid,
  { row, column }: GridPlace,
): SlotAt | undefined {
  const court = courts[column]
  const timeIndex = firstStart + row
  return court && timeIndex <= lastStart ? { courtCode: court.courtCode, timeIndex } : undefined
}

/** Where the grid opens: the first chosen cell, else the first free one, else its top. */
export function entryPlace(rows: readonly RowLook[]): GridPlace {
  for (const wanted of [['selected', 'conflict'], ['available']]) {
    for (const [row, { cells }] of rows.entries()) {
      const column = cells.findIndex(({ look }) => wanted.includes(look))
      if (column >= 0) return { row, column }
    }
  }
  return { row: 0, column: 0 }
}

/** The nearest free runs as long as the wanted one, on its day at this venue; the class being edited is in nobody's way. */
export function alternativesTo(
  day: DayGrid,
  { courseDate, ...wanted }: WantedRange,
  editingInvitationId?: string,
): WantedRange[] {
  const { courts, grid, firstStart, lastStart } = day
  // A half-hour that has begun is no alternative, whatever the server said of it a moment ago.
  const open = matrixOf({ ...day, selection: [] }).find(({ cells }) => cells.some((cell) => !cell.isPast))
  if (!open) return []
  return nearestAlternatives({
    wanted,
    courts,
    grid,
    firstStart: Math.max(firstStart, open.timeIndex),
    lastStart,
    editingInvitationId,
  }).map((range) => ({ ...range, courseDate }))
}

/**
 * What a refused press says. A taken half-hour names the way out that stands on the same screen, unless it would not help.
 * Source: decision "Court grid", choosing
 */
export function refusalText(refusal: SelectionRefusal, isWayOut = true): string {
  return SELECTION_TEXTS[refusal === 'slot_occupied' && isWayOut ? 'slot_occupied_turn_on' : refusal]
}
