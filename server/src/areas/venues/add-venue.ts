import type { CoachVenue, NewVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { readUsualHours } from '../companies/read-usual-hours.ts'
import { assertOwnFile } from '../files/assert-own-file.ts'
import { insertManager } from './association-queries.ts'
import { readCoachVenue } from './list-venues-of-coach.ts'
import { findWaitingVenue, insertVenue, isNameTaken } from './queries.ts'
import { assertOpening, courtsNamedBy, type Opening, placeOf } from './venue-form.ts'

/**
 * A coach adds a venue that is not there yet. It waits for an operator, and until then only he sees it; he manages it, so
 * that he can prepare it. The same venue said twice is one.
 *
 * @throws ApiError venue_courts_missing, input_invalid (a blank field, more than 60 courts), venue_hours_invalid, venue_name_taken (an
 *   approved one of that name stands in the city), file_not_found (the avatar is no venue picture of his)
 * Source: specification §3 "Stadium", "Court"
 */
export async function addVenue(
  db: Database,
  { venue, by, now }: { venue: NewVenue; by: string; now: Date },
): Promise<CoachVenue> {
  const courts = courtsNamedBy(venue)
  const place = placeOf(venue)
  const avatar = venue.avatar || null
  return db.transaction(async (tx) => {
    const opening = await openingOf(tx, venue, by)
    if (await isNameTaken(tx, place)) throw new ApiError('venue_name_taken')
    if (avatar !== null) await assertOwnFile(tx, { relativePath: avatar, purpose: 'venue', by })

    const row = {
      ...place,
      avatar,
      courtCodes: venue.courtCodes ? courts.map(({ courtCode }) => courtCode).join(',') : null,
      courtCount: courts.length,
      ...opening,
      createdBy: by,
      createdAt: now,
    }
    const venueId = await insertVenue(tx, row, courts)
    if (venueId !== undefined) await insertManager(tx, { coachId: by, venueId, now })
    return readCoachVenue(tx, {
      coachId: by,
      venueId: venueId ?? (await findWaitingVenue(tx, { name: place.name, city: place.city, createdBy: by })),
    })
  })
}

async function openingOf(db: Database, { firstStart, lastStart }: NewVenue, by: string): Promise<Opening> {
  const usual = await readUsualHours(db, by)
  const opening = {
    firstStart: firstStart ?? usual?.firstStart ?? DEFAULT_FIRST_START,
    lastStart: lastStart ?? usual?.lastStart ?? DEFAULT_LAST_START,
  }
  assertOpening(opening)
  return opening
}
