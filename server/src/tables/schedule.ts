import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'
import { courtId, venueId } from './venues.ts'

/**
 * How the kinds of claims are stored. Numbers, since the claims are the largest table and its key starts with the kind.
 */
export const CLAIM_KIND = { COURT: 1, COACH: 2, PLAYER: 3 } as const

/** How the kinds of holders are stored. */
export const HOLDER_KIND = { INVITATION: 1, COACH_LOCK: 2, VENUE_LOCK: 3, BALL: 4 } as const

/**
 * Who holds which half-hour. The primary key alone guarantees that no half-hour is sold twice. Releasing is deleting.
 * There is no foreign key to the holder, so that the table can be partitioned by resource.
 *
 * Source: decision "Claims".
 */
export const slotClaims = pgTable(
  'slot_claims',
  {
    kind: smallint('kind').notNull(),
    resourceId: idColumn('resource_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    halfHour: smallint('half_hour').notNull(),
    holderKind: smallint('holder_kind').notNull(),
    holderId: idColumn('holder_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'slot_claims_pkey', columns: [t.kind, t.resourceId, t.day, t.halfHour] }),
    index('slot_claims_of_holder').on(t.holderKind, t.holderId),
    check('slot_claims_kind', sql`${t.kind} in (1, 2, 3)`),
    check('slot_claims_holder_kind', sql`${t.holderKind} in (1, 2, 3, 4)`),
    check('slot_claims_half_hour', sql`${t.halfHour} between 0 and 47`),
  ],
)

const lockSpan = {
  day: date('day', { mode: 'string' }).notNull(),
  beginTimeSlot: smallint('begin_time_slot').notNull(),
  endTimeSlot: smallint('end_time_slot').notNull(),
  reason: text('reason').notNull().default(''),
  /** The locks of one repetition share the id of its first. */
  seriesId: idColumn('series_id'),
}

/** Half-hours that a coach locks. */
export const coachLocks = pgTable(
  'coach_locks',
  { id: ownId(), coachId: userId('coach_id').notNull(), ...lockSpan, createdAt: createdAt() },
  (t) => [
    index('coach_locks_of_day').on(t.coachId, t.day),
    index('coach_locks_of_series').on(t.seriesId).where(sql`${t.seriesId} is not null`),
    check(
      'coach_locks_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48`,
    ),
  ],
)

/** Half-hours in which a venue closes a court. */
export const venueLocks = pgTable(
  'venue_locks',
  {
    id: ownId(),
    venueId: venueId('venue_id').notNull(),
    courtId: courtId('court_id').notNull(),
    ...lockSpan,
    createdAt: createdAt(),
  },
  (t) => [
    index('venue_locks_of_day').on(t.venueId, t.day),
    check(
      'venue_locks_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48`,
    ),
  ],
)

/**
 * Half-hours for which a coach's lock gave way to a class that the coach confirmed. They return when the class is
 * cancelled.
 */
export const lockYields = pgTable(
  'lock_yields',
  {
    lockId: idColumn('lock_id')
      .notNull()
      .references(() => coachLocks.id, { onDelete: 'cascade' }),
    halfHour: smallint('half_hour').notNull(),
    invitationId: idColumn('invitation_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.lockId, t.halfHour] }), index('lock_yields_of_invitation').on(t.invitationId)],
)
