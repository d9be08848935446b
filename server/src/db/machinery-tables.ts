import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn } from './columns.ts'

/** The first answer to each Idempotency-Key, replayed for 24 hours. `status` is null while the first call still runs. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: idColumn('user_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    body: text('body'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'idempotency_keys_pkey', columns: [t.userId, t.key] })],
)

/** Versions of what clients watch, raised in the writing transaction; the polled form of the change feed. */
export const changeVersions = pgTable('change_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
})
