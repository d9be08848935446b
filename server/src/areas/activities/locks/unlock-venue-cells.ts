import type { unlockVenueCells as endpoint, VenueLock } from '@paidang/api/areas/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { spansOf } from '@paidang/domain/areas/schedule/lock'
import { toIsoDay } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import {
  claimVenueLocks,
  deleteVenueLocks,
  insertVenueLocks,
  listLaterLocks,
  listVenueLocks,
  queueForVenue,
  type VenueLockRow,
} from './lock-queries.ts'
import { halfHoursByCourt, openManagedVenue } from './managed-venue.ts'
import { presentVenueLock } from './present-lock.ts'

/**
 * A manager opens exactly these cells of a venue's day again. A lock that held more cells keeps the rest, in parts if
 * necessary. Cells without a lock are open already. With `series` the same cells of later weeks are opened too, if the
 * repetitions of those locks hold them.
 *
 * @returns the venue's locks of that day
 * @throws ApiError venue_not_managed, venue_not_found, court_not_found, input_invalid when no cell is named
 */
export async function unlockVenueCells(
  db: Database,
  { body, actorId }: { body: Input<typeof endpoint>['body']; actorId: string },
): Promise<VenueLock[]> {
  const { stadiumId: venueId, slots } = body
  const opened = halfHoursByCourt(await openManagedVenue(db, venueId, actorId), slots)
  if (slots.length === 0) throw new ApiError('input_invalid')
  const day = toIsoDay(body.date)
  return db.transaction(async (tx) => {
    await queueForVenue(tx, venueId)
    const isTouched = (lock: VenueLockRow) =>
      leftOf(lock, opened.get(lock.courtId)).length < lock.endTimeSlot - lock.beginTimeSlot
    const ofDay = (await listVenueLocks(tx, venueId, [day])).filter(isTouched)
    const seriesIds = body.series ? ofDay.flatMap(({ seriesId }) => seriesId ?? []) : []
    const later = await listLaterLocks(tx, { venueId, day, seriesIds })
    const touched = [...ofDay, ...later.filter(isTouched)]
    if (touched.length > 0) {
      await deleteVenueLocks(
        tx,
        touched.map(({ id }) => id),
      )
      const left = touched.flatMap((lock) =>
        spansOf(leftOf(lock, opened.get(lock.courtId))).map(({ begin, end }) => ({
          ...lock,
          beginTimeSlot: begin,
          endTimeSlot: end,
        })),
      )
      await claimVenueLocks(tx, await insertVenueLocks(tx, { venueId, isSeries: false }, left))
      const days = new Set(touched.map((lock) => lock.day))
      await publishChanges(
        tx,
        [...days].map((one) => gridTopics.courts(venueId, one)),
      )
    }
    return (await listVenueLocks(tx, venueId, [day])).map(presentVenueLock)
  })
}

function leftOf({ beginTimeSlot, endTimeSlot }: VenueLockRow, opened: Set<HalfHour> | undefined): HalfHour[] {
  return halfHoursBetween(beginTimeSlot, endTimeSlot).filter((halfHour) => !opened?.has(halfHour))
}
