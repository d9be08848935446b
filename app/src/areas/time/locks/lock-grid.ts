import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import type { CoachLock, VenueLock } from '@paidang/api/areas/activities/locks'
import type { Venue } from '@paidang/api/areas/places/venues'
import type { CourtTimeStatus } from '@paidang/api/areas/time/schedule'
import { spansOf } from '@paidang/domain/areas/time/schedule/lock'
import { cellReader } from '@paidang/domain/areas/time/schedule/selection'
import { type Day, hasBegun } from '@paidang/domain/kernel/day'
import {
  DEFAULT_FIRST_START,
  DEFAULT_LAST_START,
  type HalfHour,
  halfHourOf,
  halfHoursBetween,
  timeOf,
} from '@paidang/domain/kernel/half-hour'
import type { GridPlace } from '../schedule/grid-keys'
import type { CellLook, RowLook, SlotLook } from '../schedule/grid-look'

/**
 * The state of a half-hour for a person who locks. `closed` is neither their lock nor a class, and they cannot open it.
 */
type LockState = 'free' | 'lesson' | 'booked' | 'locked' | 'closed' | 'past'

/** `owner` identifies a class or lock. Equal neighbours of one owner are drawn as one. */
type LockCell = { state: LockState; word: string; owner: string }

/** A day that can be locked: half-hours down from `firstStart`, columns (courts, or the coach) across. */
export type LockDay = {
  date: Day
  columns: readonly { courtCode: string; name: string; surface: string }[]
  firstStart: HalfHour
  lastStart: HalfHour
  rows: readonly (readonly LockCell[])[]
  /** Whether locked half-hours can be chosen and opened one by one. A coach's lock opens only as a whole. */
  opensCells: boolean
}

/** A chosen half-hour of a column. */
export type Chosen = { timeIndex: HalfHour; column: number }

/** The half-hours chosen for locking, and those chosen for opening. */
type Choice = { locking: Chosen[]; opening: Chosen[] }

const PAST: LockCell = { state: 'past', word: '', owner: 'past' }
const FREE: LockCell = { state: 'free', word: '', owner: '' }

/** Returns the courts of a venue on a day, from the server's cell status and its list of locks. */
export function courtsDayOf(
  venue: Pick<Venue, 'courts' | 'firstStart' | 'lastStart'>,
  { date, status, locks, now }: { date: Day; status: CourtTimeStatus[]; locks: VenueLock[]; now: Date },
): LockDay {
  const { courts: columns, firstStart, lastStart } = venue
  const cellAt = cellReader(status, date)
  const locked = new Set(
    locks.flatMap(({ courtCode, beginTime, endTime }) =>
      halfHoursBetween(halfHourOf(beginTime), halfHourOf(endTime)).map((timeIndex) => `${courtCode} ${timeIndex}`),
    ),
  )
  const rows = halfHoursBetween(firstStart, lastStart + 1).map((timeIndex) => {
    const isPast = hasBegun(date, timeIndex, now)
    return columns.map(({ courtCode }): LockCell => {
      const { status: is, inviteId } = cellAt(courtCode, timeIndex)
      if (is === 'MY_INVITING') return { state: 'lesson', word: '有约课', owner: `class ${inviteId}` }
      if (isPast) return PAST
      if (is === 'COURT_OCCUPIED') return { state: 'booked', word: '已被订', owner: 'booked' }
      // Each locked half-hour can be opened alone, so it does not join its neighbours.
      if (locked.has(`${courtCode} ${timeIndex}`)) return { state: 'locked', word: '已锁', owner: '' }
      return is === 'AVAILABLE' ? FREE : { state: 'closed', word: '停用', owner: 'closed' }
    })
  })
  return { date, columns, firstStart, lastStart, rows, opensCells: true }
}

/** The single column of the coach's own time. */
export const OWN_COLUMN = [{ courtCode: 'me', name: '我的时间', surface: '选全天' }] as const

/**
 * Returns the coach's own day. It starts at six and ends at half past ten, or is longer if classes or locks need it.
 */
