import {
  CLOSURE_ITEM_STATES,
  CLOSURE_OUTCOMES,
  CLOSURE_REASONS,
} from '@paidang/domain/areas/activities/closures/closure'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  Day,
  DayInput,
  EndTimeSlot,
  Fen,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
} from '../../shapes.ts'

const Reason = Type.Enum([...CLOSURE_REASONS])

const booking = {
  kind: Type.Enum(['class', 'game']),
  bookingId: Id,
  title: Type.String(),
  courtName: Type.String(),
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  coachName: orNull(Type.String()),
  playerNames: Type.Array(Type.String()),
  sessions: LessonHours,
  fen: Fen,
}

/** A class or game on courts that are to close, and what it gives back. */
export const ClosedBooking = Type.Object({ ...booking, waiting: Type.Integer() })
export type ClosedBooking = Static<typeof ClosedBooking>

const sums = {
  classes: Type.Integer(),
  games: Type.Integer(),
  sessions: LessonHours,
  fen: Fen,
  waiting: Type.Integer(),
  people: Type.Integer(),
}

/** What closing would do now. */
export const ClosurePreview = Type.Object({
  ...sums,
  bookings: Type.Array(ClosedBooking),
  begun: Type.Array(ClosedBooking),
  seen: Type.String(),
})
export type ClosurePreview = Static<typeof ClosurePreview>

/** What a closure has come to with one class or game. */
export const ClosureItem = Type.Object({
  id: Id,
  ...booking,
  state: Type.Enum([...CLOSURE_ITEM_STATES]),
  outcome: orNull(Type.Enum([...CLOSURE_OUTCOMES])),
})
export type ClosureItem = Static<typeof ClosureItem>

const closure = {
  id: Id,
  stadiumId: Id,
  stadiumName: Type.String(),
  date: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  courtNames: Type.Array(Type.String()),
  reason: Reason,
  madeByName: Type.String(),
  createTime: Instant,
  unlockedAt: orNull(Instant),
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
}

/** Courts that a venue closed, and how far its bookings are settled. */
export const Closure = Type.Object(closure)
export type Closure = Static<typeof Closure>

/** A closure with each of its classes and games. */
export const ClosureFile = Type.Object({
  ...closure,
  items: Type.Array(ClosureItem),
  stillClosed: Type.Array(
    Type.Object({ courtNames: Type.Array(Type.String()), beginTimeSlot: BeginTimeSlot, endTimeSlot: EndTimeSlot }),
  ),
  sessions: LessonHours,
  sessionsDone: LessonHours,
  fen: Fen,
  fenDone: Fen,
})
export type ClosureFile = Static<typeof ClosureFile>

const span = {
  stadiumId: Id,
  date: DayInput,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  courtIndexes: Type.Array(Type.Integer({ minimum: 0, maximum: 59 }), { maxItems: 60 }),
}
const SPAN_ERRORS = [
  'closure_courts_missing',
  'closure_in_past',
  'closure_time_invalid',
  'closure_too_far',
  'court_not_found',
  'venue_not_found',
  'venue_not_managed',
] as const

const preview = {
  method: 'POST',
  summary: 'What closing these courts in this span would do',
  description: ['Nothing is written. Classes and games that have begun are left out and named.'],
  errors: SPAN_ERRORS,
  outcome: outcomes.readClosure,
  reads: true,
  body: Type.Object(span),
  data: ClosurePreview,
} as const

