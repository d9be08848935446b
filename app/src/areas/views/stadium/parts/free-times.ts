import type { Court, Venue } from '@paidang/api/areas/venues'
import { type Day, hasBegun } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween, whenOf } from '@paidang/domain/kernel/half-hour'

/** The public state of a half-hour on a court. */
export type FreeCell = 'past' | 'taken' | 'free'

/** A court on a day: its half-hours from the venue's first to its last, and the free times as text. */
export type CourtDay = { court: Court; cells: FreeCell[]; text: string }

type Taken = { courtIndex: number; timeIndex: HalfHour }
type Hours = Pick<Venue, 'courts' | 'firstStart' | 'lastStart'>

/** At most this many free periods are listed. */
const MAX_STRETCHES = 3

/** The free times on each court of a venue on a day. */
export function courtDays(
  { courts, firstStart, lastStart }: Hours,
  taken: readonly Taken[],
  { date, now }: { date: Day; now: Date },
): CourtDay[] {
  const keys = new Set(taken.map(({ courtIndex, timeIndex }) => `${courtIndex}:${timeIndex}`))
  return courts.map((court, courtIndex) => {
    const cells = halfHoursBetween(firstStart, lastStart + 1).map((at): FreeCell => {
      if (hasBegun(date, at, now)) return 'past'
      return keys.has(`${courtIndex}:${at}`) ? 'taken' : 'free'
    })
    return { court, cells, text: freeText(cells, firstStart) }
  })
}

/** The free periods of a court: 空闲 08:00–10:00、18:00–22:30. 已约满 without any, 已结束 when the day is over. */
export function freeText(cells: readonly FreeCell[], firstStart: HalfHour): string {
  const stretches: { from: number; to: number }[] = []
  cells.forEach((cell, at) => {
    const last = stretches[stretches.length - 1]
    if (cell !== 'free') return
    if (last && last.to === at) last.to += 1
    else stretches.push({ from: at, to: at + 1 })
  })
  if (stretches.length === 0) return cells.includes('taken') ? '已约满' : '今天已结束'
  const words = stretches.slice(0, MAX_STRETCHES).map(({ from, to }) => whenOf(firstStart + from, firstStart + to))
  return `空闲 ${words.join('、')}${stretches.length > MAX_STRETCHES ? ' 等' : ''}`
}

/** The labels above the bars with their position (0 to 1): every fourth full hour from the first one. */
export function hourMarks({ firstStart, lastStart }: Omit<Hours, 'courts'>): { text: string; at: number }[] {
  const HALF_HOURS_BETWEEN = 8
  const first = Math.ceil(firstStart / 2) * 2
  const count = lastStart + 1 - firstStart
  return halfHoursBetween(first, lastStart + 1)
    .filter((at) => (at - first) % HALF_HOURS_BETWEEN === 0)
    .map((at) => ({ text: String(at / 2).padStart(2, '0'), at: (at - firstStart) / count }))
}
