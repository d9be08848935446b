import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idempotencyKeys } from '../../../db/machinery-tables.ts'
import { loginFailures, registrationCounts } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupWindows } from './cleanup.ts'

const server = await startTestServer()
const { db, clock, request, tokenOf } = server
const cleanup = () => runJob(server, cleanupWindows)
const keys = async () => (await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).map(({ key }) => key)

/** Makes a stored key older by `span`. */
const age = (key: string, span: string) =>
  db.execute(sql`update idempotency_keys set created_at = created_at - ${span}::interval where key = ${key}`)

/** Returns a call that saves a profile under a key. */
async function saverOf(userId: string) {
  const authorization = `Bearer ${await tokenOf(userId)}`
  return (key: string) =>
    request({
      method: 'POST',
      url: '/aaapi/app-users/save-player',
      headers: { authorization, 'idempotency-key': key },
      payload: { nickname: '小夏' },
    })
}

test('a key is replayed for 24 hours, even after a cleanup, and then is gone', async () => {
  const save = await saverOf(await givenPlayer(db))
  const [first] = [await save('nearly-a-day'), await save('just-now'), await save('a-day-old')]
  await age('nearly-a-day', '23 hours 59 minutes')
  await age('a-day-old', '24 hours 1 second')
  expect(await cleanup()).toEqual([])
  expect((await keys()).sort()).toEqual(['just-now', 'nearly-a-day'])
  await db.update(users).set({ nickname: '改名了' })
  expect((await save('nearly-a-day')).body).toBe(first.body)
  expect(await db.select({ nickname: users.nickname }).from(users)).toEqual([{ nickname: '改名了' }])
})

test('a key that is in use again is left alone, and nobody waits for the job', async () => {
  const save = await saverOf(await givenPlayer(db))
  await save('used-anew')
  await age('used-anew', '25 hours')
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from idempotency_keys where key = 'used-anew' for update`)
    expect(await cleanup()).toEqual([])
  })
  expect(await keys()).toEqual(['used-anew'])
  await cleanup()
  expect(await keys()).toEqual([])
})

test('everything old is deleted, in any quantity', async () => {
  await db.execute(sql`
    insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
    select 1, 'old-key-' || n, '', 200, '', now() - interval '2 days' from generate_series(1, 2500) n`)
  await cleanup()
  expect(await db.$count(idempotencyKeys)).toBe(0)
})

test('registration counts are deleted when their window has ended, failures a day later, nothing before', async () => {
  const now = clock.now()
  const later = new Date(now.getTime() + 1)
  await db.insert(loginFailures).values([
    { key: 'name:forgotten', failures: 5, windowEndsAt: new Date(now.getTime() - 86_400_000) },
    { key: 'name:remembered', failures: 5, windowEndsAt: new Date(now.getTime() - 86_399_999) },
  ])
  await db.insert(registrationCounts).values([
    { address: '10.0.0.1', registrations: 10, windowEndsAt: now },
    { address: '10.0.0.2', registrations: 10, windowEndsAt: later },
  ])
  expect(await cleanup()).toEqual([])
  expect(await db.select().from(loginFailures)).toMatchObject([{ key: 'name:remembered' }])
  expect(await db.select().from(registrationCounts)).toMatchObject([{ address: '10.0.0.2' }])
})
