import { MAX_FREE_BALLS } from '@paidang/domain/areas/activities/balls/ball-form'
import { VENUE_STATES } from '@paidang/domain/areas/places/venues/venue-state'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, freeText, Id, Instant, orNull, Person, Revision, seen } from '../../shapes.ts'
import { Decision, StaffAuditEvent } from '../ground/admin-audit.ts'
import { NewVenue, Venue } from './venues.ts'

/**
 * What is still to take place: waiting and active classes, and games that are not over. `first` is when the first of
 * them begins.
 */
const upcomingFields = { classes: Type.Integer(), games: Type.Integer(), first: orNull(Instant) }

/** A court with what is still to take place there. A court that was ever used (`isUsed`) cannot be removed. */
export const CourtInUse = Type.Object({
  id: Id,
  courtCode: Type.String(),
  name: Type.String(),
  surface: Type.String(),
  ...upcomingFields,
  isUsed: Type.Boolean(),
})
export type CourtInUse = Static<typeof CourtInUse>

/** A coach at a venue: the status of the association, its date, and whether the coach decides there. */
export const CoachAtVenue = Type.Object({
  coach: Person,
  approveStatus: Type.Integer(),
  isManager: Type.Boolean(),
  since: Instant,
})
export type CoachAtVenue = Static<typeof CoachAtVenue>

/**
 * A venue with all that operators know of it. `revision` counts the operators' changes. A writer sends the revision
 * that was read. `decision` is the verdict on a venue that a coach added. `takenOff` states who took it off, when and
 * why.
 */
export const VenueFile = Type.Object({
  venue: Venue,
  state: Type.Enum([...VENUE_STATES]),
  revision: Revision,
  creator: orNull(Person),
  createTime: Instant,
  decision: orNull(Decision),
  takenOff: orNull(Decision),
  courts: Type.Array(CourtInUse),
  upcoming: Type.Object(upcomingFields),
  freeBallLimit: Type.Integer(),
  coaches: Type.Array(CoachAtVenue),
  auditEvents: Type.Array(StaffAuditEvent),
})
export type VenueFile = Static<typeof VenueFile>

export const getVenueFile = {
  method: 'GET',
  path: '/admin/venues/:id',
  access: 'operator',
  summary: 'One venue',
  errors: ['venue_not_found'],
  outcome: outcomes.readVenue,
  params: ById,
  data: VenueFile,
} satisfies Endpoint

export const createVenue = {
  method: 'POST',
  path: '/admin/venues',
  access: 'operator',
  summary: 'Creates a venue of the platform',
  description: ['It is open at once.', 'Nobody manages it until an operator appoints a manager.'],
  errors: ['file_not_found', 'venue_courts_missing', 'venue_hours_invalid', 'venue_name_used', 'venue_place_invalid'],
  outcome: outcomes.create,
  body: NewVenue,
  data: VenueFile,
} satisfies Endpoint

const factFields = {
  name: freeText(40),
  address: freeText(100),
  city: freeText(20),
  district: freeText(20),
  phone: orNull(freeText(MAX_TYPED_PHONE)),
  avatar: orNull(freeText(200)),
  latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
  firstStart: BeginTimeSlot,
  lastStart: BeginTimeSlot,
  /** How many unpaid games on its courts one person may have at a time. */
  freeBallLimit: Type.Integer({ minimum: 0, maximum: MAX_FREE_BALLS }),
}

/**
 * The fields of a venue apart from its courts. `firstStart` and `lastStart` are the first and last half-hours that can
 * begin a booking.
 */
export const VenueFields = Type.Object(factFields)
export type VenueFields = Static<typeof VenueFields>

export const updateVenue = {
  method: 'PUT',
  path: '/admin/venues/:id',
  access: 'operator',
  summary: 'Changes a venue',
  description: ['New opening hours are refused while something is to take place outside of them.'],
  errors: [
    'file_not_found',
    'venue_hours_in_use',
    'venue_hours_invalid',
    'venue_name_used',
    'venue_not_found',
    'venue_place_invalid',
  ],
  outcome: outcomes.update,
  params: ById,
  decidesOn: 'venues',
  body: Type.Object({ ...factFields, revision: Revision }),
  data: VenueFile,
} satisfies Endpoint

