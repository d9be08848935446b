import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { urlOfDatabase } from '../testing/template.ts'
import { openDatabase } from './open.ts'
import { createClient } from './pool.ts'

const SUPERUSER_URL = inject('databaseUrl')
const own = `o_${process.pid}`
const ownUrl = urlOfDatabase(SUPERUSER_URL, own).replace(/\/\/[^@]*@/, `//${own}:only-a-test@`)

/** Runs statements as the superuser, one after the other. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const client = createClient(SUPERUSER_URL, { onError: () => undefined })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(() =>
  asSuperuser(
    `CREATE ROLE ${own} LOGIN PASSWORD 'only-a-test'`,
    `CREATE DATABASE ${own} OWNER ${own} STRATEGY FILE_COPY`,
  ),
)
afterAll(() => asSuperuser(`DROP DATABASE ${own}`, `DROP ROLE ${own}`))

const open = (databaseUrl: string, production: boolean) =>
  openDatabase({ databaseUrl, dataDir: '/nowhere', production }, () => undefined)

test('in production the role of an external database is no superuser', async () => {
  await expect(open(SUPERUSER_URL, true)).rejects.toThrow(/超级用户.*docs\/external-database\.md/)
  await expect(open(ownUrl, true)).resolves.toMatchObject({ kind: 'external', url: ownUrl })
  await expect(open(SUPERUSER_URL, false)).resolves.toMatchObject({ kind: 'external' })
})
