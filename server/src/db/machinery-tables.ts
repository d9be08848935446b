import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn } from './columns.ts'

/** The first answer to each Idempotency-Key, replayed for 24 hours. `status` is null while the first call still runs. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Users and staff have ids of their own. */
    audience: text('audience', { enum: ['app', 'staff'] })
      .notNull()
      .default('app'),
    userId: idColumn('user_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    body: text('body'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [t.audience, t.userId, t.key] }),
    check('idempotency_keys_audience', sql`${t.audience} in ('app', 'staff')`),
  ],
)

/** Versions of what clients watch, raised in the writing transaction; the polled form of the change feed. */
export const changeVersions = pgTable('change_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
})
