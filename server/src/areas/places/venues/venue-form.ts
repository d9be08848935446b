import type { NewVenue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type Court, courtsOf } from '@paidang/domain/areas/schedule/courts'
import { MAX_COURTS } from '@paidang/domain/areas/venues/court-rows'
import { plainPhone } from '@paidang/domain/kernel/phone'

type VenueInput = Pick<NewVenue, 'name' | 'city' | 'address' | 'district' | 'phone' | 'latitude' | 'longitude'>

/**
 * The stored name, place and contact fields of a venue. Empty fields become null.
 *
 * @throws ApiError input_invalid (a blank field)
 */
export function placeOf({ phone, latitude, longitude, ...said }: VenueInput) {
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

type Named = Pick<NewVenue, 'name' | 'city' | 'address' | 'district'>

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
  const courts = courtsOf({ courtCodes: courtCodes?.replaceAll('，', ',') ?? null, courtCount: courtCount ?? null })
  if (courts.length === 0) throw new ApiError('venue_courts_missing')
  if (courts.length > MAX_COURTS) throw new ApiError('input_invalid', { data: { field: 'courtCodes' } })
  return courts
}

/** The first and last half-hours at which a booking can begin. */
export type Opening = { firstStart: number; lastStart: number }

/**
 * Checks that the first half-hour is not after the last.
 *
 * @throws ApiError venue_hours_invalid
 */
export function assertOpening({ firstStart, lastStart }: Opening): void {
  if (firstStart > lastStart) throw new ApiError('venue_hours_invalid')
}