export function ownDayOf({
  date,
  classes,
  locks,
  now,
}: {
  date: Day
  classes: InvitationResponse[]
  locks: CoachLock[]
  now: Date
}): LockDay {
  const taken = new Map<HalfHour, LockCell>()
  for (const { id, beginTimeSlot, endTimeSlot, reason } of locks) {
    const cell: LockCell = { state: 'locked', word: reason || '已锁定', owner: `lock ${id}` }
    for (const timeIndex of halfHoursBetween(beginTimeSlot, endTimeSlot)) taken.set(timeIndex, cell)
  }
  // A class that was confirmed over a lock covers it.
  for (const { invitation } of classes) {
    const { id, beginTimeSlot, endTimeSlot, courseDesignName, stadiumName } = invitation
    const cell: LockCell = { state: 'lesson', word: `${courseDesignName} ${stadiumName}`, owner: `class ${id}` }
    for (const timeIndex of halfHoursBetween(beginTimeSlot, endTimeSlot)) taken.set(timeIndex, cell)
  }
  const firstStart = Math.min(DEFAULT_FIRST_START, ...taken.keys())
  const lastStart = Math.max(DEFAULT_LAST_START, ...taken.keys())
  const rows = halfHoursBetween(firstStart, lastStart + 1).map((timeIndex) => {
    const cell = taken.get(timeIndex)
    if (hasBegun(date, timeIndex, now) && cell?.state !== 'lesson') return [PAST]
    return [cell ?? FREE]
  })
  return { date, columns: OWN_COLUMN, firstStart, lastStart, rows, opensCells: false }
}

/** Returns the cell at a place of the grid; undefined outside of it. */
export function cellAtPlace(day: LockDay, { row, column }: GridPlace): (LockCell & Chosen) | undefined {
  const cell = day.rows[row]?.[column]
  return cell && { ...cell, timeIndex: day.firstStart + row, column }
}

/**
 * Returns the selection after a press, with the gesture of the booking grid. A first and a last press choose the run
 * between. A press on the first or last half-hour of a run removes it. A press on an inner one keeps only the part
 * before it. Where something else lies between, the press begins a new run. A class refuses the press. A past half-hour
 * ignores it.
 */
export function pressed(
  day: LockDay,
  chosen: readonly Chosen[],
  place: GridPlace,
): { chosen: readonly Chosen[]; refused?: 'lesson' } {
  const cell = cellAtPlace(day, place)
  if (!cell) return { chosen }
  if (cell.state === 'lesson' || cell.state === 'booked') return { chosen, refused: 'lesson' }
  if (cell.state !== 'free' && !(cell.state === 'locked' && day.opensCells)) return { chosen }
  if (has(chosen, cell)) return { chosen: withoutPressed(chosen, cell) }
  return { chosen: [...chosen, ...runTo(day, chosen, cell)] }
}

/**
 * Returns the selection without a half-hour of a run. If it is not the first of the run, what follows it in the run is
 * removed too.
 */
function withoutPressed(chosen: readonly Chosen[], { timeIndex, column }: Chosen): Chosen[] {
  const spans = spansByColumn(chosen.filter((cell) => cell.column === column)).flatMap((one) => one.spans)
  const run = spans.find(({ begin, end }) => begin <= timeIndex && timeIndex < end)
  const end = run && run.begin < timeIndex ? run.end : timeIndex + 1
  return chosen.filter((cell) => cell.column !== column || cell.timeIndex < timeIndex || cell.timeIndex >= end)
}

/**
 * Returns the half-hours from the nearest chosen one to a cell, itself included, if all have its state. Otherwise it
 * returns the cell alone.
 */
function runTo(day: LockDay, chosen: readonly Chosen[], { timeIndex, column, state }: LockCell & Chosen): Chosen[] {
  const isAlike = (at: HalfHour) => day.rows[at - day.firstStart]?.[column]?.state === state
  const runs = chosen
    .filter((cell) => cell.column === column)
    .map((cell) =>
      cell.timeIndex < timeIndex
        ? halfHoursBetween(cell.timeIndex, timeIndex + 1)
        : halfHoursBetween(timeIndex, cell.timeIndex + 1),
    )
    .filter((run) => run.every(isAlike))
  const [nearest = [timeIndex]] = runs.sort((a, b) => a.length - b.length)
  return nearest.map((at) => ({ timeIndex: at, column })).filter((cell) => !has(chosen, cell))
}

/** Adds everything between two places that can be locked. If the first place is a lock, it adds what can be opened. */
export function filled(day: LockDay, chosen: readonly Chosen[], from: GridPlace, to: GridPlace): readonly Chosen[] {
  const target = day.opensCells && cellAtPlace(day, from)?.state === 'locked' ? 'locked' : 'free'
  const between = (a: number, b: number, at: number) => Math.min(a, b) <= at && at <= Math.max(a, b)
  const added = cellsOf(day, target).filter(
    ({ timeIndex, column }) =>
      between(from.row, to.row, timeIndex - day.firstStart) && between(from.column, to.column, column),
  )
  return [...chosen, ...added.filter((cell) => !has(chosen, cell))]
}

