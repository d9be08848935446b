import type { ManagedVenue, Venue } from '@paidang/api/areas/venues'
import { venueStateOf } from '@paidang/domain/areas/venues/venue-state'
import type { ManagedVenueRow, VenueRow } from './queries.ts'

/** A venue on the wire. Each field is copied by name, so that a new column never leaks. */
export function presentVenue(row: VenueRow): Venue {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    district: row.district,
    phone: row.phone,
    avatar: row.avatar,
    latitude: row.latitude,
    longitude: row.longitude,
    courtCodes: row.courtCodes,
    courtCount: row.courtCount,
    firstStart: row.firstStart,
    lastStart: row.lastStart,
    courts: row.courts.map(({ id, courtCode, name, surface }) => ({ id, courtCode, name, surface })),
  }
}

/** A venue on the wire as operators see it. */
export function presentManagedVenue(row: ManagedVenueRow): ManagedVenue {
  return {
    ...presentVenue(row),
    state: venueStateOf({ approveStatus: row.approveStatus, isTakenOff: row.takenOffAt !== null }),
    createdAt: row.createdAt.toISOString(),
    creatorName: row.creatorName,
    activityTime: row.activityTime?.toISOString() ?? null,
    coachCount: row.coachCount,
    waitingRequests: row.waitingRequests,
  }
}
