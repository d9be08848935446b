import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../db/database.ts'
import { createClient, createPool } from '../db/pool.ts'
import type { Query } from '../invariants/check-all.ts'
import { TEMPLATE, urlOfDatabase } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The temporary server of this run, as its superuser. */
    databaseUrl: string
  }
}

/** The connections of a test's database. */
export const POOL_SIZE = 5
/** Long, so that a slow statement on a busy machine does not fail a test. */
const STATEMENT_TIMEOUT_MS = 20_000
const CONNECTION_TIMEOUT_MS = 20_000

/** The database of one test file. */
export type TestDatabase = {
  db: Database
  url: string
  /** Runs SQL unchanged, on the pool. */
  query: Query
  /**
   * Runs SQL on a separate connection without triggers and foreign keys, for the clean-up between tests. Changing that
   * setting for one transaction would discard the cached plans of its connection.
   */
  maintenance: Query
  /** The errors that occurred on its connections since the last call. */
  takeBrokenConnections(): Error[]
  /** Closes its connections and deletes the database. @throws the errors that occurred on them meanwhile */
  drop(): Promise<void>
}

/** Clones the template, or another database of this run without connections. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl')
  const name = `f_${process.pid}_${randomBytes(4).toString('hex')}`
  // Copied as files. By default PostgreSQL writes every page into its log, which takes ten times as long.
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)

  const url = urlOfDatabase(serverUrl, name)
  const brokenConnections: Error[] = []
  const pool = createPool(url, {
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    onError: (error) => brokenConnections.push(error),
  })
  const maintenance = createClient(url, {
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    onError: (error) => brokenConnections.push(error),
  })
  await maintenance.connect()
  await maintenance.query('SET session_replication_role = replica')
  return {
    db: createDatabase(pool),
    url,
    query: async (text, values) => (await pool.query(text, values)).rows,
    maintenance: async (text, values) => (await maintenance.query(text, values)).rows,
    takeBrokenConnections: () => brokenConnections.splice(0),
    async drop() {
      await maintenance.end()
      await pool.end()
      await onServer(serverUrl, `drop database ${name} with (force)`)
      if (brokenConnections.length > 0)
        throw new AggregateError(
          brokenConnections,
          `connections broke during the tests: ${brokenConnections.join('; ')}`,
        )
    },
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const broken: Error[] = []
  const client = createClient(serverUrl, {
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    onError: (error) => broken.push(error),
  })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
  if (broken[0]) throw broken[0]
}
