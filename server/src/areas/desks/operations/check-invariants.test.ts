import {
  listInvariantRuns,
  readInvariantRun,
  readInvariants,
  runInvariants,
} from '@paidang/api/areas/desks/admin-invariants'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { INVARIANTS } from '../../../invariants/invariants.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { invariantRuns } from '../../../tables/operations.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { checkInvariants } from './checks.ts'
import { cleanupOperations } from './jobs.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer({ queues: 'prepared' })
const { db, clock, asStaff } = server
const HOUR_MS = 3_600_000
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
const check = async () => expect(await runJob(server, checkInvariants)).toEqual([])
const operator = () => asStaff('operator')

test('a requested check waits, is run by the job, and reports what it found', async () => {
  const run = await operator()(runInvariants, {})
  expect(run).toMatchObject({ begunAt: null, endedAt: null, checked: 0, total: INVARIANTS.length })
  expect(await operator()(readInvariants, {})).toMatchObject({ running: { id: run.id }, last: null, failed: null })
  const asked = await db.execute(sql`select name from pgboss.job where name = 'check-invariants'`)
  expect(asked.rows).toHaveLength(1)
  await check()
  const { running, last } = await operator()(readInvariants, {})
  expect(running).toBeNull()
  expect(last?.run).toMatchObject({ id: run.id, checked: INVARIANTS.length, broken: 0, unchecked: 0, error: null })
  expect(last?.findings.map(({ name }) => name)).toEqual(INVARIANTS.map(({ name }) => name))
  expect(await db.select({ action: staffAuditEvents.action }).from(staffAuditEvents)).toEqual([
    { action: 'invariants.check' },
  ])
})

test('a broken invariant is listed with its meaning and the ids', async () => {
  const userId = await givenPlayer(db)
  await db.execute(sql`update users set likes_count = 7 where id = ${userId}`)
  await operator()(runInvariants, {})
  await check()
  await db.execute(sql`update users set likes_count = 0 where id = ${userId}`)
  const { last } = await operator()(readInvariants, {})
  expect(last?.run.broken).toBe(1)
  expect(last?.findings.filter(({ verdict }) => verdict === 'broken')).toEqual([
    expect.objectContaining({ meaning: '点赞数等于点赞记录数', count: 1, ids: [userId], severity: 'fault' }),
  ])
})

test('of many simultaneous requests one begins a check', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.allSettled([1, 2, 3].map(() => operator()(runInvariants, {})))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await db.update(invariantRuns).set({ endedAt: clock.now(), error: 'for the next round' })
  }
  expect(await db.$count(invariantRuns)).toBe(ROUNDS)
})

test('no check begins while another runs, until that one has been silent for ten minutes', async () => {
  const as = operator()
  const { id } = await as(runInvariants, {})
  await expectRefusal(db, () => as(runInvariants, {}), { code: 'check_under_way' })
  later(11 * 60_000)
  await operator()(runInvariants, {})
  const lost = await operator()(readInvariantRun, { params: { id } })
  expect(lost.run).toMatchObject({ error: '运行检查的进程中断了，请重新检查', endedAt: clock.now().toISOString() })
  await expectRefusal(db, () => as(readInvariantRun, { params: { id: '999' } }), { code: 'check_not_found' })
})

test('the schedule starts one check a day', async () => {
  await check()
  await check()
  expect(await db.$count(invariantRuns)).toBe(1)
  later(24 * HOUR_MS)
  await check()
  const { rows, total } = await operator()(listInvariantRuns, { query: { current: 1, rows: 10 } })
  expect([total, rows.map(({ requestedBy }) => requestedBy)]).toEqual([2, [null, null]])
})

test('a check that cannot reach the database reports it, and its job fails', async () => {
  await operator()(runInvariants, {})
  const away = () => Promise.reject(new Error('nobody there'))
  await expect(runJob(server, checkInvariants, { checkInvariants: away })).rejects.toThrow('nobody there')
  const { rows } = await operator()(listInvariantRuns, { query: { current: 1, rows: 10 } })
  expect(rows).toMatchObject([{ error: '检查没有做完，原因见「任务与消息」的失败记录', checked: 0 }])
  expect((await operator()(readInvariants, {})).last).toBeNull()
})

test('a check ends when the process ends', async () => {
  await operator()(runInvariants, {})
  expect(await runJob(server, checkInvariants, { signal: AbortSignal.abort() })).toEqual([])
  const [run] = await db.select().from(invariantRuns)
  expect(run).toMatchObject({ error: 'the server was stopped', checked: 0 })
})

test('a check is removed after a year', async () => {
  await check()
  later(366 * 24 * HOUR_MS)
  expect(await runJob(server, cleanupOperations)).toEqual([])
  expect(await db.$count(invariantRuns)).toBe(0)
})

test('a check that broke off after the last complete one is shown until one completes again', async () => {
  await operator()(runInvariants, {})
  await check()
  later(HOUR_MS)
  const { id } = await operator()(runInvariants, {})
  await db
    .update(invariantRuns)
    .set({ endedAt: clock.now(), error: 'the line was cut' })
    .where(eq(invariantRuns.id, id))
  const broken = await operator()(readInvariants, {})
  expect(broken).toMatchObject({
    last: { run: { error: null } },
    failed: { id, error: '检查没有做完，原因见「任务与消息」的失败记录' },
  })
  expect(broken.last?.run.id).not.toBe(id)
  later(HOUR_MS)
  await operator()(runInvariants, {})
  await check()
  expect((await operator()(readInvariants, {})).failed).toBeNull()
})

test('operators read everything about a check in Chinese; the English stays with the record', async () => {
  await check()
  await db.execute(sql`update invariant_runs set findings = jsonb_set(findings, '{0}', findings -> 0 ||
    '{"verdict":"unchecked","error":"canceling statement due to statement timeout"}')`)
  const { last } = await operator()(readInvariants, {})
  expect(last?.findings[0]).toMatchObject({ verdict: 'unchecked', error: '检查超时，数据量可能过大' })
  for (const { code, meaning } of last?.findings ?? []) {
    expect(code).toMatch(/^[A-Z]+\d+[a-z]?$/)
    expect(meaning).toMatch(/[\u4e00-\u9fff]/)
  }
})