/** A court as it should be. Without an id it is a new one. */
export const CourtForm = Type.Object({
  id: orNull(Id),
  courtCode: freeText(20),
  name: freeText(20),
  surface: freeText(20),
})
export type CourtForm = Static<typeof CourtForm>

export const updateCourts = {
  method: 'PUT',
  path: '/admin/venues/courts/:id',
  access: 'operator',
  summary: 'Sets all courts in their order: the existing ones first, in their present order, then the new ones',
  description: ['Only the last courts can be left out.'],
  errors: [
    'court_code_invalid',
    'court_code_taken',
    'court_in_use',
    'court_name_missing',
    'courts_out_of_order',
    'venue_courts_missing',
    'venue_courts_too_many',
    'venue_not_found',
  ],
  outcome: outcomes.update,
  params: ById,
  decidesOn: 'venues',
  body: Type.Object({ revision: Revision, courts: Type.Array(CourtForm, { maxItems: 100 }) }),
  data: VenueFile,
} satisfies Endpoint

export const takeVenueOff = {
  method: 'POST',
  path: '/admin/venues/off/:id',
  access: 'operator',
  summary: 'Takes an open venue off, unless something is still to take place there',
  description: ['Nobody can find or book it any more.', 'Its managers are notified of the reason.'],
  errors: ['venue_has_upcoming', 'venue_not_found', 'venue_not_open', 'venue_reason_missing'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'venues',
  body: Type.Object({ reason: freeText(200), ...seen }),
  data: VenueFile,
} satisfies Endpoint

export const bringVenueBack = {
  method: 'POST',
  path: '/admin/venues/back/:id',
  access: 'operator',
  summary: 'Brings back a venue that was taken off, unchanged',
  errors: ['venue_name_used', 'venue_not_found', 'venue_not_off'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'venues',
  body: Type.Object(seen),
  data: VenueFile,
} satisfies Endpoint

export const setVenueManager = {
  method: 'POST',
  path: '/admin/venues/manager/:id',
  access: 'operator',
  summary: 'Makes a coach who teaches at a venue its manager, or ends that',
  description: ['Without a manager operators decide who may teach there.'],
  errors: ['coach_not_at_venue', 'revision_outdated', 'venue_not_found'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ coachId: Id, isManager: Type.Boolean(), ...seen }),
  data: VenueFile,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Venues as operators maintain them: their facts and courts, their managers, and taking them off and bringing them back.',
  fields: {
    'CourtForm.id': 'The id of the court; null for a new one.',
    'CourtInUse.id': 'The id of the court.',
    id: 'The id of the venue.',
    'CourtForm.name': 'The name of the court, as players read it.',
    'CourtInUse.name': 'The name of the court, as players read it.',
    name: 'The name of the venue.',
    phone: 'The telephone of the venue; null without one.',
    avatar: 'The picture of the venue: its path below /aaapi/files/, null without one.',
    approveStatus: "The verdict on the coach's request to teach there: 0 pending, 1 approved, 2 rejected.",
    since: 'When the coach asked to teach there.',
    classes: 'How many waiting and active classes are to take place there.',
    games: 'How many games are to take place there.',
    first: 'When the first of them begins; null when there are none.',
    isUsed: 'Whether the court was ever used, so that it cannot be removed.',
    venue: 'The venue with its courts.',
    state: 'The state of the venue: waiting for approval, open, refused, or off after an operator took it off.',
    revision: 'How often operators changed the venue; a writer sends back the one that was read.',
    creator: 'The coach who added the venue; null for a venue of the platform.',
    'VenueFile.decision': 'The verdict on a venue that a coach added; null before it, or without one.',
    takenOff: 'Who took the venue off, when and why; null while it is on.',
    courts: 'The courts of the venue, in their order.',
    upcoming: 'What is still to take place at the venue.',
    freeBallLimit: 'How many unpaid games on its courts one person may have at a time.',
    coaches: 'The coaches who teach at the venue or asked to.',
    reason: 'Why the venue is taken off; its managers are told.',
    'setVenueManager.isManager': 'Whether the coach becomes a manager of the venue, or stops being one.',
    createTime: 'When the venue was added.',
    coach: 'The coach who teaches there or asked to.',
    address: 'The street address of the venue.',
    CoachAtVenue: 'A coach who teaches at a venue or asked to.',
    CourtForm: 'A court as it should be.',
    CourtInUse: 'A court with what is still to take place on it.',
    VenueFile: 'A venue with everything that operators know of it.',
  },
}
