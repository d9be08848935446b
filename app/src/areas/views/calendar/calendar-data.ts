import * as calendar from '@paidang/api/areas/views/calendar'
import type { Month } from '@paidang/domain/areas/views/calendar/month'
import { CALENDAR_KEY } from '../../../platform/cache-keys'
import { readKey, useRead, useReload } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

const FEED_KEY = [...CALENDAR_KEY, 'feed'] as const
const stale = [FEED_KEY]

/** All entries of the caller in a month. Earlier data stays on screen during a refetch. */
export function useMonth(month: Month) {
  return useRead(CALENDAR_KEY, calendar.calendarMonth, { query: { month } }, { staleTime: 0 })
}

/** Reads the calendar again; resolves to the failure, or null. */
export function useReloadCalendar(month: Month) {
  return useReload([CALENDAR_KEY], readKey(CALENDAR_KEY, calendar.calendarMonth, useUserId(), { query: { month } }))
}

/** The address at which calendar programs read the caller's calendar, if there is one. */
export function useCalendarFeed() {
  return useRead(FEED_KEY, calendar.getCalendarFeed, {})
}

/** Makes the address, or a new one in its place. */
export function useRenewFeed() {
  return useWrite(calendar.renewCalendarFeed, { stale, input: () => ({}) })
}

/** Revokes the address. */
export function useRevokeFeed() {
  return useWrite(calendar.revokeCalendarFeed, { stale, input: () => ({}) })
}
