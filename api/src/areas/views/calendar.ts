import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, DayInput, Id, orNull } from '../../shapes.ts'

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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The caller's calendar of classes, games and stringing, and the feed that calendar programs subscribe to.",
  fields: {
    kind: 'What the entry is: class, ball game, or stringing job.',
    'CalendarEntry.id': 'The id of the class, game or stringing order.',
    id: 'The id of the game.',
    'CalendarEntry.beginTimeSlot': 'The half-hour of the day at which it begins; null when it has only a day.',
    'CalendarEntry.endTimeSlot': 'The half-hour of the day at which it ends, exclusive; null when it has only a day.',
    title: 'What it is, in a few Chinese words.',
    place: 'Where it is, as text.',
    statusName: 'The status as the person reads it, in Chinese.',
    path: "The secret address of the feed below the server's origin; null while there is none.",
    fullDate: 'The day as yyyy/mm/dd.',
    displayDate: 'The day as m.d, for a narrow column.',
    'calendarDates.weekday': 'The name of the weekday, 周日 to 周六.',
    isSelected: 'Whether the day is selected at first: today is.',
    entryCount: 'How many entries the caller has on that day.',
    timeIndex: 'The half-hour of the day: 12 is 06:00.',
    timeSlot: 'The time at which the half-hour begins, as HH:mm.',
    'calendarTimeSlots.date': 'The day as yyyy/mm/dd; as a parameter, the day that is wanted.',
    isPast: 'Whether the half-hour has begun already.',
    entry: "The caller's entry in that half-hour; null without one.",
    'readCalendarFeed.file': "The secret name of the feed's file, as `path` gave it.",
    'CalendarEntry.date': 'The day of the entry, in Shanghai.',
    CalendarEntry: "A class, game or stringing job in the caller's calendar.",
    CalendarFeed: "Where calendar programs read the caller's classes and games.",
  },
}
