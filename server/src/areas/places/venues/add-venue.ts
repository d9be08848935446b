import type { CoachVenue, NewVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { readUsualHours } from '../companies/read-usual-hours.ts'
import { insertManager } from './association-queries.ts'
import { readCoachVenue } from './list-venues-of-coach.ts'
import { findWaitingVenue, insertVenue, isNameTaken } from './queries.ts'
import { assertOpening, courtsNamedBy, type Opening, placeOf } from './venue-form.ts'

/**
 * Adds a venue for a coach. The venue waits for an operator, and until then only its coach sees it. The coach becomes
 * its manager, so that they can prepare it. Adding the same venue again creates no second one.
 *
 * @throws ApiError venue_courts_missing; input_invalid (a blank field, or more than 60 courts); venue_hours_invalid;
 *   venue_name_taken (an approved venue in the city has the name); file_not_found (the avatar is no venue picture of
 *   the coach).
 * Source: specification §3 "Stadium", "Court"
 */
export async function addVenue(
  db: Database,
  { venue, actorId, now }: { venue: NewVenue; actorId: string; now: Date },
): Promise<CoachVenue> {
  const courts = courtsNamedBy(venue)
  const place = placeOf(venue)
  const avatar = venue.avatar || null
  return db.transaction(async (tx) => {
    const opening = await openingOf(tx, venue, actorId)
    if (await isNameTaken(tx, place)) throw new ApiError('venue_name_taken')
    if (avatar !== null) await assertOwnFile(tx, { relativePath: avatar, purpose: 'venue', actorId })

    const row = {
      ...place,
      avatar,
      courtCodes: venue.courtCodes ? courts.map(({ courtCode }) => courtCode).join(',') : null,
      courtCount: courts.length,
      ...opening,
      createdBy: actorId,
      createdAt: now,
    }
    const venueId = await insertVenue(tx, row, courts)
    if (venueId !== undefined) await insertManager(tx, { coachId: actorId, venueId, now })
    return readCoachVenue(tx, {
      coachId: actorId,
      venueId: venueId ?? (await findWaitingVenue(tx, { name: place.name, city: place.city, createdBy: actorId })),
    })
  })
}

async function openingOf(db: Database, { firstStart, lastStart }: NewVenue, actorId: string): Promise<Opening> {
  const usual = await readUsualHours(db, actorId)
  const opening = {
    firstStart: firstStart ?? usual?.firstStart ?? DEFAULT_FIRST_START,
    lastStart: lastStart ?? usual?.lastStart ?? DEFAULT_LAST_START,
  }
  assertOpening(opening)
  return opening
}
