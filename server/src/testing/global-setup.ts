import type { TestProject } from 'vitest/node'
import { startThrowawayPostgres } from '../db/embedded/throwaway.ts'
import { migrate } from '../db/migrate.ts'
import { createClient } from '../db/pool.ts'
import type { Query } from '../invariants/check-all.ts'
import { createRowFunctions } from './all-rows.ts'
import { createBrokenFaults } from './broken-invariants.ts'
import { TEMPLATE, urlOfDatabase } from './template.ts'
import { createViolationFunctions } from './violations.ts'

/**
 * Starts one PostgreSQL for the whole run, with one migrated, empty database that every test file clones. Vitest calls
 * this once before the first file, and the function it returns after the last.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres()
  try {
    await createTemplate(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseUrl', server.url)
  return () => server.stop()
}

async function createTemplate(serverUrl: string): Promise<void> {
  await withConnection(serverUrl, (query) => query(`create database ${TEMPLATE}`, []))
  // Every connection is closed here: PostgreSQL cannot clone a template that has connections.
  const url = urlOfDatabase(serverUrl, TEMPLATE)
  await migrate(url, PATIENT)
  await withConnection(url, async (query) => {
    await createRowFunctions(query)
    await createBrokenFaults(query)
    await createViolationFunctions(query)
  })
}

async function withConnection(url: string, work: (query: Query) => Promise<unknown>): Promise<void> {
  const client = createClient(url, PATIENT)
  await client.connect()
  try {
    await work(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/** Long, so that a busy machine does not fail the run. */
const PATIENT = { connectionTimeoutMs: 20_000, onError: failLoudly }

function failLoudly(error: Error): never {
  throw error
}
