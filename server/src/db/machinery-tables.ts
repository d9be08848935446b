import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, rowId } from './columns.ts'

/** The first answer to each Idempotency-Key, replayed for 24 hours. `status` is null while the first call runs. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Users and staff have separate ids. */
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
    index('idempotency_keys_by_age').on(t.createdAt),
    check('idempotency_keys_audience', sql`${t.audience} in ('app', 'staff')`),
  ],
)

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * The topics that each transaction changed, for the other processes. It is unlogged: after a crash of the database every
 * process reads anew. Rows go after five minutes.
 *
 * Source: decision record 070
 */
export const changes = pgTable(
  'changes',
  {
    tx: xid8('tx').notNull().default(sql`pg_current_xact_id()`),
    id: bigserial('id', { mode: 'bigint' }).notNull(),
    /** The process that wrote it, and which of its changes it is. */
    origin: text('origin').notNull(),
    topics: text('topics').array().notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('changes_by_transaction').on(t.tx)],
)

/**
 * How many calls of whom all hosts have counted in the present window, under a hash of who it is. Hosts add to it a few times
 * a second. It is unlogged: a crash of the database forgives what was counted.
 *
 * Source: decision record 083
 */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text('key').primaryKey(),
    calls: integer('calls').notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('rate_windows_by_end').on(t.endsAt)],
)

/** Versions of what clients watch, raised in the writing transaction. Clients poll them instead of the change feed. */
export const changeVersions = pgTable('change_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
})

/**
 * Which columns each revision of a row changed, by the name of its table. A trigger writes it, without the values, so
 * that a refusal can say what changed since.
 *
 * Source: decision record 036
 */
export const revisions = pgTable(
  'revisions',
  {
    tableName: text('table_name').notNull(),
    rowId: idColumn('row_id').notNull(),
    revision: integer('revision').notNull(),
    changedColumns: text('changed_columns').array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'revisions_pkey', columns: [t.tableName, t.rowId, t.revision] }),
    index('revisions_by_age').on(t.createdAt),
  ],
)

/** The state of each job: its last run, the last success, and the last failure. */
export const jobStates = pgTable(
  'job_states',
  {
    name: text('name').primaryKey(),
    /** For places that name a job by a number. */
    id: rowId(),
    begunAt: instant('begun_at'),
    doneAt: instant('done_at'),
    doneMs: integer('done_ms'),
    failedAt: instant('failed_at'),
  },
  (t) => [
    unique('job_states_id').on(t.id),
    check('job_states_done', sql`(${t.doneAt} is null) = (${t.doneMs} is null) and ${t.doneMs} >= 0`),
  ],
)

/**
 * Failures in jobs: of a whole run, or of one item in it (`what`). A repeated failure is one row until somebody retries
 * it.
 */
export const jobFailures = pgTable(
  'job_failures',
  {
    id: ownId(),
    name: text('name').notNull(),
    what: text('what').notNull().default(''),
    error: text('error').notNull(),
    times: integer('times').notNull().default(1),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    retriedAt: instant('retried_at'),
  },
  (t) => [
    uniqueIndex('job_failures_open').on(t.name, t.what, t.error).where(sql`${t.retriedAt} is null`),
    index('job_failures_by_time').on(t.lastAt, t.id),
    index('job_failures_of_job').on(t.name, t.lastAt),
    check('job_failures_times', sql`${t.times} > 0 and ${t.lastAt} >= ${t.firstAt}`),
  ],
)

/** How a process of the server fares, as it says itself every few seconds. */
export type ProcessReading = {
  memoryBytes: number
  /** The 99th percentile of the event loop's delay since the reading before, in milliseconds. */
  lagMs: number
  /** Connections to the database: open ones, unused ones, and callers that wait for one. */
  connections: number
  idle: number
  waiting: number
  /** Open screens that wait for changes. */
  sockets: number
  /** The statements that took most time since the process began, without their values. */
  slowest: { text: string; times: number; totalMs: number; maxMs: number }[]
}

/** The processes that serve this database. One that ends takes its row along; one that was killed is forgotten later. */
export const serverProcesses = pgTable('server_processes', {
  /** Host, number and start. */
  name: text('name').primaryKey(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  reading: jsonb('reading').$type<ProcessReading>().notNull(),
})
