import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { urlOfDatabase } from '../testing/template.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase, withClock } from './open.ts'
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
  openDatabase(
    { databaseUrl, databaseDirectUrl: undefined, dataDir: '/nowhere', production, clockAheadMinutes: 0 },
    () => undefined,
  )

test('in production the role of an external database is no superuser', async () => {
  await expect(open(SUPERUSER_URL, true)).rejects.toThrow(/超级用户.*docs\/external-database\.md/)
  await expect(open(ownUrl, true)).resolves.toMatchObject({ kind: 'external', url: ownUrl })
  await expect(open(SUPERUSER_URL, false)).resolves.toMatchObject({ kind: 'external' })
})

test.each([0, 45, 5_256_000])(
  'with a clock %i minutes ahead, new rows carry the time of the product',
  async (ahead) => {
    const database = await createTestDatabase()
    const client = createClient(withClock(database.url, ahead), { onError: () => undefined })
    await client.connect()
    const { rows } = await client.query(
      `insert into users (user_type, nickname) values (0, '球员')
     returning extract(epoch from created_at - now()) / 60 as ahead`,
    )
    expect(Number(rows[0].ahead)).toBe(ahead)
    await client.end()
    await database.drop()
  },
)
