import { sql } from 'drizzle-orm'
import { check, index, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'

/** The history of a player's level, append-only. `byUserId` is the coach of an assessment. */
export const levelChanges = pgTable(
  'level_changes',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    source: text('source', { enum: ['SELF', 'COACH', 'RESULTS'] }).notNull(),
    level: numeric('level', { precision: 2, scale: 1, mode: 'number' }).notNull(),
    byUserId: userId('by_user_id'),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('level_changes_of_user').on(t.userId, t.id),
    index('level_changes_of_source').on(t.userId, t.source, t.id),
    index('level_changes_by_time').on(t.createdAt, t.id),
    check('level_changes_source', sql`${t.source} in ('SELF', 'COACH', 'RESULTS')`),
    check('level_changes_level', sql`${t.level} between 1.0 and 7.0 and ${t.level} * 2 = trunc(${t.level} * 2)`),
    check('level_changes_by', sql`(${t.source} = 'COACH') = (${t.byUserId} is not null)`),
    check('level_changes_two_people', sql`${t.byUserId} is null or ${t.byUserId} <> ${t.userId}`),
  ],
)
