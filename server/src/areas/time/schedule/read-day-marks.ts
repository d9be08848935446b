import type { DayMark } from '@paidang/api/areas/schedule'
import { addDays, DATE_WINDOW_DAYS, dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { GridCache } from './grid-cache.ts'
import { listOwnDays } from './queries.ts'
import { readCourtStatus, readGridVenue } from './read-court-status.ts'

/**
 * What the date strip marks for 14 days from today: the free cells of this coach at this venue. Also whether the caller
 * has a class anywhere on that day.
 *
 * @throws ApiError venue_not_found, coach_not_found
 */
export async function readDayMarks(
  db: Database,
  cache: GridCache,
  { venueId, coachId, userId, now }: { venueId: string; coachId: string; userId: string; now: Date },
): Promise<DayMark[]> {
  const today = dayOf(now)
  const days = Array.from({ length: DATE_WINDOW_DAYS }, (_, index) => addDays(today, index))
  const venue = await readGridVenue(db, cache, venueId)
  const ownDays = await listOwnDays(db, userId, today, addDays(today, DATE_WINDOW_DAYS - 1))
  const isOpen = (timeIndex: number) => venue.firstStart <= timeIndex && timeIndex <= venue.lastStart
  const all = venue.courts.length * (venue.lastStart - venue.firstStart + 1)
  return Promise.all(
    days.map(async (date) => {
      const taken = await readCourtStatus(db, cache, { venueId, coachId, userId, day: date, now })
      return {
        date,
        freeCells: all - taken.filter(({ timeIndex }) => isOpen(timeIndex)).length,
        mine: ownDays.has(date),
      }
    }),
  )
}
