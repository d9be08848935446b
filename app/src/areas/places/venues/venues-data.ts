import * as venues from '@paidang/api/areas/places/venues'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { SCHEDULE_KEY, VENUES_KEY } from '../../../platform/cache-keys'
import { NetworkError } from '../../../platform/network-error'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { officialCity } from './venue-labels'

/** The venues of a coach also decide what can be booked. */
const stale = [VENUES_KEY, SCHEDULE_KEY]

/** Requests for a venue, and decisions on them, reach the coach as messages. The topic of messages announces them. */
const live: LiveTopic[] = [{ kind: 'messages' }]

/** A venue that the coach manages, with the number of waiting requests. */
export type ManagedVenue = NonNullable<ReturnType<typeof useManagedVenues>['data']>[number]

/** The venues that the coach manages; a new request counts at once. `isEnabled`: whether they are fetched. */
export function useManagedVenues(isEnabled = true) {
  const input = { params: { coachId: useUserId() ?? '' } }
  return useRead(VENUES_KEY, venues.venuesManagedBy, input, { isEnabled, live })
}

/** All venues with a relation to the coach: requested, approved, rejected, managed. A verdict shows at once. */
export function useVenuesOfCoach() {
  return useRead(VENUES_KEY, venues.venuesOfCoach, { params: { coachId: useUserId() ?? '' } }, { live })
}

/** One approved venue with its courts; nothing is fetched without an id. */
export function useVenue(id = '') {
  return useRead(VENUES_KEY, venues.getVenue, id === '' ? null : { params: { id } })
}

/** City and text of a search; without a city it covers all of them. */
type Search = { city: string | undefined; keyword: string }

/** Approved venues of a city, page by page. On a new search the old list stays until the new one arrives. */
export function useVenueSearch({ city, keyword }: Search) {
  const query = {
    city: city && officialCity(city),
    approveStatus: APPROVAL.APPROVED,
    keyword: keyword || undefined,
  }
  return usePages(VENUES_KEY, venues.searchVenues, { query }, { keepsOld: true })
}

/** 申请关联: the coach asks to teach at a venue. */
export function useAssociate(coachId: string) {
  return useWrite(venues.associateVenue, {
    stale,
    outcome: unless(outcomes.associateVenueOffline, outcomes.associateVenue),
    input: (stadiumId: string) => ({ body: { coachId, stadiumId, approveStatus: APPROVAL.PENDING } }),
  })
}

/** 解除关联: the coach stops teaching there, or withdraws the request. */
export function useLeaveVenue() {
  return useWrite(venues.leaveVenue, {
    stale,
    outcome: outcomes.saveSettings,
    input: (stadiumId: string) => ({ params: { stadiumId } }),
  })
}

/** 新增场馆. */
export function useAddVenue() {
  return useWrite(venues.addVenue, {
    stale,
    outcome: unless(outcomes.addVenueOffline, outcomes.addVenue),
    input: (body: venues.NewVenue) => ({ body }),
  })
}

/** Other words without an answer of the server. */
const unless = (offline: Outcome, outcome: Outcome) => (failure: Error | null) =>
  failure instanceof NetworkError ? offline : outcome
