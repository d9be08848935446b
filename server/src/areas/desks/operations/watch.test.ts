import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readHealth } from '@paidang/api/areas/desks/admin-jobs'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { startHeartbeat } from '../../../db/heartbeat.ts'
import { createPool } from '../../../db/pool.ts'
import { observeStatements } from '../../../db/statements.ts'
import { tellAt } from '../../../process/outside.ts'
import { loginFailures } from '../../../tables/auth.ts'
import { alerts, backups } from '../../../tables/operations.ts'
import { givenStaff } from '../../../testing/builders.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupOperations } from './jobs.ts'
import { watchDeployment } from './watch.ts'

const server = await startTestServer({ queues: 'prepared' })
const { app, db, clock, asStaff, databaseUrl, request } = server
const HOUR_MS = 3_600_000
const later = (hours: number) => clock.set(new Date(clock.now().getTime() + hours * HOUR_MS))

const said: string[] = []
let answer = [200, '{"errcode":0}'] as [number, string]
const robot = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (chunk) => {
    body += String(chunk)
  })
  incoming.on('end', () => {
    said.push(JSON.parse(body).text.content)
    outgoing.writeHead(answer[0]).end(answer[1])
  })
})
await new Promise<void>((resolve) => robot.listen(0, '127.0.0.1', resolve))
afterAll(() => robot.close())
const tell = tellAt(`http://127.0.0.1:${(robot.address() as AddressInfo).port}/`)

const well = { backupHours: 30, freeBytes: async () => 10 ** 12, certificateEndsAt: async () => undefined, tell }
const watch = (change: object = {}) => runJob(server, watchDeployment, { watch: { ...well, ...change } })
const given = { backup: () => db.insert(backups).values({ bytes: 7, createdAt: clock.now() }) }

test('an alert is told once, stays until it is over, and that is told too', async () => {
  const spoken = async (change?: object) => {
    said.length = 0
    expect(await watch(change)).toEqual([])
    return [...said]
  }
  expect(await spoken()).toEqual([])
  await givenStaff(db, { kind: 'operator', createdAt: new Date(clock.now().getTime() - 31 * 3_600_000) })
  expect(await spoken()).toEqual(['【拍档】备份太旧：还没有任何备份'])
  expect(await spoken()).toEqual([])
  await given.backup()
  expect(await spoken()).toEqual(['【拍档】已恢复：备份太旧'])
  later(31)
  expect(await spoken({ freeBytes: async () => 0 })).toEqual([
    '【拍档】磁盘空间不足：只剩 0 MB',
    '【拍档】备份太旧：上次备份在 31 小时前',
  ])
  const { alerts: shown } = await asStaff('operator')(readHealth, {})
  expect(shown.map(({ kind, endedAt }) => [kind, endedAt !== null])).toEqual([
    ['DISK', false],
    ['BACKUP', false],
    ['BACKUP', true],
  ])
})

test.each([
  [500, ''],
  [200, '{"errcode":45009}'],
])('what the address did not take (%s %s) is told again; what was over meanwhile is not', async (...refusal) => {
  answer = refusal as [number, string]
  said.length = 0
  expect(await watch({ freeBytes: async () => 0, backupHours: 0 })).toMatchObject([{ what: 'alert DISK' }])
  await watch({ freeBytes: async () => 0, backupHours: 0 })
  expect(said).toHaveLength(2)
  await watch({ backupHours: 0 })
  answer = [200, '{}']
  await watch({ backupHours: 0 })
  expect(said).toHaveLength(2)
})

test('a password tried on a name from many places, and many wrong ones, are an attack; one person who forgot is none', async () => {
  const windowEndsAt = new Date(clock.now().getTime() + HOUR_MS)
  const open = async () => {
    await watch({ backupHours: 0 })
    return (await db.select({ detail: alerts.detail }).from(alerts).where(sql`ended_at is null`)).map(
      ({ detail }) => detail,
    )
  }
  await db.insert(loginFailures).values([
    { key: 'address:1', failures: 29, windowEndsAt },
    { key: 'address:old', failures: 500, windowEndsAt: clock.now() },
    { key: 'name:xiaoman', failures: 59, windowEndsAt },
  ])
  expect(await open()).toEqual([])
  await db.update(loginFailures).set({ failures: 60 }).where(sql`username = 'name:xiaoman'`)
  expect(await open()).toEqual(['近来密码错 29 次，1 个账号被多处尝试'])
  later(2)
  expect(await open()).toEqual([])
})