const create = {
  method: 'POST',
  summary:
    'A manager, or an operator, closes courts: they are locked at once, and everything on them is called off free of charge',
  description: [
    '`seen` is that of the preview: where something else would happen now, it is refused with the new preview.',
    'The same closure again answers the one that stands.',
  ],
  errors: [...SPAN_ERRORS, 'closure_outdated'],
  outcome: outcomes.closeCourts,
  body: Type.Object({ ...span, reason: Reason, seen: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  data: ClosureFile,
} as const

const list = {
  method: 'GET',
  summary: 'The closures of a venue, the latest first',
  errors: ['venue_not_found', 'venue_not_managed'],
  outcome: outcomes.readClosure,
  query: Type.Object({ ...PageQuery, stadiumId: Id }),
  missing: { stadiumId: 'id_missing' },
  data: Type.Array(Closure),
  paged: true,
} as const

const read = {
  method: 'GET',
  summary: 'A closure with the state of each class and game',
  errors: ['closure_not_found'],
  outcome: outcomes.readClosure,
  params: ById,
  data: ClosureFile,
} as const

const retry = {
  method: 'POST',
  summary: 'A class or game that could not be settled is tried again',
  description: ['One that is settled, or waits already, does not change.'],
  errors: ['closure_not_found'],
  outcome: outcomes.retryClosure,
  params: ById,
  data: ClosureFile,
} as const

const unlock = {
  method: 'POST',
  summary: 'The courts open again before the end of the closure',
  description: ['What was called off stays so. A repeat changes nothing.'],
  errors: ['closure_not_found', 'closure_unsettled'],
  outcome: outcomes.unlockSlots,
  params: ById,
  data: ClosureFile,
} as const

export const previewClosure = { ...preview, path: '/stadium-closures/preview', access: 'coach' } satisfies Endpoint
export const closeCourts = { ...create, path: '/stadium-closures', access: 'coach' } satisfies Endpoint
export const closuresOfVenue = { ...list, path: '/stadium-closures', access: 'coach' } satisfies Endpoint
export const getClosure = { ...read, path: '/stadium-closures/one/:id', access: 'coach' } satisfies Endpoint
export const retryClosureItem = { ...retry, path: '/stadium-closures/retry/:id', access: 'coach' } satisfies Endpoint
export const unlockClosure = { ...unlock, path: '/stadium-closures/unlock/:id', access: 'coach' } satisfies Endpoint

const VenueToClose = Type.Object({
  id: Id,
  name: Type.String(),
  firstStart: BeginTimeSlot,
  lastStart: BeginTimeSlot,
  courts: Type.Array(Type.Object({ courtIndex: Type.Integer(), name: Type.String() })),
})
export type VenueToClose = Static<typeof VenueToClose>

/** The venues that a company's admin manages, with their courts. */
export const venuesToClose = {
  method: 'GET',
  path: '/company-closures/venues',
  access: 'company',
  summary: 'The venues that the admin manages, with their courts',
  outcome: outcomes.readClosure,
  data: Type.Array(VenueToClose),
} satisfies Endpoint

export const previewClosureInConsole = {
  ...preview,
  path: '/company-closures/preview',
  access: 'company',
} satisfies Endpoint
export const closeCourtsInConsole = { ...create, path: '/company-closures', access: 'company' } satisfies Endpoint
export const closuresInConsole = { ...list, path: '/company-closures', access: 'company' } satisfies Endpoint
export const getClosureInConsole = { ...read, path: '/company-closures/one/:id', access: 'company' } satisfies Endpoint
export const retryClosureItemInConsole = {
  ...retry,
  path: '/company-closures/retry/:id',
  access: 'company',
} satisfies Endpoint
export const unlockClosureInConsole = {
  ...unlock,
  path: '/company-closures/unlock/:id',
  access: 'company',
} satisfies Endpoint

/** A venue as operators close it, whether or not somebody manages it. */
export const venueToClose = {
  method: 'GET',
  path: '/admin/closures/venue/:id',
  access: 'operator',
  summary: 'A venue with its courts, for operators to close',
  errors: ['venue_not_found'],
  outcome: outcomes.readClosure,
  params: ById,
  data: VenueToClose,
} satisfies Endpoint

export const previewClosureAsOperator = {
  ...preview,
  path: '/admin/closures/preview',
  access: 'operator',
} satisfies Endpoint
export const closeCourtsAsOperator = { ...create, path: '/admin/closures', access: 'operator' } satisfies Endpoint
export const closuresAsOperator = { ...list, path: '/admin/closures', access: 'operator' } satisfies Endpoint
export const getClosureAsOperator = { ...read, path: '/admin/closures/one/:id', access: 'operator' } satisfies Endpoint
export const retryClosureItemAsOperator = {
  ...retry,
  path: '/admin/closures/retry/:id',
  access: 'operator',
} satisfies Endpoint
export const unlockClosureAsOperator = {
  ...unlock,
  path: '/admin/closures/unlock/:id',
  access: 'operator',
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Courts that a venue closes for some hours, with everything that was booked there.',
  fields: {
    id: 'The id of the closure.',
    'ClosureItem.id': 'The id of the class or game within the closure.',
    'retryClosureItem.id': 'The id of the class or game within the closure.',
    'retryClosureItemInConsole.id': 'The id of the class or game within the closure.',
    'retryClosureItemAsOperator.id': 'The id of the class or game within the closure.',
    'venueToClose.id': 'The id of the venue.',
    'venueToClose.name': 'The name of the venue.',
    'venuesToClose.id': 'The id of the venue.',
    'venuesToClose.name': 'The name of the venue.',
    'courts.name': 'The name of the court.',
    courts: 'The courts of the venue, in their order.',
    courtIndex: "The court: its index in the venue's list of courts, counted from 0.",
    courtIndexes: "The courts: their indexes in the venue's list of courts, counted from 0.",
    kind: 'Whether it is a class or a game.',
    bookingId: 'The id of the class or game.',
    title: 'The name of the course, or the title of the game.',
    courtName: 'The court on which it stands.',
    stillClosed: 'What other closures keep closed of its courts and hours, when it is opened early.',
    courtNames: 'The courts that are closed, in their order.',
    coachName: 'Who teaches the class; null for a game.',
    playerNames: 'Who takes part.',
    'ClosedBooking.sessions': 'The lesson hours that go back.',
    'ClosureItem.sessions': 'The lesson hours that went back, or will.',
    sessions: 'The lesson hours that go back in all.',
    sessionsDone: 'The lesson hours that are back already.',
    'ClosedBooking.fen': 'The money that goes back.',
    'ClosureItem.fen': 'The money that went back, or will.',
    fen: 'The money that goes back in all.',
    fenDone: 'The money that is on its way back already.',
    'ClosedBooking.waiting': 'How many people wait for a seat in it, and are told.',
    waiting: 'How many people wait for a seat, and are told.',
    classes: 'How many classes are called off.',
    games: 'How many games are called off.',
    people: 'How many people get a message, coaches among them.',
    bookings: 'The classes and games that are called off, by time.',
    begun: 'Classes and games that have begun or were signed: they stay, and their people settle them.',
    seen: 'What names this very preview; sent back with the closure.',
    state: 'WAITING to be settled, DONE, or FAILED, so that people have to look at it.',
    outcome: 'CALLED_OFF by the closure, or ENDED_BEFORE it came to it; null while it is not settled.',
    items: 'The classes and games, by time.',
    reason: 'Why: RAIN, standing WATER, no POWER, or OTHER.',
    date: 'The day on which the courts are closed.',
    madeByName: 'Who closed them; operators are named as 平台运营.',
    createTime: 'When they were closed.',
    unlockedAt: 'When the courts were opened again before the end; null otherwise.',
    total: 'How many classes and games the closure has.',
    done: 'How many of them are settled.',
    failed: 'How many of them people have to look at.',
    ClosedBooking: 'A class or game on courts that are to close, and what it gives back.',
    ClosurePreview: 'What closing would do now.',
    ClosureItem: 'What a closure has come to with one class or game.',
    Closure: 'Courts that a venue closed, and how far its bookings are settled.',
    ClosureFile: 'A closure with each of its classes and games.',
  },
}
