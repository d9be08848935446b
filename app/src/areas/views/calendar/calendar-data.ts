import * as calendar from '@paidang/api/areas/calendar'
import type { Month } from '@paidang/domain/areas/calendar/month'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CALENDAR_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

const FEED_KEY = [...CALENDAR_KEY, 'feed'] as const

/** All entries of the caller in a month. Earlier data stays on screen during a refetch. */
export function useMonth(month: Month) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...CALENDAR_KEY, 'month', userId, month],
    queryFn: ({ signal }) => call(calendar.calendarMonth, { query: { month } }, { signal }),
    enabled: userId !== null,
    staleTime: 0,
  })
  return { ...query, cause: query.isError ? failureText(calendar.calendarMonth.outcome, query.error) : undefined }
}

/** Reads the calendar again; resolves to the failure, or null. */
export function useReloadCalendar(month: Month) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: CALENDAR_KEY })
    return queryClient.getQueryState([...CALENDAR_KEY, 'month', userId, month])?.error ?? null
  }
}

/** The address at which calendar programs read the caller's calendar, if there is one. */
export function useCalendarFeed() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...FEED_KEY, userId],
    queryFn: ({ signal }) => call(calendar.getCalendarFeed, {}, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(calendar.getCalendarFeed.outcome, query.error) : undefined }
}

/** Makes the address, or a new one in its place. */
export function useRenewFeed() {
  return useAction({
    endpoint: calendar.renewCalendarFeed,
    stale: [FEED_KEY],
    run: (_wanted: undefined, idempotencyKey) => call(calendar.renewCalendarFeed, {}, { idempotencyKey }),
  })
}

/** Revokes the address. */
export function useRevokeFeed() {
  return useAction({
    endpoint: calendar.revokeCalendarFeed,
    stale: [FEED_KEY],
    run: (_wanted: undefined, idempotencyKey) => call(calendar.revokeCalendarFeed, {}, { idempotencyKey }),
  })
}
