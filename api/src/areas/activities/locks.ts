import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, DayInput, EndTimeSlot, freeText, Id, orNull, UserId } from '../../shapes.ts'

/** A time that a coach reserves for themselves. Locks of one repetition share `seriesId`. */
export const CoachLock = Type.Object({
  id: Id,
  coachId: Id,
  date: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  reason: Type.String(),
  seriesId: orNull(Id),
})
export type CoachLock = Static<typeof CoachLock>

/** A class that a lock would cover. Names appear only for callers who may see the class. At most ten are listed. */
export const LockClash = Type.Object({
  bookings: Type.Array(
    Type.Object({
      invitationId: orNull(Id),
      title: Type.String(),
      date: Day,
      beginTimeSlot: BeginTimeSlot,
      endTimeSlot: EndTimeSlot,
      courtName: Type.String(),
    }),
  ),
})
export type LockClash = Static<typeof LockClash>

/** Repeats the lock every week until that day, itself included; at most 26 weeks ahead. */
const repeatUntil = Type.Optional(orNull(DayInput))

/** Half-hours of one day, end exclusive. */
const span = { beginTimeSlot: BeginTimeSlot, endTimeSlot: EndTimeSlot }

/** Together with the first span, the most spans that a day can hold with a gap between each. */
const MAX_MORE_SPANS = 23

export const createCoachLock = {
  method: 'POST',
  path: '/coach-lock-time/create',
  access: 'coach',
  summary: 'The calling coach locks half-hours of a day',
  description: [
    '`moreSpans` adds further spans.',
    'The lock can repeat each week.',
    'All of it is locked, or nothing.',
  ],
  errors: ['data_of_others', 'lock_in_past', 'lock_over_booking', 'lock_repeats_too_long', 'lock_too_far'],
  outcome: outcomes.lockSlots,
  body: Type.Object({
    coachId: Type.Optional(Id),
    date: DayInput,
    ...span,
    moreSpans: Type.Optional(Type.Array(Type.Object(span), { maxItems: MAX_MORE_SPANS })),
    reason: Type.Optional(freeText(20)),
    repeatUntil,
  }),
  missing: { beginTimeSlot: 'lock_slots_missing', endTimeSlot: 'lock_slots_missing' },
  data: Type.Array(CoachLock),
} satisfies Endpoint

export const coachLocksOfDay = {
  method: 'GET',
  path: '/coach-lock-time/by-coach-date',
  access: 'coach',
  summary: "A coach's locked times of a day, for the coach and the admin of their company",
  errors: ['data_of_others'],
  outcome: outcomes.readLocks,
  query: Type.Object({ userId: UserId, date: DayInput }),
  data: Type.Array(CoachLock),
} satisfies Endpoint

export const deleteCoachLock = {
  method: 'DELETE',
  path: '/coach-lock-time/:id',
  access: 'coach',
  summary: 'The coach unlocks a time',
  description: ['With `series` every lock of the same repetition from that day on is unlocked.'],
  errors: ['lock_not_found', 'lock_of_leave'],
  outcome: outcomes.unlockSlots,
  params: ById,
  query: Type.Object({ series: Type.Optional(Type.Boolean()) }),
  data: Type.Object({ removed: Type.Integer() }),
} satisfies Endpoint

/**
 * Half-hours of a court that a venue closes. `courtNum` is the court's index. Source: specification §3 "Locked time".
 */
export const VenueLock = Type.Object({
  id: Id,
  courtNum: Type.Integer(),
  courtCode: Type.String(),
  date: Day,
  beginTime: Type.String(),
  endTime: Type.String(),
})
export type VenueLock = Static<typeof VenueLock>

const cells = {
  stadiumId: Id,
  date: DayInput,
  slots: Type.Array(
    Type.Object({
      timeIndex: BeginTimeSlot,
      courtIndex: Type.Integer({ minimum: 0, maximum: 59 }),
    }),
    { maxItems: 60 * 48 },
  ),
}

const CELLS_MISSING = { stadiumId: 'id_missing', date: 'lock_slots_missing', slots: 'lock_slots_missing' } as const

export const lockVenueCells = {
  method: 'POST',
  path: '/stadium-lock-time/update-lock-time',
  access: 'coach',
  summary: 'A manager of the venue locks cells of its grid, each week on request',
  description: ['Cells that are already locked stay locked.'],
  errors: [
    'court_not_found',
    'lock_in_past',
    'lock_over_booking',
    'lock_repeats_too_long',
    'lock_too_far',
    'venue_not_found',
    'venue_not_managed',
  ],
  outcome: outcomes.lockSlots,
  body: Type.Object({ ...cells, repeatUntil }),
  missing: CELLS_MISSING,
  data: Type.Array(VenueLock),
} satisfies Endpoint

export const unlockVenueCells = {
  method: 'POST',
  path: '/stadium-lock-time/unlock',
  access: 'coach',
  summary: 'A manager of the venue unlocks cells',
  description: ['With `series` those of the same repetitions in later weeks are unlocked too.'],
  errors: ['closure_unsettled', 'court_not_found', 'venue_not_found', 'venue_not_managed'],
  outcome: outcomes.unlockSlots,
  body: Type.Object({ ...cells, series: Type.Optional(Type.Boolean()) }),
  missing: CELLS_MISSING,
  data: Type.Array(VenueLock),
} satisfies Endpoint

export const venueLocksOfDay = {
  method: 'GET',
  path: '/stadium-lock-time/by-stadium-date',
  access: 'app',
  summary: "The locked times of a venue's day, without further details",
  errors: ['venue_not_found'],
  outcome: outcomes.readLocks,
  query: Type.Object({ stadiumId: Id, date: DayInput }),
  missing: { stadiumId: 'id_missing' },
  data: Type.Array(VenueLock),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Half-hours that coaches keep for themselves, and courts that venues close.',
  fields: {
    'CoachLock.id': 'The id of the locked time.',
    'deleteCoachLock.id': 'The id of the locked time.',
    'VenueLock.id': 'The id of the locked time.',
    'CoachLock.reason': "The coach's own reason; empty without one, or for others.",
    'createCoachLock.reason': "The coach's own reason; may be empty.",
    seriesId: 'The id that the locks of one repetition share; null for a single one.',
    courtNum: "The court: its index in the venue's list of courts, counted from 0.",
    repeatUntil: 'The last day on which the lock repeats each week, at most 26 weeks ahead; null for once.',
    series: 'Whether the same repetition is unlocked in later weeks, too.',
    removed: 'How many locks were removed.',
    slots: 'The cells of the grid.',
    timeIndex: 'The half-hour of the day in Shanghai: 18 is 09:00.',
    courtIndex: "The court: its index in the venue's list of courts, counted from 0.",
    'coachLocksOfDay.userId': 'The user id of the coach.',
    'createCoachLock.coachId': 'The user id of the coach: the caller.',
    'CoachLock.date': 'The day of the locked time, in Shanghai.',
    'VenueLock.date': 'The day of the locked time, in Shanghai.',
    'VenueLock.beginTime': 'The time of the day in Shanghai at which the lock begins, as HH:MM.',
    'VenueLock.endTime': 'The time of the day in Shanghai at which the lock ends, as HH:MM.',
    'coachLocksOfDay.date': 'The day whose locked times are wanted.',
    'venueLocksOfDay.date': 'The day whose locked times are wanted.',
    date: 'The day to lock or unlock.',
    CoachLock: 'A time that a coach keeps free of classes.',
    VenueLock: 'Half-hours in which a venue closes a court.',
  },
}
