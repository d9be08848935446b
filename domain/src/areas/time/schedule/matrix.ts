import { formatSlashDay, hasBegun } from '../../../kernel/day.ts'
import { type HalfHour, halfHourOf, halfHoursBetween, timeOf } from '../../../kernel/half-hour.ts'
import { type BookingGrid, cellReader, isCollision } from './selection.ts'
import type { SlotStatus } from './slot-status.ts'

/** The states of a cell for the person who chooses. Source: specification §4 "Matrix cell states". */
export const MATRIX_STATUSES = ['available', 'selected', 'booked', 'conflict-selected'] as const
export type MatrixStatus = (typeof MATRIX_STATUSES)[number]

/**
 * One cell of the grid. time is HH:MM, courtStatus the server's answer, isPast whether the half-hour has begun.
 * Source: specification §3 "Matrix cell"
 */
export type MatrixCell = {
  courtCode: string
  time: string
  status: MatrixStatus
  courtStatus: SlotStatus
  inviteId: string | null
  isPast: boolean
  /** The venue closed the court then. */
  isClosed?: true
}

/** One half-hour across all courts, in the order of the courts. */
export type MatrixRow = { timeIndex: HalfHour; time: string; cells: MatrixCell[] }

/**
 * Whether a cell or band looks the same as its neighbour above or below. Its label is shown only where it does not join
 * above.
 */
export type Joins = { joinsAbove: boolean; joinsBelow: boolean }
export type DisplayCell = MatrixCell & Joins

/** A row with one status across all courts. `cells` is absent. */
export type BandRow = { timeIndex: HalfHour; time: string; band: SlotStatus; cells?: undefined } & Joins
/** A row of single cells. `band` is absent. */
export type CellsRow = { timeIndex: HalfHour; time: string; cells: DisplayCell[]; band?: undefined }

/**
 * The grid as rows of cells, from the first start to the last.
 * An unselected half-hour of the invitation being edited counts as available, because it can always be selected. A
 * half-hour that has begun counts as booked.
 *
 * @throws RangeError for a date that is no day, or starts outside 0..47.
 * Source: specification §3 "Matrix cell", §4 "Matrix cell states"
 */
export function matrixOf(state: Omit<BookingGrid, 'allowConflict'>): MatrixRow[] {
  const { courts, date, firstStart, lastStart, grid, selection, editingInvitationId, now } = state
  const cellAt = cellReader(grid, date)
  const dateText = formatSlashDay(date)
  const chosen = new Set<string>()
  for (const slot of selection) {
    if (slot.date === dateText) chosen.add(`${halfHourOf(slot.timeSlot)} ${slot.courtCode}`)
  }

  return halfHoursBetween(firstStart, lastStart + 1).map((timeIndex) => {
    const time = timeOf(timeIndex)
    const isPast = hasBegun(date, timeIndex, now)
    const cells = courts.map(({ courtCode }): MatrixCell => {
      const cell = cellAt(courtCode, timeIndex)
      const { inviteId, isClosed } = cell
      const collides = isPast || isCollision(cell, editingInvitationId)
      const status = matrixStatusOf(chosen.has(`${timeIndex} ${courtCode}`), collides)
      return { courtCode, time, status, courtStatus: cell.status, inviteId, isPast, ...(isClosed && { isClosed }) }
    })
    return { timeIndex, time, cells }
  })
}

/**
 * The rows as they are drawn.
 * A row in which only the coach blocks every court becomes one band. With conflicts allowed it does not, because then
 * each court can be chosen. Equal neighbours in a column join, and so do equal bands. Free cells never join, because
 * each can be chosen separately.
 *
 * Source: decision "Court grid", merging
 */
export function bandsOf(rows: readonly MatrixRow[], allowConflict: boolean): (BandRow | CellsRow)[] {
  const bands = rows.map((row) => (allowConflict ? undefined : bandOf(row)))
  const cellsAt = (index: number) => (bands[index] ? undefined : rows[index]?.cells)

  return rows.map(({ timeIndex, time, cells }, index) => {
    const band = bands[index]
    if (band) {
      return { timeIndex, time, band, joinsAbove: bands[index - 1] === band, joinsBelow: bands[index + 1] === band }
    }
    const above = cellsAt(index - 1)
    const below = cellsAt(index + 1)
    const joined = cells.map((cell, column) => ({
      ...cell,
      joinsAbove: looksLike(cell, above?.[column]),
      joinsBelow: looksLike(cell, below?.[column]),
    }))
    return { timeIndex, time, cells: joined }
  })
}

function matrixStatusOf(isChosen: boolean, collides: boolean): MatrixStatus {
  if (isChosen) return collides ? 'conflict-selected' : 'selected'
  return collides ? 'booked' : 'available'
}

function bandOf({ cells }: MatrixRow): SlotStatus | undefined {
  const first = cells[0]
  if (!first || first.isPast) return undefined
  if (first.courtStatus !== 'COACH_OCCUPIED' && first.courtStatus !== 'COACH_UNAVAILABLE') return undefined
  const isSame = cells.every((cell) => cell.status === 'booked' && cell.courtStatus === first.courtStatus)
  return isSame ? first.courtStatus : undefined
}

function looksLike(cell: MatrixCell, neighbour: MatrixCell | undefined): boolean {
  if (neighbour?.status !== cell.status || cell.status === 'available') return false
  if (cell.status !== 'booked') return true
  if (isBlank(cell) || isBlank(neighbour)) return isBlank(cell) && isBlank(neighbour)
  return (
    neighbour.courtStatus === cell.courtStatus &&
    neighbour.inviteId === cell.inviteId &&
    neighbour.isClosed === cell.isClosed
  )
}

/** Past cells are drawn without a label, except the person's own classes. */
function isBlank(cell: MatrixCell): boolean {
  return cell.isPast && cell.courtStatus !== 'MY_INVITING'
}
