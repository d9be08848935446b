import type { HalfHour } from '../../kernel/half-hour.ts'
import type { Court } from './courts.ts'
import { type GridSlot, isCollision, type SlotRange } from './selection.ts'

/** Where to look for free half-hours instead of those wanted: one venue on one day, for one person and one coach. */
export type AlternativesWanted = {
  wanted: SlotRange
  courts: readonly Court[]
  /** The cells of that day that are not AVAILABLE. */
  grid: readonly Pick<GridSlot, 'courtCode' | 'timeIndex' | 'status' | 'inviteId'>[]
  /** First and last half-hour in which a class may begin, both included. */
  firstStart: HalfHour
  lastStart: HalfHour
  /** Half-hours in which the person is elsewhere, as in a class at another venue. */
  busyHalfHours?: readonly HalfHour[]
  /** The invitation being edited: its own half-hours do not stand in the way. */
  editingInvitationId?: string | null
  count?: number
}

/**
 * Free ranges of the wanted length, nearest in time first; at the same distance the wanted court before the others,
 * the earlier before the later, then the order of the courts. The wanted range itself is never among them.
 *
 * A MY_INVITING half-hour blocks every court, since the person cannot be on two.
 *
 * Source: decision "Half-hours, courts, claims", nearest free alternatives
 */
export function nearestAlternatives({
  wanted,
  courts,
  grid,
  firstStart,
  lastStart,
  busyHalfHours = [],
  editingInvitationId,
  count = 3,
}: AlternativesWanted): SlotRange[] {
  const length = wanted.endTimeSlot - wanted.beginTimeSlot
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

  const otherCodes = courts.map((court) => court.courtCode).filter((code) => code !== wanted.courtCode)
  const hasWantedCourt = otherCodes.length < courts.length
  const lastBegin = lastStart + 1 - length
  const found: SlotRange[] = []
  const farthest = Math.max(wanted.beginTimeSlot - firstStart, lastBegin - wanted.beginTimeSlot)
  for (let distance = 0; distance <= farthest; distance++) {
    const begins = [wanted.beginTimeSlot - distance, wanted.beginTimeSlot + distance]
      .slice(distance === 0 ? 1 : 0)
      .filter((begin) => begin >= firstStart && begin <= lastBegin)
    for (const codes of [hasWantedCourt && distance > 0 ? [wanted.courtCode] : [], otherCodes]) {
      for (const begin of begins) {
        for (const courtCode of codes) {
          if (found.length >= count) return found
          if (isFree(courtCode, begin)) found.push({ courtCode, beginTimeSlot: begin, endTimeSlot: begin + length })
        }
      }
    }
  }
  return found
}
