import * as venues from '@paidang/api/areas/venues'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { NetworkError } from '../../platform/network-error'
import { useUserId } from '../../platform/session'
import { failureText, showDone, showFailed } from '../../platform/toast'
import { useOneAtATime } from '../../platform/use-one-at-a-time'
import { scheduleKey } from '../schedule/court-status-data'
import { officialCity } from './venue-words'

/** Under this key lies everything about venues, and where coaches teach. */
export const VENUES_KEY = ['venues'] as const

/** Where the coach teaches decides what can be booked, too. */
const CHANGED = [VENUES_KEY, scheduleKey]

/** Who asks for a venue, and what is decided on it, reaches the coach as a message: its topic tells that there is one. */
const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
const NOTHING: LiveTopic[] = []

/** A venue that the coach manages, with how many requests wait for him. */
export type ManagedVenue = NonNullable<ReturnType<typeof useManagedVenues>['data']>[number]

/** The venues that the coach manages; a new request counts as soon as it is there. `isWanted`: whether they are asked for. */
export function useManagedVenues(isWanted = true) {
  const userId = useUserId()
  const queryKey = [...VENUES_KEY, 'managed-by', userId]
  useLiveQuery(userId === null || !isWanted ? NOTHING : OWN_MESSAGES, queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(venues.venuesManagedBy, { params: { coachId: userId ?? '' } }, { signal }),
    enabled: userId !== null && isWanted,
  })
  return { ...query, cause: query.isError ? failureText(venues.venuesManagedBy.outcome, query.error) : undefined }
}

/** All venues to which the coach stands in some way: asked, approved, rejected, managed; a verdict shows at once. */
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

/** Who teaches at a venue; who they are is told to those who are logged in. */
export function useCoachesOfVenue(id: string) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...VENUES_KEY, 'coaches', userId, id],
    queryFn: ({ signal }) => call(venues.coachesOfVenue, { params: { id } }, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(venues.coachesOfVenue.outcome, query.error) : undefined }
}

/** Where and what to look for; without a city everywhere. */
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
    // Another search keeps the list that stands until the new one is there.
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
  return useVenueDeed(
    (stadiumId: string) =>
      call(venues.associateVenue, { body: { coachId, stadiumId, approveStatus: APPROVAL.PENDING } }),
    { outcome: outcomes.associateVenue, offline: outcomes.associateVenueOffline },
  )
}

/** 解除关联: he teaches there no longer, or takes his request back. */
export function useLeaveVenue() {
  return useVenueDeed((stadiumId: string) => call(venues.leaveVenue, { params: { stadiumId } }), {
    outcome: outcomes.saveSettings,
    offline: outcomes.saveSettings,
  })
}

/** 新增场馆; `onDone` when it stands. */
export function useAddVenue(onDone: () => void) {
  return useVenueDeed((body: venues.NewVenue) => call(venues.addVenue, { body }), {
    outcome: outcomes.addVenue,
    offline: outcomes.addVenueOffline,
    onDone,
  })
}

type Words = {
  outcome: Outcome
  /** Said where no answer came. */
  offline: Outcome
  onDone?: () => void
}

function useVenueDeed<Wanted>(send: (wanted: Wanted) => Promise<unknown>, { outcome, offline, onDone }: Words) {
  const queryClient = useQueryClient()
  const once = useOneAtATime()
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: () => {
      showDone(outcome)
      onDone?.()
    },
    onError: (error) => showFailed(error instanceof NetworkError ? offline : outcome, error),
    // After a refusal too: it means that what we showed was stale.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return { ...mutation, mutate: (wanted: Wanted) => once(mutation.mutate, wanted) }
}
