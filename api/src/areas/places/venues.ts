import { VENUE_STATES } from '@paidang/domain/areas/places/venues/venue-state'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  freeText,
  Id,
  Instant,
  orNull,
  PageQuery,
  Person,
  sortedBy,
  UserId,
} from '../../shapes.ts'

/** A court of a venue. `selectedCourt` is its position in the list. */
export const Court = Type.Object({ id: Id, courtCode: Type.String(), name: Type.String(), surface: Type.String() })
export type Court = Static<typeof Court>

const venueFields = {
  id: Id,
  name: Type.String(),
  address: Type.String(),
  city: Type.String(),
  district: Type.String(),
  phone: orNull(Type.String()),
  avatar: orNull(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  courtCodes: orNull(Type.String()),
  courtCount: Type.Integer(),
  firstStart: BeginTimeSlot,
  lastStart: BeginTimeSlot,
  releasesCourts: Type.Boolean(),
  courts: Type.Array(Court),
}

/** A venue with its courts. `firstStart` and `lastStart` are the first and last half-hours that can begin a booking. */
export const Venue = Type.Object(venueFields)
export type Venue = Static<typeof Venue>

export const searchVenues = {
  method: 'GET',
  path: '/stadium/searchByCityAndApprove',
  access: 'open',
  mayLag: true,
  summary: 'Approved venues by city, nearest names first',
  description: ['`keyword` is searched in name, district and address.'],
  outcome: outcomes.readVenue,
  query: Type.Object({
    ...PageQuery,
    city: Type.Optional(Type.String({ maxLength: 40 })),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    approveStatus: Type.Optional(Type.Literal(APPROVAL.APPROVED)),
  }),
  data: Type.Array(Venue),
  paged: true,
} satisfies Endpoint

/**
 * A venue in any approval status, as operators see it. `activityTime` is the start of its latest class or ball game,
 * past or upcoming. It is null when there was none. `coachCount` counts the approved associations. `waitingRequests`
 * counts the undecided ones.
 */
export const ManagedVenue = Type.Object({
  ...venueFields,
  state: Type.Enum([...VENUE_STATES]),
  createdAt: Instant,
  creatorName: orNull(Type.String()),
  activityTime: orNull(Instant),
  coachCount: Type.Integer(),
  waitingRequests: Type.Integer(),
})
export type ManagedVenue = Static<typeof ManagedVenue>

/** Source: specification §7 "Venues" */
export const queryVenues = {
  method: 'GET',
  path: '/admin/venues/query',
  access: 'operator',
  mayLag: true,
  summary: 'All venues for operators, by activityTime',
  description: ['The latest comes first unless `sord` is asc, and venues without any come last.'],
  outcome: outcomes.listVenueRecords,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('activityTime'),
    city: Type.Optional(Type.String({ maxLength: 40 })),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    state: Type.Optional(Type.Enum([...VENUE_STATES])),
  }),
  data: Type.Array(ManagedVenue),
  paged: true,
} satisfies Endpoint

export const getVenue = {
  method: 'GET',
  path: '/stadium/:id',
  access: 'open',
  summary: 'One approved venue with its courts',
  errors: ['venue_not_found'],
  outcome: outcomes.readVenue,
  params: ById,
  data: Venue,
} satisfies Endpoint

/** Source: specification §7 "Venues" */
export const courtsOfVenue = {
  method: 'GET',
  path: '/field/getFieldsByVenueId/:id',
  access: 'open',
  summary: 'The courts of an approved venue, in the order that `selectedCourt` counts',
  errors: ['venue_not_found'],
  outcome: outcomes.listCourtRecords,
  params: ById,
  data: Type.Array(Court),
} satisfies Endpoint

export const coachesOfVenue = {
  method: 'GET',
  path: '/coach-stadium/query-by-stadium/:id',
  access: 'app',
  summary: 'The coaches of an approved venue, by name, a hundred at most',
  errors: ['venue_not_found'],
  outcome: outcomes.listCoaches,
  params: ById,
  data: Type.Array(Person),
} satisfies Endpoint

/**
 * The relation of a coach to a venue: `approveStatus` of the venue itself and of the association; 0 pending, 1
 * approved, 2 rejected.
 */
export const CoachVenue = Type.Object({
  ...venueFields,
  approveStatus: Type.Integer(),
  venueApproveStatus: Type.Integer(),
  isManager: Type.Boolean(),
})
export type CoachVenue = Static<typeof CoachVenue>

export const venuesOfCoach = {
  method: 'GET',
  path: '/coach-stadium/query-by-coach/:coachId',
  access: 'app',
  summary: 'The venues where a coach teaches',
  description: ['Everybody sees approved associations.', 'The coach sees all of their own.'],
  errors: ['coach_not_found'],
  outcome: outcomes.listCourts,
  params: Type.Object({ coachId: Id }),
  data: Type.Array(CoachVenue),
} satisfies Endpoint

export const venuesManagedBy = {
  method: 'GET',
  path: '/coach-stadium/managed-by-coach/:coachId',
  access: 'coach',
  summary: 'The venues that a coach manages, with the number of requests to teach there that wait for the coach',
  errors: ['data_of_others'],
  outcome: outcomes.listCourts,
  params: Type.Object({ coachId: UserId }),
  data: Type.Array(Type.Object({ ...CoachVenue.properties, waitingRequests: Type.Integer() })),
} satisfies Endpoint

