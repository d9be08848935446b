import { sql } from 'drizzle-orm'
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
import { createdAt, idColumn, ownId, rowId } from '../../db/columns.ts'
import { userId } from '../profile/tables.ts'

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
    approveStatus: smallint('approve_status').notNull().default(0),
    createdBy: userId('created_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('venues_by_city').on(t.city, t.approveStatus),
    // Saying it twice makes one venue; what is approved is for the operator to keep apart.
    uniqueIndex('venues_once_waiting').on(t.createdBy, t.city, t.name).where(sql`${t.approveStatus} = 0`),
    check('venues_court_count', sql`${t.courtCount} between 1 and 60`),
    check('venues_opening', sql`0 <= ${t.firstStart} and ${t.firstStart} <= ${t.lastStart} and ${t.lastStart} <= 47`),
    check('venues_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
  ],
)

/** Reference to a venue. */
export const venueId = (name: string) => idColumn(name).references(() => venues.id)

/** Courts: an id of their own, a code that is unique within the venue, and the index that `selectedCourt` means. */
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

/** Where a coach teaches, and whether he manages the venue; only approved rows count. */
export const coachVenues = pgTable(
  'coach_venues',
  {
    id: rowId(),
    coachId: userId('coach_id').notNull(),
    venueId: venueId('venue_id').notNull(),
    isManager: boolean('is_manager').notNull().default(false),
    approveStatus: smallint('approve_status').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.coachId, t.venueId] }),
    unique('coach_venues_id').on(t.id),
    index('coach_venues_of_venue').on(t.venueId),
    check('coach_venues_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
  ],
)
