import type { Day } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'
import type { Court } from './courts.ts'
import { type GridSlot, isCollision, type SlotRange } from './selection.ts'

/**
 * Where to search for free half-hours instead of the requested ones. It is one venue on one day, for one person and one
 * coach.
 */
export type AlternativesInput = {
  input: SlotRange
  courts: readonly Court[]
  /** The cells of that day that are not AVAILABLE. */
  grid: readonly Pick<GridSlot, 'courtCode' | 'timeIndex' | 'status' | 'inviteId'>[]
  /** First and last half-hour in which a class may begin, both included. */
  firstStart: HalfHour
  lastStart: HalfHour
  /** Half-hours in which the person is elsewhere, for example in a class at another venue. */
  busyHalfHours?: readonly HalfHour[]
  /** The invitation being edited. Its own half-hours count as free. */
  editingInvitationId?: string | null
  /** It is another day than the requested one, so the requested range may be free there too. */
  isOtherDay?: boolean
  /** Another time is asked for: the requested one does not count on another court either. */
  isOtherTime?: boolean
  count?: number
}

/**
 * Free ranges of the requested length, nearest in time first, each time once. On its own day the requested range is
 * never among them. At the same distance the requested court comes first. Then the earlier range comes first, then the
 * order of the courts decides.
 *
 * A MY_INVITING half-hour blocks every court, because the person cannot be on two.
 *
 * Source: decision "Half-hours, courts, claims", nearest free alternatives
 */
export function nearestAlternatives({
  input,
  courts,
  grid,
  firstStart,
  lastStart,
  busyHalfHours = [],
  editingInvitationId,
  isOtherDay = false,
  isOtherTime = false,
  count = 3,
}: AlternativesInput): SlotRange[] {
  const length = input.endTimeSlot - input.beginTimeSlot
  if (length < 1) return []

  const busy = new Set(busyHalfHours)
  const taken = new Set<string>()
  for (const cell of grid) {
    if (!isCollision(cell, editingInvitationId)) continue
    if (cell.status === 'MY_INVITING') busy.add(cell.timeIndex)
    taken.add(`${cell.timeIndex} ${cell.courtCode}`)
  }
  const isFree = (courtCode: string, begin: HalfHour) => {
    for (let timeIndex = begin; timeIndex < begin + length; timeIndex++) {
      if (busy.has(timeIndex) || taken.has(`${timeIndex} ${courtCode}`)) return false
    }
    return true
  }

  const otherCodes = courts.map((court) => court.courtCode).filter((code) => code !== input.courtCode)
  const hasRequestedCourt = otherCodes.length < courts.length
  const lastBegin = lastStart + 1 - length
  const found: SlotRange[] = []
  const farthest = Math.max(input.beginTimeSlot - firstStart, lastBegin - input.beginTimeSlot)
  for (let distance = isOtherTime && !isOtherDay ? 1 : 0; distance <= farthest; distance++) {
    const begins = [input.beginTimeSlot - distance, input.beginTimeSlot + distance]
      .slice(distance === 0 ? 1 : 0)
      .filter((begin) => begin >= firstStart && begin <= lastBegin)
    for (const codes of [hasRequestedCourt && (distance > 0 || isOtherDay) ? [input.courtCode] : [], otherCodes]) {
      for (const begin of begins) {
        for (const courtCode of codes) {
          if (found.length >= count) return found
          // One time on three courts is no choice.
          if (found.some((one) => one.beginTimeSlot === begin)) continue
          if (isFree(courtCode, begin)) found.push({ courtCode, beginTimeSlot: begin, endTimeSlot: begin + length })
        }
      }
    }
  }
  return found
}

/**
 * Takes the nearest range of each day in turn until there are enough, then the second of each. So a choice has several
 * days, and is sorted by day and time.
 */
export function spreadOverDays<T extends { courseDate: Day; beginTimeSlot: HalfHour }>(
  days: readonly (readonly T[])[],
  count = 3,
): T[] {
  const longest = Math.max(0, ...days.map((ranges) => ranges.length))
  const inTurn = Array.from({ length: longest }, (_, place) => days.flatMap((ranges) => ranges[place] ?? []))
  return inTurn
    .flat()
    .slice(0, count)
    .sort((a, b) => a.courseDate.localeCompare(b.courseDate) || a.beginTimeSlot - b.beginTimeSlot)
}
