import type { Day } from '../../../kernel/day.ts'
import type { GridSlot } from './selection.ts'
import type { SlotStatus } from './slot-status.ts'

/**
 * A whole grid as everybody sees it who has no class in it: the courts that are not all free. The letter at index n of
 * `statuses` is half-hour n. What lies after the last letter is AVAILABLE.
 */
export type CompactGrid = { courtCode: string; statuses: string }[]

const FREE = '.'
/** COURT_UNAVAILABLE because the venue closed. */
const CLOSED = 'V'
const STATUS_BY_LETTER: Readonly<Record<string, SlotStatus>> = {
  C: 'COACH_OCCUPIED',
  O: 'COURT_OCCUPIED',
  L: 'COACH_UNAVAILABLE',
  X: 'COURT_UNAVAILABLE',
  [CLOSED]: 'COURT_UNAVAILABLE',
}

/**
 * Writes a grid as short as a message needs it. The cells are those of a reader who has no class in it, and sorted by
 * half-hour within a court.
 */
export function compactGridOf(
  cells: readonly Pick<GridSlot, 'courtCode' | 'timeIndex' | 'status' | 'isClosed'>[],
): CompactGrid {
  const letters = new Map(
    Object.entries(STATUS_BY_LETTER).flatMap(([letter, status]) => (letter === CLOSED ? [] : [[status, letter]])),
  )
  const byCourt = new Map<string, string>()
  for (const { courtCode, timeIndex, status, isClosed } of cells) {
    const before = byCourt.get(courtCode) ?? ''
    byCourt.set(courtCode, before.padEnd(timeIndex, FREE) + (isClosed ? CLOSED : letters.get(status)))
  }
  return [...byCourt].map(([courtCode, statuses]) => ({ courtCode, statuses }))
}

/**
 * The cells that a read would give now, for a reader who sees these. Undefined where only a read can tell: a class of
 * the reader is among them, or a later server wrote the grid.
 */
export function cellsAfter(shown: readonly GridSlot[], grid: CompactGrid, date: Day): GridSlot[] | undefined {
  if (shown.some((cell) => cell.inviteId !== null)) return undefined
  const cells: GridSlot[] = []
  for (const { courtCode, statuses } of grid) {
    for (let timeIndex = 0; timeIndex < statuses.length; timeIndex++) {
      const letter = statuses.charAt(timeIndex)
      if (letter === FREE) continue
      const status = STATUS_BY_LETTER[letter]
      if (!status) return undefined
      cells.push({ courtCode, timeIndex, date, status, inviteId: null, ...(letter === CLOSED && { isClosed: true }) })
    }
  }
  return cells
}
