import type { CoachVenue, NewVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type Court, courtsOf } from '@paidang/domain/areas/schedule/courts'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { readUsualHours } from '../companies/read-usual-hours.ts'
import { assertOwnFile } from '../files/assert-own-file.ts'
import { insertManager } from './association-queries.ts'
import { readCoachVenue } from './list-venues-of-coach.ts'
import { findWaitingVenue, insertVenue, isNameTaken } from './queries.ts'

/** As many as a venue has rows for. Source: constraint venues_court_count */
const MAX_COURTS = 60

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
  const { phone, latitude, longitude } = venue
  const [name, city, address, district] = [
    filled(venue, 'name'),
    filled(venue, 'city'),
    filled(venue, 'address'),
    filled(venue, 'district'),
  ]
  const avatar = venue.avatar || null
  return db.transaction(async (tx) => {
    const hours = await hoursOf(tx, venue, by)
    if (await isNameTaken(tx, { name, city })) throw new ApiError('venue_name_taken')
    if (avatar !== null) await assertOwnFile(tx, { relativePath: avatar, purpose: 'venue', by })

    const row = {
      name,
      city,
      address,
      district,
      phone: phone || null,
      avatar,
      latitude: latitude ?? null,
      longitude: longitude ?? null,
      courtCodes: venue.courtCodes ? courts.map(({ courtCode }) => courtCode).join(',') : null,
      courtCount: courts.length,
      ...hours,
      createdBy: by,
      createdAt: now,
    }
    const venueId = await insertVenue(tx, row, courts)
    if (venueId !== undefined) await insertManager(tx, { coachId: by, venueId, now })
    return readCoachVenue(tx, {
      coachId: by,
      venueId: venueId ?? (await findWaitingVenue(tx, { name, city, createdBy: by })),
    })
  })
}

function filled(venue: NewVenue, field: 'name' | 'city' | 'address' | 'district'): string {
  const text = venue[field].trim()
  if (text === '') throw new ApiError('input_invalid', { data: { field } })
  return text
}

function courtsNamedBy({ courtCodes, courtCount }: NewVenue): Court[] {
  // A Chinese keyboard writes the full-width comma.
  const courts = courtsOf({ courtCodes: courtCodes?.replaceAll('，', ',') ?? null, courtCount: courtCount ?? null })
  if (courts.length === 0) throw new ApiError('venue_courts_missing')
  if (courts.length > MAX_COURTS) throw new ApiError('input_invalid', { data: { field: 'courtCodes' } })
  return courts
}

async function hoursOf(
  db: Database,
  { firstStart, lastStart }: NewVenue,
  by: string,
): Promise<{ firstStart: number; lastStart: number }> {
  const usual = await readUsualHours(db, by)
  const hours = {
    firstStart: firstStart ?? usual?.firstStart ?? DEFAULT_FIRST_START,
    lastStart: lastStart ?? usual?.lastStart ?? DEFAULT_LAST_START,
  }
  if (hours.firstStart > hours.lastStart) throw new ApiError('venue_hours_invalid')
  return hours
}
