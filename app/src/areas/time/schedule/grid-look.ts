import type { BandRow, CellsRow, DisplayCell } from '@paidang/domain/areas/time/schedule/matrix'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { type HalfHour, halfHoursBetween, timeOf } from '@paidang/domain/kernel/half-hour'

/**
 * The looks of a cell for a person who books: names of the styles, in the order of the legend. Source: decision "Court
 * grid".
 */
export const SLOT_LOOKS = [
  'available',
  'selected',
  'mine',
  'coachBusy',
  'courtBusy',
  'coachOff',
  'courtOff',
  'venueClosed',
  'conflict',
] as const
/** The looks of a cell for a person who locks. `locking` and `opening` are chosen: for locking, and for unlocking. */
export const LOCK_LOOKS = ['available', 'locking', 'courtBusy', 'shut', 'opening', 'mine'] as const
/** The looks that a legend explains. `past` and `waiting` (not fetched yet) need no explanation. */
export type LegendLook = (typeof SLOT_LOOKS)[number] | (typeof LOCK_LOOKS)[number]
type BookingLook = (typeof SLOT_LOOKS)[number] | 'past' | 'waiting'
export type SlotLook = LegendLook | BookingLook

const CHOSEN: readonly SlotLook[] = ['selected', 'conflict', 'locking', 'opening']

/** Whether a cell with this look is chosen. */
export function isChosen(look: SlotLook): boolean {
  return CHOSEN.includes(look)
}

/** One cell as it is drawn: `word` is its visible text, `label` the text for screen readers. */
export type CellLook = { look: SlotLook; word: string; label: string; joinsAbove: boolean; joinsBelow: boolean }

/** One row as it is drawn: a band from end to end, or cells. Rows with the same signature look the same. */
export type RowLook = {
  timeIndex: HalfHour
  time: string
  signature: string
  band?: CellLook
  cells: readonly CellLook[]
}

const LOOK_OF_STATUS: Record<SlotStatus, BookingLook> = {
  AVAILABLE: 'available',
  MY_INVITING: 'mine',
  COACH_OCCUPIED: 'coachBusy',
  COURT_OCCUPIED: 'courtBusy',
  COACH_UNAVAILABLE: 'coachOff',
  COURT_UNAVAILABLE: 'courtOff',
}

/** The visible text of a cell. Free and past cells have none; chosen ones show their time. */
const WORDS: Record<BookingLook, string> = {
  available: '',
  selected: '',
  mine: '我的约课',
  coachBusy: '教练有课',
  courtBusy: '已被订',
  coachOff: '教练休息',
  courtOff: '停用',
  venueClosed: '闭馆',
  conflict: '冲突',
  past: '',
  waiting: '',
}

/** The state of a cell for screen readers. */
const SPOKEN: Record<BookingLook, string> = {
  ...WORDS,
  available: '可约',
  selected: '已选',
  conflict: '冲突已选',
  past: '已过',
  waiting: '读取中',
}

/** A court may be closed all day. Its text is repeated after this many cells, so that one is always in view. */
const REPEAT_CLOSED_EVERY = 4

/**
 * Converts the rows of the domain's `bandsOf` into the texts and looks in which they are drawn. A past cell has the
 * look `past`, except the person's own classes.
 */
export function rowLooksOf(
  rows: readonly (BandRow | CellsRow)[],
  courts: readonly { name: string }[],
  coachName: string,
): RowLook[] {
  const closedAbove = courts.map(() => 0)
  return rows.map((row) => {
    const { timeIndex, time } = row
    if (!row.cells) {
      closedAbove.fill(0)
      const band = bandLookOf(row, coachName)
      return { timeIndex, time, band, cells: [], signature: `${time}|${keyOf(band)}` }
    }
    const cells = row.cells.map((cell, column) => {
      const look = lookOf(cell)
      const run = isShut(look) && cell.joinsAbove ? (closedAbove[column] ?? 0) + 1 : 0
      closedAbove[column] = run
      return {
        look,
        word: wordOf(look, cell, run),
        label: `${courts[column]?.name ?? ''} ${time} 至 ${timeOf(timeIndex + 1)} ${SPOKEN[look]}`,
        joinsAbove: cell.joinsAbove,
        joinsBelow: cell.joinsBelow,
      }
    })
    return { timeIndex, time, cells, signature: `${time}|${cells.map(keyOf).join()}` }
  })
}

/** Returns placeholder rows for a day that is not fetched yet, from the first start to the last. */
export function waitingRows(
  courts: readonly { name: string }[],
  { firstStart, lastStart }: { firstStart: HalfHour; lastStart: HalfHour },
): RowLook[] {
  return halfHoursBetween(firstStart, lastStart + 1).map((timeIndex) => {
    const time = timeOf(timeIndex)
    const cells = courts.map(({ name }) => ({
      look: 'waiting' as const,
      word: WORDS.waiting,
      label: `${name} ${time} 至 ${timeOf(timeIndex + 1)} ${SPOKEN.waiting}`,
      joinsAbove: false,
      joinsBelow: false,
    }))
    return { timeIndex, time, cells, signature: `${time}|waiting ${courts.length}` }
  })
}

/** Returns the looks that a legend explains: free and chosen always, then those of `all` in these rows. */
export function looksIn(rows: readonly RowLook[], all: readonly LegendLook[] = SLOT_LOOKS): LegendLook[] {
  const present = new Set<SlotLook>(['available', 'selected', 'locking'])
  for (const { band, cells } of rows) {
    if (band) present.add(band.look)
    for (const { look } of cells) present.add(look)
  }
  return all.filter((look) => present.has(look))
}

function lookOf(cell: DisplayCell): BookingLook {
  if (cell.status === 'selected') return 'selected'
  if (cell.status === 'conflict-selected') return 'conflict'
  if (cell.status === 'available') return 'available'
  if (cell.isPast && cell.courtStatus !== 'MY_INVITING') return 'past'
  // A half-hour that has begun counts as past even if the server still said AVAILABLE.
  if (cell.courtStatus === 'AVAILABLE') return 'past'
  return cell.isClosed ? 'venueClosed' : LOOK_OF_STATUS[cell.courtStatus]
}

/** Whether the venue takes the cell out of use, for any reason. */
export const isShut = (look: SlotLook): boolean => look === 'courtOff' || look === 'venueClosed'

function wordOf(look: BookingLook, cell: DisplayCell, closedRun: number): string {
  if (look === 'selected') return cell.time
  if (look === 'conflict') return WORDS.conflict
  if (isShut(look)) return closedRun % REPEAT_CLOSED_EVERY === 0 ? WORDS[look] : ''
  return cell.joinsAbove ? '' : WORDS[look]
}

function bandLookOf({ timeIndex, time, band, joinsAbove, joinsBelow }: BandRow, coachName: string): CellLook {
  const look = LOOK_OF_STATUS[band]
  const sentence = `${coachName} ${look === 'coachBusy' ? '已有课' : '休息'}`
  return {
    look,
    word: joinsAbove ? '' : sentence,
    label: `${time} 至 ${timeOf(timeIndex + 1)} ${sentence}`,
    joinsAbove,
    joinsBelow,
  }
}

function keyOf({ look, word, joinsAbove, joinsBelow }: CellLook): string {
  return `${look}:${word}${joinsAbove ? '^' : ''}${joinsBelow ? 'v' : ''}`
}
