import { MAX_FREE_BALLS } from '@paidang/domain/areas/activities/balls/ball-form'
import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, revision, rowId } from '../db/columns.ts'
import { userId } from './identities.ts'

/** Venues (wire: stadium). `courtCodes` is the given comma-separated list, or null where only a count was given. */
export const venues = pgTable(
  'venues',
  {
    id: ownId(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    district: text('district').notNull(),
    phone: text('phone'),
    avatar: text('avatar'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    courtCodes: text('court_codes'),
    courtCount: integer('court_count').notNull(),
    firstStart: smallint('first_start').notNull().default(12),
    lastStart: smallint('last_start').notNull().default(44),
    /** How many games without payment one person may have on its courts at a time. */
    freeBallLimit: smallint('free_ball_limit').notNull().default(2),
    /** Since when its managers may release a court that nobody took up. Null while the rule is off. */
    releaseSince: instant('release_since'),
    approveStatus: smallint('approve_status').notNull().default(0),
    /** When an operator decided. Null for venues that the platform created itself. */
    decidedAt: instant('decided_at'),
    reason: text('reason').notNull().default(''),
    /** When an operator took an approved venue off. Nobody finds or books it until an operator brings it back. */
    takenOffAt: instant('taken_off_at'),
    revision: revision(),
    createdBy: userId('created_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('venues_by_city').on(t.city, t.approveStatus),
    index('venues_waiting').on(t.id).where(sql`${t.approveStatus} = 0`),
    index('venues_decided').on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
    // A repeated call of the same coach adds no second venue. The check of approved names is in the code of the
    // operators.
    uniqueIndex('venues_once_waiting').on(t.createdBy, t.city, t.name).where(sql`${t.approveStatus} = 0`),
    check('venues_court_count', sql`${t.courtCount} between 1 and 60`),
    check('venues_opening', sql`0 <= ${t.firstStart} and ${t.firstStart} <= ${t.lastStart} and ${t.lastStart} <= 47`),
    check('venues_free_ball_limit', sql`${t.freeBallLimit} between 0 and ${sql.raw(String(MAX_FREE_BALLS))}`),
    check('venues_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
    check('venues_decided_once', sql`${t.approveStatus} <> 0 or ${t.decidedAt} is null`),
    check('venues_reason', sql`${t.reason} = '' or ${t.approveStatus} = 2`),
    check('venues_taken_off', sql`${t.takenOffAt} is null or ${t.approveStatus} = 2`),
  ],
)

/** Reference to a venue. */
export const venueId = (name: string) => idColumn(name).references(() => venues.id)

/** Each time that a manager switched the release of courts on or off. The last one is the venue's rule. */
export const releaseRuleChanges = pgTable(
  'release_rule_changes',
  {
    id: ownId(),
    venueId: venueId('venue_id').notNull(),
    isOn: boolean('is_on').notNull(),
    changedBy: userId('changed_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('release_rule_changes_of_venue').on(t.venueId, t.id),
    // The audit log lists them by time.
    index('release_rule_changes_by_time').on(t.createdAt, t.id),
  ],
)

/**
 * The courts of a venue. Each has its own id, a code that is unique in the venue, and the index that `selectedCourt`
 * means.
 */
export const courts = pgTable(
  'courts',
  {
    id: ownId(),
    venueId: venueId('venue_id').notNull(),
    courtIndex: smallint('court_index').notNull(),
    courtCode: text('court_code').notNull(),
    name: text('name').notNull(),
    surface: text('surface').notNull().default(''),
  },
  (t) => [
    unique('courts_code').on(t.venueId, t.courtCode),
    unique('courts_index').on(t.venueId, t.courtIndex),
    check('courts_court_index', sql`${t.courtIndex} >= 0`),
  ],
)

/** Reference to a court. */
export const courtId = (name: string) => idColumn(name).references(() => courts.id)

/** The associations of coaches with venues, and who manages a venue. Only approved rows are in effect. */
export const coachVenues = pgTable(
  'coach_venues',
  {
    id: rowId(),
    coachId: userId('coach_id').notNull(),
    venueId: venueId('venue_id').notNull(),
    isManager: boolean('is_manager').notNull().default(false),
    approveStatus: smallint('approve_status').notNull().default(0),
    /** When a manager or an operator decided. Null if no decision was needed or none was made. */
    decidedAt: instant('decided_at'),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.coachId, t.venueId] }),
    unique('coach_venues_id').on(t.id),
    index('coach_venues_of_venue').on(t.venueId),
    index('coach_venues_waiting').on(t.id).where(sql`${t.approveStatus} = 0`),
    index('coach_venues_decided').on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
    check('coach_venues_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
    check('coach_venues_decided_once', sql`${t.approveStatus} <> 0 or ${t.decidedAt} is null`),
    check('coach_venues_reason', sql`${t.reason} = '' or ${t.approveStatus} = 2`),
  ],
)

/** The condition on a row of `coach_venues` that its venue has a manager, who decides in place of an operator. */
export const venueHasManager: SQL = sql`exists (
  select 1 from ${coachVenues} m where m.venue_id = ${coachVenues}.venue_id and m.is_manager and m.approve_status = 1)`
