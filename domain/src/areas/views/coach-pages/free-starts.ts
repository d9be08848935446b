import type { HalfHour } from '../../../kernel/half-hour.ts'

/** A venue on one day: when it is open, and the taken half-hours of each court. */
type VenueDay = {
  stadiumId: string
  firstStart: HalfHour
  lastStart: HalfHour
  courts: readonly ReadonlySet<HalfHour>[]
}

/** A start at which a class fits, and the first venue with a free court for it. */
export type FreeStart = { beginTimeSlot: HalfHour; stadiumId: string }

/** How many starts of a day are offered. Source: design "教练主页" */
export const STARTS_A_DAY = 3

const [NOON, EVENING, MIDNIGHT] = [24, 36, 48]

/** The parts of a day by which a start is searched for: their half-hours, both ends included. */
export const DAY_PARTS = {
  all: { from: 0, to: MIDNIGHT - 1 },
  morning: { from: 0, to: NOON - 1 },
  afternoon: { from: NOON, to: EVENING - 1 },
  evening: { from: EVENING, to: MIDNIGHT - 1 },
} as const satisfies Record<string, { from: HalfHour; to: HalfHour }>
export type DayPart = keyof typeof DAY_PARTS

/**
 * The starts of a day at which the coach and one court of a venue are free for a whole class, none before `firstOpen`.
 * `length` counts half-hours.
 */
export function freeStartsOf(
  { coach, venues, firstOpen }: { coach: ReadonlySet<HalfHour>; venues: readonly VenueDay[]; firstOpen: HalfHour },
  length: number,
): FreeStart[] {
  const starts: FreeStart[] = []
  const first = Math.max(firstOpen, Math.min(...venues.map(({ firstStart }) => firstStart)))
  const last = Math.max(...venues.map(({ lastStart }) => lastStart))
  for (let beginTimeSlot = first; beginTimeSlot <= last; beginTimeSlot++) {
    const span = Array.from({ length }, (_, offset) => beginTimeSlot + offset)
    const isFree = (taken: ReadonlySet<HalfHour>) => span.every((halfHour) => !taken.has(halfHour))
    if (!isFree(coach)) continue
    const venue = venues.find(
      ({ firstStart, lastStart, courts }) =>
        firstStart <= beginTimeSlot && beginTimeSlot + length - 1 <= lastStart && courts.some(isFree),
    )
    if (venue) starts.push({ beginTimeSlot, stadiumId: venue.stadiumId })
  }
  return starts
}

/** Three starts of a day: the first of morning, afternoon and evening, filled up with the earliest others. */
export function chosenStarts(starts: readonly FreeStart[]): FreeStart[] {
  const parts = [
    starts.find(({ beginTimeSlot: at }) => at < NOON),
    starts.find(({ beginTimeSlot: at }) => NOON <= at && at < EVENING),
    starts.find(({ beginTimeSlot: at }) => EVENING <= at),
  ].filter((start) => start !== undefined)
  const others = starts.filter((start) => !parts.includes(start))
  return [...parts, ...others].slice(0, STARTS_A_DAY).sort((one, other) => one.beginTimeSlot - other.beginTimeSlot)
}
