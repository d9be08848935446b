import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { urlOfDatabase } from '../testing/template.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase, patiently, withClock } from './open.ts'
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

test('an address without account or password that the server asks for is refused in words', async () => {
  const without = (account: string) => ownUrl.replace(/\/\/[^@]*@/, `//${account}`)
  await expect(open(without(`${own}@`), false)).rejects.toThrow('数据库要求密码，而地址里没有写')
  await expect(open(without(''), false)).rejects.toThrow('地址里没有写账户')
})

test('what needs the database is tried again while it cannot be reached, for as long as patience lasts', async () => {
  const told: string[] = []
  const patience = { notice: (sentence: string) => told.push(sentence), pollMs: 0 }
  let attempts = 0
  const late = async () => {
    attempts += 1
    if (attempts < 3) throw new Error('timeout expired')
    return 'ready'
  }
  expect(await patiently(late, patience)).toBe('ready')
  expect(told).toEqual(['数据库暂时无法连接，正在等待……'])
  const never = () => Promise.reject(new Error('timeout expired'))
  await expect(patiently(never, { ...patience, patienceMs: -1 })).rejects.toThrow('timeout expired')
  let calls = 0
  const broken = () => {
    calls += 1
    return Promise.reject(new Error('syntax error'))
  }
  await expect(patiently(broken, patience)).rejects.toThrow('syntax error')
  expect(calls).toBe(1)
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
