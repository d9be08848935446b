import type { TestProject } from 'vitest/node'
import { startThrowawayPostgres } from '../db/embedded/throwaway.ts'
import { migrate } from '../db/migrate.ts'
import { createClient } from '../db/pool.ts'
import { TEMPLATE, urlOfDatabase } from './template.ts'

/**
 * One PostgreSQL for the whole run, with one migrated and empty database that every test file clones. Vitest calls this
 * once, before the first file, and what it returns after the last..
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
  const client = createClient(serverUrl, { onError: failLoudly })
  await client.connect()
  try {
    await client.query(`create database ${TEMPLATE}`)
  } finally {
    await client.end()
  }
  // Its connection is closed when it returns: nobody may be connected to a template while it is cloned.
  await migrate(urlOfDatabase(serverUrl, TEMPLATE), { onError: failLoudly })
}

function failLoudly(error: Error): never {
  throw error
}
