import { listJobFailures, listJobs, readHealth, retryJob, runJobNow } from '@paidang/api/areas/admin-jobs'
import type { Call } from '@paidang/api/client'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobFailures } from '../../db/machinery-tables.ts'
import type { Job } from '../../jobs/job.ts'
import { runOnce } from '../../jobs/run-once.ts'
import { JOBS } from '../../jobs-of-areas.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { runJob } from '../../testing/run-job.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { staffDeeds } from '../staff/tables.ts'
import { tidyOperations } from './tidy-operations.ts'

const server = await startTestServer({ queues: 'prepared' })
const { db, clock, asStaff } = server
// Logged in anew for each call: between tests every session is gone.
const operator: Call = (endpoint, input) => asStaff('operator')(endpoint, input)
/** One operator, whose account stands before anything is compared. */
const loggedIn = async (): Promise<Call> => {
  const as = asStaff('operator')
  await as(listJobs, {})
  return as
}
const PAGE = { current: 1, rows: 10 }

/** Runs a job as the server does, and tells how it ended. */
const runAs = (run: Job['run']) =>
  runOnce(
    { name: 'tidy-outbox', cron: '* * * * *', run },
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

test('every job is listed with its schedule, also one that never ran', async () => {
  const jobs = await operator(listJobs, {})
  expect(jobs.map(({ name }) => name)).toEqual(JOBS.map(({ name }) => name))
  expect(await stateOf('expire-contracts')).toMatchObject({ cron: '1 0 * * *', doneAt: null, waiting: 0 })
})

test('a run that ends well, and one that fails, are told apart', async () => {
  expect(await runAs(async () => undefined)).toBe('well')
  const at = clock.now().toISOString()
  expect(await stateOf('tidy-outbox')).toMatchObject({ begunAt: at, doneAt: at, doneMs: 0, failedAt: null })
  clock.set(new Date(clock.now().getTime() + 60_000))
  expect(await fails()).toBe('failed')
  const failedAt = clock.now().toISOString()
  expect(await stateOf('tidy-outbox')).toMatchObject({ begunAt: failedAt, doneAt: at, failedAt, openFailures: 1 })
})

test('the same failure again and again is one row that counts, and is over once a run ends well', async () => {
  for (let round = 0; round < 3; round++) await fails()
  const first = await operator(listJobFailures, { query: PAGE })
  expect(first).toMatchObject({
    total: 1,
    rows: [{ name: 'tidy-outbox', error: 'out of order', times: 3, isOver: false }],
  })
  clock.set(new Date(clock.now().getTime() + 1))
  await runAs(async () => undefined)
  expect((await operator(listJobFailures, { query: PAGE })).rows).toMatchObject([{ isOver: true }])
})

test('twenty failures at once are one row that counts twenty', async () => {
  await Promise.all(Array.from({ length: 20 }, fails))
  expect((await operator(listJobFailures, { query: PAGE })).rows).toMatchObject([{ times: 20 }])
})

test('a thing that fails in a run that goes on is named', async () => {
  expect(await runAs(async ({ onFault }) => onFault(new Error('no answer'), 'message 7'))).toBe('well')
  const { rows } = await operator(listJobFailures, { query: { ...PAGE, name: 'tidy-outbox' } })
  expect(rows).toMatchObject([{ what: 'message 7', error: 'no answer' }])
  expect((await operator(listJobFailures, { query: { ...PAGE, name: 'remind' } })).total).toBe(0)
})

test('a failure that is retried has its job run, and is dealt with; the next one is another', async () => {
  await fails()
  const [failure] = (await operator(listJobFailures, { query: PAGE })).rows
  await operator(retryJob, { params: { id: failure?.id ?? '' } })
  expect(await waiting()).toEqual(['tidy-outbox'])
  expect((await operator(listJobFailures, { query: { ...PAGE, state: 'open' } })).total).toBe(0)
  await fails()
  expect((await operator(listJobFailures, { query: { ...PAGE, state: 'open' } })).rows).toMatchObject([{ times: 1 }])
  expect(await db.select({ action: staffDeeds.action, objectId: staffDeeds.objectId }).from(staffDeeds)).toEqual([
    { action: 'job-failure.retry', objectId: failure?.id },
  ])
  const as = await loggedIn()
  await expectRefusal(db, () => as(retryJob, { params: { id: '999999' } }), { code: 'job_failure_not_found' })
})

test('a job runs at once when somebody says so, once however often he says it', async () => {
  await operator(runJobNow, { body: { name: 'remind' } })
  await operator(runJobNow, { body: { name: 'remind' } })
  expect(await stateOf('remind')).toMatchObject({ waiting: 1, active: 0 })
  expect(await waiting()).toEqual(['remind'])
  expect(await db.select({ summary: staffDeeds.summary }).from(staffDeeds)).toHaveLength(2)
  const as = await loggedIn()
  await expectRefusal(db, () => as(runJobNow, { body: { name: 'nothing' } }), { code: 'job_not_found' })
  expect(await waiting()).toEqual([])
})

test('a failure is forgotten after thirty days', async () => {
  await fails()
  clock.set(new Date(clock.now().getTime() + 31 * 86_400_000))
  expect(await runJob(server, tidyOperations)).toEqual([])
  expect(await db.$count(jobFailures)).toBe(0)
})

test('the health says what is true of this process and its database', async () => {
  const health = await operator(readHealth, {})
  expect(health).toMatchObject({ nodeVersion: process.version, isMigrated: true, hearsChanges: true })
  expect(health.databaseBytes).toBeGreaterThan(1_000_000)
})
