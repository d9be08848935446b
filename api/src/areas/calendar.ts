import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Day, DayInput, Id, orNull } from '../shapes.ts'

/**
 * An entry of a person's calendar. Half-hours have an exclusive end. Both are null for an entry that has only a day.
 * `href` is its link target.
 */
export const CalendarEntry = Type.Object({
  kind: Type.Enum(['class', 'ball', 'stringing']),
  id: Id,
  date: Day,
  beginTimeSlot: orNull(Type.Integer()),
  endTimeSlot: orNull(Type.Integer()),
  title: Type.String(),
  place: Type.String(),
  /** The status as the person reads it. Cancelled entries are not listed. */
  statusName: Type.String(),
})
export type CalendarEntry = Static<typeof CalendarEntry>

/** Source: specification §3 "Date list" */
export const calendarDates = {
  method: 'GET',
  path: '/calendar/dates',
  access: 'app',
  summary: "The date list: 14 days from today, the first selected, each with the number of the caller's entries",
  outcome: outcomes.readInformation,
  data: Type.Array(
    Type.Object({
      fullDate: Type.String(),
      displayDate: Type.String(),
      weekday: Type.String(),
      isSelected: Type.Boolean(),
      entryCount: Type.Integer(),
    }),
  ),
} satisfies Endpoint

/** Source: specification §7 "Other" */
export const calendarTimeSlots = {
  method: 'GET',
  path: '/calendar/timeSlots',
  access: 'app',
  summary: "The half-hours of a day, 06:00 to 22:00, with the caller's entries in each",
  outcome: outcomes.readInformation,
  query: Type.Object({ date: DayInput }),
  data: Type.Array(
    Type.Object({
      timeIndex: Type.Integer(),
      timeSlot: Type.String(),
      date: Type.String(),
      isPast: Type.Boolean(),
      entry: orNull(CalendarEntry),
    }),
  ),
} satisfies Endpoint

export const calendarMonth = {
  method: 'GET',
  path: '/calendar/month',
  access: 'app',
  summary: 'All entries of the caller in a month, by time',
  outcome: outcomes.readInformation,
  query: Type.Object({ month: Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' }) }),
  data: Type.Array(CalendarEntry),
} satisfies Endpoint

/** Where calendar programs read the caller's classes and games. `path` is null while there is none. It is a secret. */
export const CalendarFeed = Type.Object({ path: orNull(Type.String()) })
export type CalendarFeed = Static<typeof CalendarFeed>

export const getCalendarFeed = {
  method: 'GET',
  path: '/calendar/feed',
  access: 'app',
  summary: "The caller's calendar feed",
  outcome: outcomes.readInformation,
  data: CalendarFeed,
} satisfies Endpoint

/** Source: decision record 016. */
export const renewCalendarFeed = {
  method: 'POST',
  path: '/calendar/feed/renew',
  access: 'app',
  summary: 'Creates the address, or replaces it',
  description: ['The old address stops working.'],
  outcome: outcomes.renewCalendarFeed,
  data: CalendarFeed,
} satisfies Endpoint

export const ballCalendarFile = {
  method: 'GET',
  path: '/calendar/ball/:id',
  access: 'app',
  summary: 'A game of the caller as a calendar file (iCalendar, RFC 5545), the same entry as in the feed',
  errors: ['ball_not_found'],
  outcome: outcomes.readActivity,
  params: ById,
  data: Type.Object({ fileName: Type.String(), ics: Type.String() }),
} satisfies Endpoint

/** Source: decision record 016. */
export const revokeCalendarFeed = {
  method: 'DELETE',
  path: '/calendar/feed',
  access: 'app',
  summary: "Ends the caller's calendar feed",
  outcome: outcomes.revokeCalendarFeed,
  data: CalendarFeed,
} satisfies Endpoint
