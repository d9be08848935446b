import * as venues from '@paidang/api/areas/venues'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SCHEDULE_KEY, VENUES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { NetworkError } from '../../../platform/network-error'
import { useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { useOneAtATime } from '../../../platform/use-one-at-a-time'
import { officialCity } from './venue-labels'

/** The venues of a coach also decide what can be booked. */
const CHANGED = [VENUES_KEY, SCHEDULE_KEY]

/** Requests for a venue, and decisions on them, reach the coach as messages. The topic of messages announces them. */
const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
const NOTHING: LiveTopic[] = []

/** A venue that the coach manages, with the number of waiting requests. */
export type ManagedVenue = NonNullable<ReturnType<typeof useManagedVenues>['data']>[number]

/** The venues that the coach manages; a new request counts at once. `isEnabled`: whether they are fetched. */
export function useManagedVenues(isEnabled = true) {
  const userId = useUserId()
  const queryKey = [...VENUES_KEY, 'managed-by', userId]
  useLiveQuery(userId === null || !isEnabled ? NOTHING : OWN_MESSAGES, queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(venues.venuesManagedBy, { params: { coachId: userId ?? '' } }, { signal }),
    enabled: userId !== null && isEnabled,
  })
  return { ...query, cause: query.isError ? failureText(venues.venuesManagedBy.outcome, query.error) : undefined }
}

/** All venues with a relation to the coach: requested, approved, rejected, managed. A verdict shows at once. */
export function useVenuesOfCoach() {
  const userId = useUserId()
  // The booking screen reads the same list under the same key.
  const queryKey = [...VENUES_KEY, 'of-coach', userId]
  useLiveQuery(userId === null ? NOTHING : OWN_MESSAGES, queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(venues.venuesOfCoach, { params: { coachId: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(venues.venuesOfCoach.outcome, query.error) : undefined }
}

/** One approved venue with its courts; nothing is fetched without an id. */
export function useVenue(id: string | undefined) {
  const query = useQuery({
    queryKey: [...VENUES_KEY, 'one', id],
    queryFn: ({ signal }) => call(venues.getVenue, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined && id !== '',
  })
  return { ...query, cause: query.isError ? failureText(venues.getVenue.outcome, query.error) : undefined }
}

/** The coaches of a venue; only users who are logged in may read them. */
export function useCoachesOfVenue(id: string) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...VENUES_KEY, 'coaches', userId, id],
    queryFn: ({ signal }) => call(venues.coachesOfVenue, { params: { id } }, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(venues.coachesOfVenue.outcome, query.error) : undefined }
}

/** City and text of a search; without a city it covers all of them. */
type Search = { city: string | undefined; keyword: string }

/** Approved venues of a city, page by page. */
export function useVenueSearch({ city, keyword }: Search) {
  const userId = useUserId()
  const queryKey = [...VENUES_KEY, 'search', userId, city, keyword]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchFound({ city, keyword }, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: ({ pages }: InfiniteData<Awaited<ReturnType<typeof fetchFound>>>) => [
      ...new Map(pages.flatMap(({ rows }) => rows).map((venue) => [venue.id, venue])).values(),
    ],
    // On a new search the old list stays until the new one arrives.
    placeholderData: (before) => before,
  })
  return { ...query, cause: query.isError ? failureText(venues.searchVenues.outcome, query.error) : undefined }
}

function fetchFound({ city, keyword }: Search, current: number, signal: AbortSignal) {
  return call(
    venues.searchVenues,
    {
      query: {
        current,
        rows: PAGE_SIZE,
        city: city && officialCity(city),
        approveStatus: APPROVAL.APPROVED,
        keyword: keyword || undefined,
      },
    },
    { signal },
  )
}

/** 申请关联: the coach asks to teach at a venue. */
export function useAssociate(coachId: string) {
  return useVenueAction(
    (stadiumId: string) =>
      call(venues.associateVenue, { body: { coachId, stadiumId, approveStatus: APPROVAL.PENDING } }),
    { outcome: outcomes.associateVenue, offline: outcomes.associateVenueOffline },
  )
}

/** 解除关联: the coach stops teaching there, or withdraws the request. */
export function useLeaveVenue() {
  return useVenueAction((stadiumId: string) => call(venues.leaveVenue, { params: { stadiumId } }), {
    outcome: outcomes.saveSettings,
    offline: outcomes.saveSettings,
  })
}

/** 新增场馆; calls `onDone` when it is created. */
export function useAddVenue(onDone: () => void) {
  return useVenueAction((body: venues.NewVenue) => call(venues.addVenue, { body }), {
    outcome: outcomes.addVenue,
    offline: outcomes.addVenueOffline,
    onDone,
  })
}

type Words = {
  outcome: Outcome
  /** The message without an answer of the server. */
  offline: Outcome
  onDone?: () => void
}

function useVenueAction<Input>(send: (input: Input) => Promise<unknown>, { outcome, offline, onDone }: Words) {
  const queryClient = useQueryClient()
  const once = useOneAtATime()
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: () => {
      showDone(outcome)
      onDone?.()
    },
    onError: (error) => showFailed(error instanceof NetworkError ? offline : outcome, error),
    // After a refusal too: the data on screen was stale.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return { ...mutation, mutate: (input: Input) => once(mutation.mutate, input) }
}
