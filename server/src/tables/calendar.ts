import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../db/columns.ts'
import { userId } from './identities.ts'

/**
 * Users whose calendar can be read from outside. The address is signed over the user and the version, so a new version
 * invalidates the old address.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: userId('user_id').primaryKey(),
    version: integer('version').notNull(),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [check('calendar_feeds_version', sql`${t.version} > 0`)],
)
