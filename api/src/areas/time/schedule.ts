import { SLOT_STATUSES } from '@paidang/domain/areas/time/schedule/slot-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, DayInput, Id, orNull } from '../../shapes.ts'

/**
 * One cell of the grid that is not AVAILABLE. `inviteId` is null for another person's cell. Source: specification §3.
 */
export const CourtTimeStatus = Type.Object({
  courtCode: Type.String(),
  timeIndex: BeginTimeSlot,
  date: Day,
  status: Type.Enum([...SLOT_STATUSES]),
  inviteId: orNull(Id),
  isClosed: Type.Optional(Type.Literal(true)),
})
export type CourtTimeStatus = Static<typeof CourtTimeStatus>

const body = Type.Object({ coachId: Id, stadiumId: Id, date: DayInput })

export const courtStatusForPlayer = {
  method: 'POST',
  path: '/player-home/courtStatusBy',
  access: 'app',
  summary: 'The grid of one coach, venue and day as a player sees it',
  errors: ['coach_not_found', 'venue_not_found'],
  outcome: outcomes.readCourtStatus,
  reads: true,
  body,
  data: Type.Array(CourtTimeStatus),
} satisfies Endpoint

export const courtStatusVersion = {
  method: 'POST',
  path: '/player-home/courtStatusVersion',
  access: 'app',
  summary: 'A short text that changes when the grid of the same body changes',
  description: ['It serves callers that cannot hold a live connection.'],
  errors: ['coach_not_found', 'venue_not_found'],
  outcome: outcomes.readCourtStatus,
  reads: true,
  body,
  data: Type.Object({ version: Type.String() }),
} satisfies Endpoint

export const courtStatusForCoach = {
  method: 'POST',
  path: '/coach-home/courtStatusBy',
  access: 'coach',
  summary: "The same grid for the coach, an admin of the coach's company or a manager of the venue",
  description: [
    'Without `coachId` it shows only the courts, with any coach.',
    "The venue's managers use that form to lock cells.",
  ],
  errors: ['venue_not_found'],
  outcome: outcomes.readCourtStatus,
  reads: true,
  body: Type.Object({ ...body.properties, coachId: Type.Optional(Id) }),
  data: Type.Array(CourtTimeStatus),
} satisfies Endpoint

/**
 * The marks of one day in a date strip. They are the number of free cells with this coach at this venue, and whether
 * the caller has a class.
 */
export const DayMark = Type.Object({ date: Day, freeCells: Type.Integer(), mine: Type.Boolean() })
export type DayMark = Static<typeof DayMark>

export const dayMarks = {
  method: 'POST',
  path: '/player-home/dayMarksBy',
  access: 'app',
  summary: 'The marks of the 14 days from today',
  errors: ['coach_not_found', 'venue_not_found'],
  outcome: outcomes.readInvitedSlots,
  reads: true,
  body: Type.Object({ coachId: Id, stadiumId: Id }),
  data: Type.Array(DayMark),
} satisfies Endpoint

export const courtStatusOfVenue = {
  method: 'GET',
  path: '/stadium/courtStatus/:id',
  access: 'open',
  summary: "The taken half-hours of a venue's courts on a day, for choosing a court",
  description: ["It also tells whether the caller's own bookings take them."],
  errors: ['venue_not_found'],
  outcome: outcomes.readCourtStatus,
  params: ById,
  query: Type.Object({ date: DayInput }),
  data: Type.Array(
    Type.Object({
      courtIndex: Type.Integer(),
      timeIndex: Type.Integer(),
      isMine: Type.Boolean(),
      isClosed: Type.Optional(Type.Literal(true)),
    }),
  ),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The grid of half-hours in which a class is booked: what is taken by whom, for a coach, a venue and a day.',
  fields: {
    timeIndex: 'The half-hour of the day in Shanghai: 18 is 09:00.',
    status:
      "Why the cell is not free: COACH_OCCUPIED or COURT_OCCUPIED by a booking, COACH_UNAVAILABLE or COURT_UNAVAILABLE by a lock, MY_INVITING the caller's own; AVAILABLE is free.",
    inviteId: "The id of the class in the cell; null for another person's.",
    freeCells: 'How many half-hours are free with this coach at this venue.',
    mine: 'Whether the caller has a class on that day.',
    version: 'A short text that changes when the grid of the same body changes.',
    'courtStatusForCoach.coachId': 'The user id of the coach; left out, only the courts are shown.',
    'courtStatusOfVenue.id': 'The id of the venue.',
    courtIndex: "The court: its index in the venue's list of courts, counted from 0.",
    isClosed: 'Whether the venue closed the court then (闭馆).',
    isMine: "Whether the caller's own booking takes it.",
    date: 'The day of the grid, in Shanghai.',
    'DayMark.date': 'The day that is marked, in Shanghai.',
    CourtTimeStatus: 'A half-hour of a court that is not free.',
    DayMark: 'The marks of one day in a date strip.',
  },
}
