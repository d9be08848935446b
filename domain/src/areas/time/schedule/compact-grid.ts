import type { Day } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'
import type { SlotStatus } from './slot-status.ts'

/** One cell of a grid that is not AVAILABLE. `inviteId` is null unless the class in it is the reader's own. */
type Cell = { courtCode: string; timeIndex: HalfHour; date: Day; status: SlotStatus; inviteId: string | null }

/**
 * A whole grid as everybody sees it who has no class in it: the courts that are not all free. The letter at index n of
 * `statuses` is half-hour n: `C` COACH_OCCUPIED, `O` COURT_OCCUPIED, `L` COACH_UNAVAILABLE, `X` COURT_UNAVAILABLE, `.`
 * AVAILABLE. What lies after the last letter is AVAILABLE.
 */
export type CompactGrid = { courtCode: string; statuses: string }[]

const FREE = '.'
const LETTERS = { COACH_OCCUPIED: 'C', COURT_OCCUPIED: 'O', COACH_UNAVAILABLE: 'L', COURT_UNAVAILABLE: 'X' } as const
type OthersStatus = keyof typeof LETTERS
const STATUSES = new Map<string, OthersStatus>(
  Object.entries(LETTERS).map(([status, letter]) => [letter, status as OthersStatus]),
)

/**
 * Writes a grid as short as a message needs it. It is without the reader's own classes, and sorted by court and
 * half-hour.
 */
export function compactGridOf(cells: readonly Pick<Cell, 'courtCode' | 'timeIndex' | 'status'>[]): CompactGrid {
  const byCourt = new Map<string, string>()
  for (const { courtCode, timeIndex, status } of cells) {
    const before = byCourt.get(courtCode) ?? ''
    byCourt.set(courtCode, before.padEnd(timeIndex, FREE) + LETTERS[status as OthersStatus])
  }
  return [...byCourt].map(([courtCode, statuses]) => ({ courtCode, statuses }))
}

/**
 * The cells that a read would give now, for a reader who sees these. Undefined where only a read can tell: a class of
 * the reader is among them, or a later server wrote the grid.
 */
export function cellsAfter(shown: readonly Cell[], grid: CompactGrid, date: Day): Cell[] | undefined {
  if (shown.some(({ status, inviteId }) => inviteId !== null || status === 'MY_INVITING')) return undefined
  const cells: Cell[] = []
  for (const { courtCode, statuses } of grid) {
    for (const [timeIndex, letter] of [...statuses].entries()) {
      if (letter === FREE) continue
      const status = STATUSES.get(letter)
      if (status === undefined) return undefined
      cells.push({ courtCode, timeIndex, date, status, inviteId: null })
    }
  }
  return cells
}
