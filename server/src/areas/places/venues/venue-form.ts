import type { NewVenue } from '@paidang/api/areas/places/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_COURTS } from '@paidang/domain/areas/places/venues/court-rows'
import { type Court, courtsOf } from '@paidang/domain/areas/time/schedule/courts'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { courts, venues } from '../../../tables/venues.ts'

type Named = Pick<NewVenue, 'name' | 'city' | 'address' | 'district'>

/**
 * The stored name, place and contact fields of a venue. Empty fields become null.
 *
 * @throws ApiError input_invalid (a blank field)
 */
export function placeOf({
  phone,
  latitude,
  longitude,
  ...said
}: Named & Pick<NewVenue, 'phone' | 'latitude' | 'longitude'>) {
  return {
    name: filled(said, 'name'),
    city: filled(said, 'city'),
    address: filled(said, 'address'),
    district: filled(said, 'district'),
    phone: plainPhone(phone ?? '') || null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
  }
}

function filled(said: Named, field: keyof Named): string {
  const text = said[field].trim()
  if (text === '') throw new ApiError('input_invalid', { data: { field } })
  return text
}

/**
 * The courts of a new venue, from the given codes, or numbered from the count if there are no codes.
 *
 * @throws ApiError venue_courts_missing, input_invalid (too many)
 * Source: specification §3 "Court"
 */
export function courtsNamedBy({ courtCodes, courtCount }: Pick<NewVenue, 'courtCodes' | 'courtCount'>): Court[] {
  // A Chinese keyboard types the full-width comma.
  const named = courtsOf({ courtCodes: courtCodes?.replaceAll('，', ',') ?? null, courtCount: courtCount ?? null })
  if (named.length === 0) throw new ApiError('venue_courts_missing')
  if (named.length > MAX_COURTS) throw new ApiError('input_invalid', { data: { field: 'courtCodes' } })
  return named
}

/** The first and last half-hours at which a booking can begin. */
export type Opening = { firstStart: number; lastStart: number }

/** @throws ApiError venue_hours_invalid (the first half-hour is after the last) */
export function assertOpening({ firstStart, lastStart }: Opening): void {
  if (firstStart > lastStart) throw new ApiError('venue_hours_invalid')
}

/** Whether an approved venue of the city has the name. The venue with the given id does not count. */
export async function isNameTaken(
  db: Database,
  { name, city, id }: { name: string; city: string; id?: string | undefined },
): Promise<boolean> {
  const same = and(eq(venues.name, name), eq(venues.city, city), eq(venues.approveStatus, APPROVAL.APPROVED))
  return (await db.$count(venues, and(same, id === undefined ? undefined : ne(venues.id, id)))) > 0
}

/**
 * Inserts a venue with its courts in their order.
 *
 * @returns the venue's id; undefined if the same coach already added the same venue and it still waits
 */
export async function insertVenue(
  tx: Database,
  venue: typeof venues.$inferInsert,
  named: readonly Court[],
): Promise<string | undefined> {
  const [row] = await tx.insert(venues).values(venue).onConflictDoNothing().returning({ id: venues.id })
  if (!row) return undefined
  const venueId = row.id
  await tx
    .insert(courts)
    .values(named.map(({ courtCode, name }, courtIndex) => ({ courtCode, name, courtIndex, venueId })))
  return venueId
}
