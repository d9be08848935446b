import type { lockVenueCells as endpoint, VenueLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { byClaimOrder, type Cell } from '@paidang/domain/areas/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/schedule/lock'
import { type Day, toIsoDay } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
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

type Query = { venueId: string; days: readonly Day[]; halfHours: Map<string, Set<HalfHour>> }

/**
 * A manager closes cells of a venue's grid, on one day or each week: all of them or none. Cells that are locked already
 * stay with their lock. The rest becomes one lock for each span of a court and day.
 *
 * @returns the venue's locks of the day that was named
 * @throws ApiError venue_not_managed, venue_not_found, court_not_found, input_invalid for a half-hour outside the
 *   opening hours, any LockRefusal, lock_over_booking (data: LockClash).
 * Source: specification §3 "Locked time", §5; decision "Half-hours, courts, claims"
 */
export async function lockVenueCells(
  db: Database,
  { body, actorId, now }: { body: Input<typeof endpoint>['body']; actorId: string; now: Date },
): Promise<VenueLock[]> {
  const { stadiumId: venueId, slots } = body
  const venue = await openManagedVenue(db, venueId, actorId)
  const day = toIsoDay(body.date)
  const repeatUntil = body.repeatUntil ? toIsoDay(body.repeatUntil) : null
  const halfHours = halfHoursByCourt(venue, slots)
  const isClosed = ({ timeIndex }: { timeIndex: number }) => timeIndex < venue.firstStart || timeIndex > venue.lastStart
  if (slots.some(isClosed)) throw new ApiError('input_invalid')
  const refusal = whyNotLock({ day, halfHours: slots.map(({ timeIndex }) => timeIndex), repeatUntil }, now)
  if (refusal) throw new ApiError(refusal)

  const input = { venueId, days: lockDays({ day, repeatUntil }), halfHours }
  return retryOnce(
    () => lockOnce(db, input),
    (cells, isFinal) => refuseLock(db, cells, { kind: 'COURT', actorId, now, isFinal }),
  )
}

async function lockOnce(db: Database, { venueId, days, halfHours }: Query): Promise<VenueLock[]> {
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

/** The requested half-hours that are not locked yet, in the longest possible spans. */
function spansLeft({ days, halfHours }: Query, older: readonly VenueLockRow[]): VenueSpan[] {
  const keyOf = (courtId: string, day: Day) => `${courtId} ${day}`
  const locked = new Map<string, Set<HalfHour>>()
  for (const { courtId, day, beginTimeSlot, endTimeSlot } of older) {
    const ofDay = locked.get(keyOf(courtId, day)) ?? new Set()
    for (let halfHour = beginTimeSlot; halfHour < endTimeSlot; halfHour++) ofDay.add(halfHour)
    locked.set(keyOf(courtId, day), ofDay)
  }
  return days.flatMap((day) =>
    [...halfHours].flatMap(([courtId, input]) => {
      const already = locked.get(keyOf(courtId, day))
      return spansOf([...input].filter((halfHour) => !already?.has(halfHour))).map(({ begin, end }) => ({
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
