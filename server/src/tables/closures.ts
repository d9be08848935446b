import {
  CLOSURE_ITEM_STATES,
  CLOSURE_OUTCOMES,
  CLOSURE_REASONS,
} from '@paidang/domain/areas/activities/closures/closure'
import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, lessonHours, ownId } from '../db/columns.ts'
import { ballGames } from './balls.ts'
import { invitations } from './classes.ts'
import { userId } from './identities.ts'
import { venueId } from './venues.ts'

/** Courts that a venue closed for some hours of a day (闭馆). Source: decision record 072 */
export const closures = pgTable(
  'closures',
  {
    id: ownId(),
    venueId: venueId('venue_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    courtIds: idColumn('court_ids').array().notNull(),
    reason: text('reason', { enum: CLOSURE_REASONS }).notNull(),
    /** The manager who closed. Null: an operator, whom the audit log names. */
    madeBy: userId('made_by'),
    /** The repetition that holds its locks; null where every half-hour was locked already. */
    lockSeriesId: idColumn('lock_series_id'),
    /** When its courts were opened before its end. */
    unlockedAt: instant('unlocked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('closures_of_venue').on(t.venueId, t.id),
    index('closures_of_day').on(t.venueId, t.day),
    check('closures_reason', sql`${t.reason} in ('RAIN', 'WATER', 'POWER', 'OTHER')`),
    check('closures_courts', sql`cardinality(${t.courtIds}) > 0`),
    check(
      'closures_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48`,
    ),
  ],
)

/**
 * Each class or game that stood on those courts. `sessions` and `fen` are what goes back: as it was seen, then as it was
 * settled.
 */
export const closureItems = pgTable(
  'closure_items',
  {
    id: ownId(),
    closureId: idColumn('closure_id')
      .notNull()
      .references(() => closures.id),
    invitationId: idColumn('invitation_id').references(() => invitations.id),
    ballId: idColumn('ball_id').references(() => ballGames.id),
    sessions: lessonHours('sessions').notNull(),
    fen: fen('fen').notNull(),
    state: text('state', { enum: CLOSURE_ITEM_STATES }).notNull().default('WAITING'),
    outcome: text('outcome', { enum: CLOSURE_OUTCOMES }),
    tries: smallint('tries').notNull().default(0),
    settledAt: instant('settled_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('closure_items_of_closure').on(t.closureId, t.id),
    // What is not settled is few, whatever the years leave behind.
    index('closure_items_unsettled').on(t.id).where(sql`${t.state} <> 'DONE'`),
    uniqueIndex('closure_items_of_class').on(t.invitationId).where(sql`${t.state} <> 'DONE'`),
    uniqueIndex('closure_items_of_game').on(t.ballId).where(sql`${t.state} <> 'DONE'`),
    check('closure_items_booking', sql`num_nonnulls(${t.invitationId}, ${t.ballId}) = 1`),
    check('closure_items_state', sql`${t.state} in ('WAITING', 'DONE', 'FAILED')`),
    check('closure_items_outcome', sql`${t.outcome} in ('CALLED_OFF', 'ENDED_BEFORE')`),
    check('closure_items_settled', sql`(${t.state} = 'DONE') = (num_nonnulls(${t.outcome}, ${t.settledAt}) = 2)`),
    check('closure_items_given_back', sql`${t.sessions} >= 0 and ${t.fen} >= 0`),
  ],
)
