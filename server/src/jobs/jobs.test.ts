import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_NOW } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Job, JobContext } from './job.ts'
import { prepareJobs, startJobs, whenever } from './start-jobs.ts'

// The job machinery over a real database. The areas test what the jobs do.

const { db, url, query, drop } = await createTestDatabase()
const patience = () => new AbortController().signal
const JOB = 'test-job'

let faults: { what: string; message: string }[] = []
beforeAll(() => prepare())
beforeEach(async () => {
  faults = []
  await db.execute(`delete from pgboss.job where name = '${JOB}'`)
})
afterAll(drop)

const prepare = () => prepareJobs(url, { jobs: [{ name: JOB }], onError: (error) => Promise.reject(error) })

/** Scheduled once a year, in a minute when no test runs. Every other run is requested. */
const start = (run: Job['run'], over: Partial<Job> = {}) =>
  startJobs({
    databaseUrl: url,
    db,
    now: () => TEST_NOW,
    jobs: [{ name: JOB, cron: '0 0 1 1 *', run, ...over }],
    tools: {},
    onFault: (error, what) => faults.push({ what, message: (error as Error).message }),
    pollingSeconds: 0.5,
  })

/** Waits until the condition is true. */
const until = (isSo: () => boolean | Promise<boolean>) => expect.poll(isSo).toBe(true)

/** The number of pg-boss rows in these states. */
const countIn = async (...states: string[]) =>
  (await query(`select id from pgboss.job where name = '${JOB}' and state::text = any($1)`, [states])).length

test('a job runs at the start with database and clock, and then only when it is due', async () => {
  const contexts: JobContext[] = []
  const stop = await start(async (context) => {
    contexts.push(context)
  })
  await until(async () => (await countIn('completed')) === 1)
  await stop(patience())
  expect(await countIn('created', 'retry', 'active')).toBe(0)
  expect(contexts).toMatchObject([{ now: TEST_NOW }])
  expect(contexts[0]?.db).toBe(db)
  expect(faults).toEqual([])
})

test('its schedule uses the time of Shanghai, and a request that fails is reported', async () => {
  const reported: unknown[] = []
  const time = whenever(
    '1 0 * * *',
    () => Promise.reject('refused'),
    (error) => reported.push(error),
  )
  expect(time.nextRun(new Date('2026-11-25T16:00:30Z'))).toEqual(new Date('2026-11-25T16:01:00Z'))
  await time.trigger()
  expect(reported).toEqual(['refused'])
  time.stop()
})

test('at its time each process requests a run, and one is made', async () => {
  // Every second of the test, in each of two processes.
  const stops = await Promise.all([1, 2].map(() => start(async () => undefined, { cron: '* * * * * *' })))
  const requested = () => query(`select 1 from pgboss.job where name = '${JOB}' and singleton_on is not null`, [])
  await until(async () => (await requested()).length > 0)
  await Promise.all(stops.map((stop) => stop(patience())))
  const minutes = await query(
    `select distinct singleton_on from pgboss.job where name = '${JOB}'
    and singleton_on is not null`,
    [],
  )
  expect((await requested()).length).toBe(minutes.length)
})

test('a job needed more than once a minute runs repeatedly until it is stopped', async () => {
  let runs = 0
  const stop = await start(
    async () => {
      runs += 1
    },
    { againAfterSeconds: 0 },
  )
  await until(() => runs >= 3)
  await stop(patience())
  const atStop = runs
  let runsOfAnother = 0
  const stopOther = await start(
    async () => {
      runsOfAnother += 1
    },
    { againAfterSeconds: 0 },
  )
  await until(() => runsOfAnother >= 2)
  await stopOther(patience())
  expect(runs).toBe(atStop)
})

test('each run goes to one of several processes', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
  }
  const stops = await Promise.all([1, 2, 3].map(() => start(run, { againAfterSeconds: 0 })))
  await until(() => runs >= 5)
  await Promise.all(stops.map((stop) => stop(patience())))
  // Each run is one row of pg-boss, and at most one more waits.
  expect(await countIn('completed')).toBe(runs)
  expect(await countIn('created', 'retry', 'active')).toBeLessThanOrEqual(1)
})

test('a failed run is reported, and pg-boss retries it', async () => {
  const stop = await start(async () => {
    throw new Error('out of order')
  })
  await until(
    async () => (await query(`select id from pgboss.job where name = '${JOB}' and state = 'retry'`, [])).length === 1,
  )
  await stop(patience())
  expect(faults).toEqual([{ what: JOB, message: 'out of order' }])
})

test('stopping aborts the current run and waits for it', async () => {
  const steps: string[] = []
  let mayEnd = false
  const stop = await start(async ({ signal }) => {
    steps.push('begun')
    await until(() => signal.aborted)
    await until(() => mayEnd)
    steps.push('ended')
  })
  await until(() => steps.length === 1)
  const stopped = stop(patience()).then(() => steps.push('stopped'))
  mayEnd = true
  await stopped
  expect(steps).toEqual(['begun', 'ended', 'stopped'])
})

test('an aborted stop waits for nothing, and an interrupted run does not block the next start', async () => {
  let runs = 0
  const hang = () => {
    runs += 1
    return new Promise<void>(() => undefined)
  }
  const cutOff = await start(hang)
  await until(() => runs === 1)
  await cutOff(AbortSignal.abort())

  const stop = await start(async () => {
    runs += 1
  })
  await until(() => runs === 2)
  await stop(patience())
})

test('repeatedly cut connections end neither the process nor the job', async () => {
  let runs = 0
  const stop = await start(
    async () => {
      runs += 1
    },
    { againAfterSeconds: 0 },
  )
  let cuts = 0
  const cut = async () => {
    const { rowCount } = await db.execute(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'paidang-jobs' and datname = current_database()`)
    cuts += rowCount ?? 0
    return cuts
  }
  await expect.poll(cut).toBeGreaterThanOrEqual(10)
  const before = runs
  await until(() => runs >= before + 2)
  await stop(patience())
  expect(faults.length).toBeGreaterThan(0)
})

test('a full disk of the database is waited out, and then the job runs', async () => {
  await query(
    `create function pgboss.is_full() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger is_full before insert on pgboss.job for each statement execute function pgboss.is_full()`,
    [],
  )
  const starting = start(async () => undefined)
  await until(() => faults.length > 0)
  await query('drop function pgboss.is_full() cascade', [])
  const stop = await starting
  await until(async () => (await countIn('completed')) === 1)
  await stop(patience())
  expect(faults).toEqual([{ what: expect.any(String), message: 'No space left on device' }])
})

test('preparing again, also twice at once, changes nothing', async () => {
  const queues = () => db.execute('select name, policy, retry_limit, partition_name from pgboss.queue order by name')
  const { rows } = await queues()
  await Promise.all([prepare(), prepare()])
  expect((await queues()).rows).toEqual(rows)
  expect(rows).toContainEqual(expect.objectContaining({ name: JOB, policy: 'short', retry_limit: 5 }))
})

test('without its queues no job starts', async () => {
  await expect(
    startJobs({
      databaseUrl: url,
      db,
      now: () => TEST_NOW,
      jobs: [{ name: 'unknown', cron: '0 0 1 1 *', run: async () => undefined }],
      tools: {},
      onFault: () => undefined,
    }),
  ).rejects.toThrow('Queue unknown not found')
})