/** Source: specification §3 */
export const associateVenue = {
  method: 'POST',
  path: '/coach-stadium/add-by-coach',
  access: 'coach',
  summary: 'The calling coach asks to teach at a venue',
  description: [
    'Its managers decide, or the platform if there are none.',
    '`coachId` is compared with the caller.',
    '`approveStatus` is always set to pending.',
    'Repeating it gives the same answer.',
  ],
  errors: ['data_of_others', 'venue_not_found'],
  outcome: outcomes.associateVenue,
  body: Type.Object({
    coachId: Type.Optional(Id),
    stadiumId: Id,
    approveStatus: Type.Optional(Type.Union([Type.String({ maxLength: 1 }), Type.Integer()])),
  }),
  data: CoachVenue,
} satisfies Endpoint

export const leaveVenue = {
  method: 'DELETE',
  path: '/coach-stadium/remove-by-coach/:stadiumId',
  access: 'coach',
  summary: 'The calling coach stops teaching at a venue, or withdraws the request',
  errors: ['classes_unfinished', 'venue_needs_manager'],
  outcome: outcomes.saveSettings,
  params: Type.Object({ stadiumId: Id }),
  data: Type.Null(),
} satisfies Endpoint

export const setReleaseRule = {
  method: 'POST',
  path: '/coach-stadium/release-rule/:id',
  access: 'coach',
  summary: 'A manager of a venue switches on or off that courts are released which nobody took up',
  description: ['It binds what is booked from then on. Repeating it changes nothing.'],
  errors: ['venue_not_managed'],
  outcome: outcomes.saveSettings,
  params: ById,
  body: Type.Object({ isOn: Type.Boolean() }),
  data: Type.Null(),
} satisfies Endpoint

/**
 * A new venue. The platform has to approve it. Its creator manages it from then on. Courts are named by `courtCodes`,
 * comma separated, else counted by `courtCount`. `avatar` is a picture the creator uploaded. Source: specification §3
 * "Court"
 */
export const NewVenue = Type.Object({
  name: freeText(40),
  address: freeText(100),
  city: freeText(20),
  district: freeText(20),
  phone: Type.Optional(orNull(freeText(MAX_TYPED_PHONE))),
  avatar: Type.Optional(orNull(freeText(200))),
  latitude: Type.Optional(orNull(Type.Number({ minimum: -90, maximum: 90 }))),
  longitude: Type.Optional(orNull(Type.Number({ minimum: -180, maximum: 180 }))),
  courtCodes: Type.Optional(orNull(freeText(400))),
  courtCount: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 60 }))),
  firstStart: Type.Optional(BeginTimeSlot),
  lastStart: Type.Optional(BeginTimeSlot),
})
export type NewVenue = Static<typeof NewVenue>

export const addVenue = {
  method: 'POST',
  path: '/coach-stadium/new-stadium-by-coach',
  access: 'coach',
  summary: 'A coach adds a venue',
  errors: ['file_not_found', 'venue_courts_missing', 'venue_hours_invalid', 'venue_name_taken'],
  outcome: outcomes.addVenue,
  body: NewVenue,
  data: CoachVenue,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Venues with their courts, and the relation of coaches to them.',
  fields: {
    'Court.id': 'The id of the court.',
    'Court.name': 'The name of the court, as players read it.',
    id: 'The id of the venue.',
    name: 'The name of the venue.',
    phone: 'The telephone of the venue; null without one.',
    avatar: 'The picture of the venue: its path below /aaapi/files/, null without one.',
    courtCodes: 'The codes of the courts, joined by commas; null when they are only counted.',
    releasesCourts: 'Whether a court that nobody took up 15 minutes after the start may be released.',
    'setReleaseRule.id': 'The id of the venue.',
    isOn: 'Whether courts that nobody took up are released from now on.',
    courts: 'The courts of the venue, in the order that `selectedCourt` counts.',
    state: 'The state of the venue: waiting for approval, open, refused, or off after an operator took it off.',
    creatorName: 'The nickname of the coach who added it; null for a venue of the platform.',
    activityTime: 'When its latest class or game begins, past or to come; null without any.',
    coachCount: 'How many coaches may teach at the venue.',
    waitingRequests: 'How many requests to teach there wait for a verdict.',
    createdAt: 'When the venue was added.',
    'CoachVenue.approveStatus': "The verdict on the coach's request to teach there: 0 pending, 1 approved, 2 rejected.",
    'venuesManagedBy.approveStatus':
      "The verdict on the coach's request to teach there: 0 pending, 1 approved, 2 rejected.",
    'searchVenues.approveStatus': 'Always 1: only approved venues are found.',
    'searchVenues.keyword': "A part of the venue's name, district or address.",
    'queryVenues.keyword': "A part of the venue's name, district or address.",
    'associateVenue.approveStatus': 'Ignored: a request begins as pending.',
    'associateVenue.coachId': 'The user id of the coach: the caller.',
    'searchVenues.city': 'The city whose venues are wanted.',
    'queryVenues.city': 'The city whose venues are wanted.',
    address: 'The street address of the venue.',
    CoachVenue: 'A venue in its relation to a coach.',
    Court: 'A court of a venue.',
    ManagedVenue: 'A venue in any state, as operators see it.',
    NewVenue: 'A venue that a coach adds; the platform has to approve it.',
    Venue: 'A venue with its courts.',
  },
}
