import type { lockVenueCells as endpoint, VenueLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { byClaimOrder, type Cell } from '@paidang/domain/areas/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/schedule/lock'
import { type Day, hyphened } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { tryTwice } from '../classes/try-twice.ts'
import { gridTopics } from './grid-cache.ts'
import {
  claimVenueLocks,
  insertVenueLocks,
  listVenueLocks,
  queueForVenue,
  type VenueLockRow,
  type VenueSpan,
} from './lock-queries.ts'
import { halfHoursByCourt, openManagedVenue } from './managed-venue.ts'
import { presentVenueLock } from './present-lock.ts'
import { orCellsTaken, refuseLock } from './refuse-lock.ts'

type Wanted = { venueId: string; days: readonly Day[]; halfHours: Map<string, Set<HalfHour>> }

/**
 * A manager closes cells of his venue's grid, on one day or each week: all of them or none. What is locked already stays
 * with the lock that has it; the rest becomes one lock for each span of a court and day.
 *
 * @returns the venue's locks of the day that was named
 * @throws ApiError venue_not_managed, venue_not_found, court_not_found, input_invalid for a half-hour outside the opening
 *   hours, any LockRefusal, lock_over_booking (data: LockClash)
 * Source: specification §3 "Locked time", §5; decision "Half-hours, courts, claims"
 */
export async function lockVenueCells(
  db: Database,
  { body, by, now }: { body: Input<typeof endpoint>['body']; by: string; now: Date },
): Promise<VenueLock[]> {
  const { stadiumId: venueId, slots } = body
  const venue = await openManagedVenue(db, venueId, by)
  const day = hyphened(body.date)
  const repeatUntil = body.repeatUntil ? hyphened(body.repeatUntil) : null
  const halfHours = halfHoursByCourt(venue, slots)
  const isClosed = ({ timeIndex }: { timeIndex: number }) => timeIndex < venue.firstStart || timeIndex > venue.lastStart
  if (slots.some(isClosed)) throw new ApiError('input_invalid')
  const refusal = whyNotLock({ day, halfHours: slots.map(({ timeIndex }) => timeIndex), repeatUntil }, now)
  if (refusal) throw new ApiError(refusal)

  const wanted = { venueId, days: lockDays({ day, repeatUntil }), halfHours }
  return tryTwice(
    () => lockOnce(db, wanted),
    (cells, isFinal) => refuseLock(db, cells, { kind: 'COURT', by, now, isFinal }),
  )
}

async function lockOnce(db: Database, { venueId, days, halfHours }: Wanted): Promise<VenueLock[]> {
  const [day = ''] = days
  return db.transaction(async (tx) => {
    await queueForVenue(tx, venueId)
    const spans = spansLeft({ venueId, days, halfHours }, await listVenueLocks(tx, venueId, days))
    if (spans.length > 0) {
      const ids = await insertVenueLocks(tx, { venueId, isSeries: days.length > 1 }, spans)
      await orCellsTaken(spans.flatMap(cellsOfSpan).sort(byClaimOrder), () => claimVenueLocks(tx, ids))
      await publishChanges(
        tx,
        days.map((one) => gridTopics.courts(venueId, one)),
      )
    }
    return (await listVenueLocks(tx, venueId, [day])).map(presentVenueLock)
  })
}

/** What is wanted and not locked yet, in spans as long as they can be. */
function spansLeft({ days, halfHours }: Wanted, older: readonly VenueLockRow[]): VenueSpan[] {
  const keyOf = (courtId: string, day: Day) => `${courtId} ${day}`
  const locked = new Map<string, Set<HalfHour>>()
  for (const { courtId, day, beginTimeSlot, endTimeSlot } of older) {
    const ofDay = locked.get(keyOf(courtId, day)) ?? new Set()
    for (let halfHour = beginTimeSlot; halfHour < endTimeSlot; halfHour++) ofDay.add(halfHour)
    locked.set(keyOf(courtId, day), ofDay)
  }
  return days.flatMap((day) =>
    [...halfHours].flatMap(([courtId, wanted]) => {
      const already = locked.get(keyOf(courtId, day))
      return spansOf([...wanted].filter((halfHour) => !already?.has(halfHour))).map(({ begin, end }) => ({
        courtId,
        day,
        beginTimeSlot: begin,
        endTimeSlot: end,
        reason: '',
        seriesId: null,
      }))
    }),
  )
}

function cellsOfSpan({ courtId, day, beginTimeSlot, endTimeSlot }: VenueSpan): Cell[] {
  return Array.from({ length: endTimeSlot - beginTimeSlot }, (_, offset) => ({
    kind: 'COURT',
    resourceId: courtId,
    day,
    halfHour: beginTimeSlot + offset,
  }))
}