test('alerts that ended and old backups are deleted after a year, but for the last backup', async () => {
  await given.backup()
  later(1)
  await given.backup()
  await watch({ freeBytes: async () => 0 })
  await watch()
  later(24 * 366)
  expect(await runJob(server, cleanupOperations)).toEqual([])
  expect([await db.$count(alerts), await db.$count(backups)]).toEqual([0, 1])
})

test('a process shows itself with its slowest statements, and is gone after its end', async () => {
  const pool = createPool(databaseUrl, { max: 1, onError: (error) => expect.fail(error.message) })
  const heard: string[] = []
  const statements = observeStatements(pool, {
    observers: [(text) => () => heard.push(text)],
    comment: () => 'request 7',
  })
  await pool.query('select 1 as something')
  await expect(pool.query('select nothing')).rejects.toThrow('nothing')
  const own = await pool.query('select query from pg_stat_activity where pid = pg_backend_pid() and $1', [true])
  expect(own.rows[0].query).toMatch(/and \$1 \/\* request 7 \*\/$/)
  expect(heard.slice(0, 2)).toEqual(['select 1 as something', 'select nothing'])
  const faults: unknown[] = []
  const parts = {
    db,
    statements,
    sockets: () => 3,
    now: clock.now,
    onFault: (error: unknown) => faults.push(error),
  }
  const heartbeat = startHeartbeat(parts)
  const health = () => asStaff('operator')(readHealth, {})
  await expect.poll(async () => (await health()).processes).toMatchObject([{ isSilent: false, sockets: 3 }])
  expect((await health()).slowest.map(({ text }) => text)).toContain('select nothing')
  later(0.1)
  expect((await health()).processes).toMatchObject([{ isSilent: true }])
  await heartbeat.stop()
  expect([(await health()).processes, faults]).toEqual([[], []])
  await pool.end()
})

test('metrics count what was done and what was refused, and read the deployment', async () => {
  await given.backup()
  await watch({ freeBytes: async () => 0 })
  await request({ method: 'POST', url: '/aaapi/auth/h5-login', payload: { username: 'nobody', password: 'wrong1234' } })
  const { body } = await request({ url: '/metrics', remoteAddress: '127.0.0.1' })
  for (const line of [
    'paidang_answers_total{method="POST",route="/aaapi/auth/h5-login",code="login_wrong"} 1',
    'paidang_alert{kind="DISK"} 1',
    'paidang_alert{kind="BACKUP"} 0',
    'paidang_refunds_stuck 0',
    'paidang_outbox_oldest_seconds 0',
    'paidang_login_failures 1',
    'paidang_database_read 1',
    `paidang_backup_timestamp_seconds ${clock.now().getTime() / 1000}`,
  ])
    expect(body).toContain(`\n${line}\n`)
  expect(body).toMatch(/paidang_pool_connections\{state="open"\} [1-9]/)
  expect(app.gridCache.stats()).toMatchObject({ entries: 0 })
  // Rules and dashboard ask for nothing else. What is absent while it is empty is named in the source alone.
  const source = readFileSync(new URL('./watch.ts', import.meta.url), 'utf8')
  for (const file of ['prometheus-rules.yml', 'grafana-dashboard.json']) {
    const text = readFileSync(new URL(`../../../../../deploy/${file}`, import.meta.url), 'utf8')
    const names = new Set(text.match(/\b(paidang|http|nodejs|process)_[a-z\d_]+/g))
    expect(names.size).toBeGreaterThan(8)
    for (const name of names) expect(`${body}${source}`, `${name} of ${file}`).toContain(name)
  }
})
