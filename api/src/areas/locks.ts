import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { BeginTimeSlot, ById, Day, DayInput, EndTimeSlot, freeText, Id, orNull, UserId } from '../shapes.ts'

/** A time that a coach keeps for himself; locks of one repetition share `seriesId`. */
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

/** A class that a lock would lie over; names only for those who may see the class. At most ten are named. */
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

/** Together with the first, as many spans as a day can hold with a gap between each. */
const MAX_MORE_SPANS = 23

/**
 * The calling coach locks half-hours of a day, with `moreSpans` in several spans, each week if he says so; all of them or
 * none.
 */
export const createCoachLock = {
  method: 'POST',
  path: '/coach-lock-time/create',
  access: 'coach',
  summary: '锁定教练时间',
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

/** A coach's locked times of a day: for himself and the admin of his company. */
export const coachLocksOfDay = {
  method: 'GET',
  path: '/coach-lock-time/by-coach-date',
  access: 'coach',
  summary: '教练锁定时间',
  outcome: outcomes.readLocks,
  query: Type.Object({ userId: UserId, date: DayInput }),
  data: Type.Array(CoachLock),
} satisfies Endpoint

/** The coach unlocks; with `series` every lock of the same repetition from that day on. */
export const deleteCoachLock = {
  method: 'DELETE',
  path: '/coach-lock-time/:id',
  access: 'coach',
  summary: '删除锁定时间',
  outcome: outcomes.unlockSlots,
  params: ById,
  query: Type.Object({ series: Type.Optional(Type.Boolean()) }),
  data: Type.Object({ removed: Type.Integer() }),
} satisfies Endpoint

/** Half-hours of a court that a venue keeps closed; `courtNum` is the court's index. Source: specification §3 "Locked time". */
export const VenueLock = Type.Object({
  id: Id,
  courtNum: Type.Integer(),
  courtCode: Type.String(),
  date: Day,
  beginTime: Type.String({ description: 'HH:MM' }),
  endTime: Type.String({ description: 'HH:MM' }),
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

/** A manager of the venue locks cells of its grid, each week if he says so; what is locked already stays so. */
export const lockVenueCells = {
  method: 'POST',
  path: '/stadium-lock-time/update-lock-time',
  access: 'coach',
  summary: '锁定场地时段',
  outcome: outcomes.lockSlots,
  body: Type.Object({ ...cells, repeatUntil }),
  data: Type.Array(VenueLock),
} satisfies Endpoint

/** A manager of the venue opens locked cells again; with `series` also those of the same repetitions in later weeks. */
export const unlockVenueCells = {
  method: 'POST',
  path: '/stadium-lock-time/unlock',
  access: 'coach',
  summary: '解除场地锁定',
  outcome: outcomes.unlockSlots,
  body: Type.Object({ ...cells, series: Type.Optional(Type.Boolean()) }),
  data: Type.Array(VenueLock),
} satisfies Endpoint

/** The locked times of a venue's day: times only. */
export const venueLocksOfDay = {
  method: 'GET',
  path: '/stadium-lock-time/by-stadium-date',
  access: 'app',
  summary: '场地锁定时段',
  outcome: outcomes.readLocks,
  query: Type.Object({ stadiumId: Id, date: DayInput }),
  data: Type.Array(VenueLock),
} satisfies Endpoint