/** Adds every free half-hour of a column, or removes them when all are chosen already. */
export function columnToggled(day: LockDay, chosen: readonly Chosen[], column: number): readonly Chosen[] {
  const free = cellsOf(day, 'free').filter((cell) => cell.column === column)
  const missing = free.filter((cell) => !has(chosen, cell))
  return missing.length > 0 ? [...chosen, ...missing] : chosen.filter((cell) => !has(free, cell))
}

/** Returns what of the selection can still be locked or opened on the current day. */
export function choiceOf(day: LockDay, chosen: readonly Chosen[]): Choice {
  const stateOf = ({ timeIndex, column }: Chosen) => day.rows[timeIndex - day.firstStart]?.[column]?.state
  const sorted = [...chosen].sort((a, b) => a.column - b.column || a.timeIndex - b.timeIndex)
  return {
    locking: sorted.filter((cell) => stateOf(cell) === 'free'),
    opening: sorted.filter((cell) => stateOf(cell) === 'locked'),
  }
}

/** Returns the chosen half-hours of each column as spans, from left to right. */
export function spansByColumn(
  cells: readonly Chosen[],
): { column: number; spans: { begin: HalfHour; end: HalfHour }[] }[] {
  const columns = [...new Set(cells.map(({ column }) => column))].sort((a, b) => a - b)
  return columns.map((column) => ({
    column,
    spans: spansOf(cells.filter((cell) => cell.column === column).map(({ timeIndex }) => timeIndex)),
  }))
}

const LOOKS: Record<LockState, SlotLook> = {
  free: 'available',
  lesson: 'mine',
  booked: 'courtBusy',
  locked: 'shut',
  closed: 'courtOff',
  past: 'past',
}

/** The state of a cell for screen readers. A class and a lock use their own text. */
const SPOKEN: Record<LockState, string> = {
  free: '可锁定',
  lesson: '有约课',
  booked: '已被订',
  locked: '已锁定',
  closed: '停用',
  past: '已过',
}

/** Returns the rows for the court grid. */
export function lockRowsOf(day: LockDay, chosen: readonly Chosen[]): RowLook[] {
  const looks = day.rows.map((cells, row) => cells.map((_, column) => lookAt(day, chosen, { row, column })))
  return day.rows.map((cells, row) => {
    const timeIndex = day.firstStart + row
    const time = timeOf(timeIndex)
    const drawn = cells.map((cell, column): CellLook => {
      const look = looks[row]?.[column] ?? 'past'
      const joins = (other: number) =>
        looks[other]?.[column] === look &&
        (look === 'locking' || (cell.owner !== '' && day.rows[other]?.[column]?.owner === cell.owner))
      const joinsAbove = joins(row - 1)
      return {
        look,
        word: wordOf(look, time, cell, joinsAbove),
        label: `${day.columns[column]?.name ?? ''} ${time} 至 ${timeOf(timeIndex + 1)} ${spokenOf(look, cell)}`,
        joinsAbove,
        joinsBelow: joins(row + 1),
      }
    })
    const signature = drawn.map(
      ({ look, word, joinsAbove, joinsBelow }) => `${look}:${word}:${joinsAbove}:${joinsBelow}`,
    )
    return { timeIndex, time, cells: drawn, signature: `${time}|${signature.join()}` }
  })
}

function lookAt(day: LockDay, chosen: readonly Chosen[], place: GridPlace): SlotLook {
  const cell = cellAtPlace(day, place)
  if (!cell) return 'past'
  if (!has(chosen, cell)) return LOOKS[cell.state]
  return cell.state === 'free' ? 'locking' : cell.state === 'locked' ? 'opening' : LOOKS[cell.state]
}

function wordOf(look: SlotLook, time: string, { word }: LockCell, joinsAbove: boolean): string {
  if (look === 'locking') return time
  if (look === 'opening') return '将开放'
  return joinsAbove ? '' : word
}

function spokenOf(look: SlotLook, { state, word }: LockCell): string {
  if (look === 'locking') return '将锁定'
  if (look === 'opening') return '将开放'
  return word === '' || word === '已锁' ? SPOKEN[state] : word
}

function cellsOf(day: LockDay, target: LockState): Chosen[] {
  return day.rows.flatMap((cells, row) =>
    cells.flatMap(({ state }, column) => (state === target ? [{ timeIndex: day.firstStart + row, column }] : [])),
  )
}

function has(cells: readonly Chosen[], { timeIndex, column }: Chosen): boolean {
  return cells.some((cell) => cell.timeIndex === timeIndex && cell.column === column)
}
