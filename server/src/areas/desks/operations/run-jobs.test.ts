import { listJobFailures, listJobs, readHealth, retryJob, runJobNow } from '@paidang/api/areas/desks/admin-jobs'
import type { Call } from '@paidang/api/client'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobFailures } from '../../../db/machinery-tables.ts'
import type { Job } from '../../../jobs/job.ts'
import { runOnce } from '../../../jobs/start-jobs.ts'
import { JOBS } from '../../../jobs-of-areas.ts'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupOperations } from './jobs.ts'

const server = await startTestServer({ queues: 'prepared' })
const { db, clock, asStaff } = server
// A new log-in for each call, since every session is deleted between tests.
const operator: Call = (endpoint, input) => asStaff('operator')(endpoint, input)
/** One operator whose account exists before anything is compared. */
const loggedIn = async (): Promise<Call> => {
  const as = asStaff('operator')
  await as(listJobs, {})
  return as
}
const PAGE = { current: 1, rows: 10 }

/** Runs a job as the server does, and returns how it ended. */
const runAs = (run: Job['run']) =>
  runOnce(
    { name: 'cleanup-outbox', cron: '* * * * *', run },
    { db, signal: new AbortController().signal, onFault: () => undefined },
    clock.now,
  ).then(
    () => 'well',
    () => 'failed',
  )
const fails = () => runAs(() => Promise.reject(new Error('out of order')))
const stateOf = async (name: string) => (await operator(listJobs, {})).find((job) => job.name === name)
const waiting = async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pgboss.job where state = 'created'`)
  await db.execute(sql`delete from pgboss.job`)
  return rows.map(({ name }) => name)
}

test('every job is listed with its schedule, including one that never ran', async () => {
  const jobs = await operator(listJobs, {})
  expect(jobs.map(({ name }) => name)).toEqual(JOBS.map(({ name }) => name))
  expect(await stateOf('expire-contracts')).toMatchObject({ cron: '1 0 * * *', doneAt: null, waiting: 0 })
})

test('a successful run and a failed run are distinguished', async () => {
  expect(await runAs(async () => undefined)).toBe('well')
  const at = clock.now().toISOString()
  expect(await stateOf('cleanup-outbox')).toMatchObject({ begunAt: at, doneAt: at, doneMs: 0, failedAt: null })
  clock.set(new Date(clock.now().getTime() + 60_000))
  expect(await fails()).toBe('failed')
  const failedAt = clock.now().toISOString()
  expect(await stateOf('cleanup-outbox')).toMatchObject({ begunAt: failedAt, doneAt: at, failedAt, openFailures: 1 })
})

test('the same failure in several runs is one row with a count, and is over after a successful run', async () => {
  for (let round = 0; round < 3; round++) await fails()
  const first = await operator(listJobFailures, { query: PAGE })
  expect(first).toMatchObject({
    total: 1,
    rows: [{ name: 'cleanup-outbox', error: 'out of order', times: 3, isOver: false }],
  })
  clock.set(new Date(clock.now().getTime() + 1))
  await runAs(async () => undefined)
  expect((await operator(listJobFailures, { query: PAGE })).rows).toMatchObject([{ isOver: true }])
})

test('twenty simultaneous failures are one row with the count twenty', async () => {
  await Promise.all(Array.from({ length: 20 }, fails))
  expect((await operator(listJobFailures, { query: PAGE })).rows).toMatchObject([{ times: 20 }])
})

test('a single item that fails in a continuing run is named', async () => {
  expect(await runAs(async ({ onFault }) => onFault(new Error('no answer'), 'message 7'))).toBe('well')
  const { rows } = await operator(listJobFailures, { query: { ...PAGE, name: 'cleanup-outbox' } })
  expect(rows).toMatchObject([{ what: 'message 7', error: 'no answer' }])
  expect((await operator(listJobFailures, { query: { ...PAGE, name: 'remind' } })).total).toBe(0)
})

test('retrying a failure runs its job and closes the failure; the next failure is another row', async () => {
  await fails()
  const [failure] = (await operator(listJobFailures, { query: PAGE })).rows
  await operator(retryJob, { params: { id: failure?.id ?? '' } })
  expect(await waiting()).toEqual(['cleanup-outbox'])
  expect((await operator(listJobFailures, { query: { ...PAGE, state: 'open' } })).total).toBe(0)
  await fails()
  expect((await operator(listJobFailures, { query: { ...PAGE, state: 'open' } })).rows).toMatchObject([{ times: 1 }])
  expect(
    await db.select({ action: staffAuditEvents.action, objectId: staffAuditEvents.objectId }).from(staffAuditEvents),
  ).toEqual([{ action: 'job-failure.retry', objectId: failure?.id }])
  const as = await loggedIn()
  await expectRefusal(db, () => as(retryJob, { params: { id: '999999' } }), { code: 'job_failure_not_found' })
})

test('a requested job runs at once, and only once for repeated requests', async () => {
  await operator(runJobNow, { body: { name: 'remind' } })
  await operator(runJobNow, { body: { name: 'remind' } })
  expect(await stateOf('remind')).toMatchObject({ waiting: 1, active: 0 })
  expect(await waiting()).toEqual(['remind'])
  expect(await db.select({ summary: staffAuditEvents.summary }).from(staffAuditEvents)).toHaveLength(2)
  const as = await loggedIn()
  await expectRefusal(db, () => as(runJobNow, { body: { name: 'nothing' } }), { code: 'job_not_found' })
  expect(await waiting()).toEqual([])
})

test('a failure is deleted after thirty days', async () => {
  await fails()
  clock.set(new Date(clock.now().getTime() + 31 * 86_400_000))
  expect(await runJob(server, cleanupOperations)).toEqual([])
  expect(await db.$count(jobFailures)).toBe(0)
})

test('the health page shows the state of this process and its database', async () => {
  const health = await operator(readHealth, {})
  expect(health).toMatchObject({ nodeVersion: process.version, isMigrated: true, receivesChanges: true })
  expect(health.databaseBytes).toBeGreaterThan(1_000_000)
})
