import { Cron } from 'croner'
import type { Database } from '../db/database.ts'
import { messageOf } from '../process/error-parts.ts'
import { type Stopper, waitAtMost } from '../process/shutdown.ts'
import { createBoss } from './boss.ts'
import type { Job, JobContext } from './job.ts'
import { recordFailure, recordSuccess } from './run-queries.ts'

/** A longer run is given up, and counts as failed. */
const RUN_TIMEOUT_SECONDS = 300

/**
 * `short`: at most one run of each job waits, for any number of requests. A running one does not block the waiting one,
 * so a process killed in a run blocks nothing.
 */
const QUEUE = {
  policy: 'short',
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: RUN_TIMEOUT_SECONDS,
} as const

/**
 * Migrates the tables of the queues to the version of this code, and creates the queues. A job without its queue would
 * be lost without an error.
 */
export async function prepareJobs(
  databaseUrl: string,
  { jobs, onError }: { jobs: readonly Pick<Job, 'name'>[]; onError: (error: Error) => void },
): Promise<void> {
  const { boss, end } = createBoss(databaseUrl, { purpose: 'prepare', onError })
  try {
    await boss.start()
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { name } of jobs) {
      const queue = known.get(name)
      if (!queue) await boss.createQueue(name, { name, ...QUEUE })
      else if (Object.entries(QUEUE).some(([option, value]) => queue[option as keyof typeof QUEUE] !== value)) {
        await boss.updateQueue(name, { name, ...QUEUE })
      }
    }
    // Earlier versions left their times to pg-boss.
    for (const { name } of await boss.getSchedules()) await boss.unschedule(name)
    await boss.stop({ graceful: false })
  } finally {
    await end()
  }
}

const TIME_ZONE = 'Asia/Shanghai'
/** Several processes request a run in the same minute, and one is made. */
const ONE_A_MINUTE = { singletonSeconds: 60 }

/** Calls `request` whenever the clock of Shanghai has reached one of these times. */
export function whenever(cron: string, request: () => Promise<unknown>, onError: (error: unknown) => void): Cron {
  return new Cron(cron, { timezone: TIME_ZONE, unref: true, catch: onError }, async () => void (await request()))
}

/** How often a queue is asked for runs. Only jobs that are needed more than once a minute cannot wait: asking costs an idle server most. */
const pollingSecondsOf = ({ cron, againAfterSeconds }: Job<never>): number => {
  if (againAfterSeconds !== undefined) return 5
  return cron.startsWith('* ') ? 15 : 60
}
/** How long a current run may take to react when the process ends. */
const STOP_TIMEOUT_MS = 5_000

/** What the jobs run with. */
type JobParts<Tools> = {
  databaseUrl: string
  /** The database of the jobs' work. pg-boss uses connections of its own for its tables. */
  db: Database
  now(): Date
  jobs: readonly Job<Tools>[]
  /** What the jobs need besides. */
  tools: Tools
  /** Called when a run or an item in it failed, or when pg-boss could not write for a while. */
  onFault(error: unknown, what: string): void
  /** The polling interval of every queue, instead of each job's own. */
  pollingSeconds?: number
}

/**
 * Runs the jobs by their schedules, and each once now, since it may have been due while nothing ran. With several
 * processes on one database, each run goes to one process. The queues must exist (see prepareJobs).
 *
 * @returns a function that stops them: the current run ends after its current item
 */
export async function startJobs<Tools>({
  databaseUrl,
  db,
  now,
  jobs,
  tools,
  onFault,
  pollingSeconds,
}: JobParts<Tools>): Promise<Stopper> {
  const { boss, end } = createBoss(databaseUrl, { purpose: 'work', onError: (error) => onFault(error, 'jobs') })
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const run = async (job: Job<Tools>): Promise<void> => {
    // A run fetched while stopping is left to another process, or to the next start.
    if (stopping.signal.aborted) throw new Error('the process is about to end')
    const running = runOnce(job, { ...tools, db, signal: stopping.signal, onFault }, now)
    underWay.add(running)
    try {
      await running
    } finally {
      underWay.delete(running)
    }
    // send returns null when one run already waits.
    if (job.againAfterSeconds !== undefined) await boss.send(job.name, {}, { startAfter: job.againAfterSeconds })
  }

  const times: Cron[] = []
  const stop: Stopper = async (signal) => {
    stopping.abort()
    for (const time of times) time.stop()
    await waitAtMost(boss.stop({ timeout: STOP_TIMEOUT_MS }), STOP_TIMEOUT_MS, signal)
    await waitAtMost(Promise.allSettled(underWay), STOP_TIMEOUT_MS, signal)
    await waitAtMost(end(), STOP_TIMEOUT_MS, signal)
  }
  try {
    await boss.start()
    const queues = new Set((await boss.getQueues()).map(({ name }) => name))
    const missing = jobs.find(({ name }) => !queues.has(name))
    // A request for a queue that is not there is lost without an error.
    if (missing) throw new Error(`Queue ${missing.name} not found`)
    await boss.insert(jobs.map(({ name }) => ({ name })))
    for (const cron of new Set(jobs.map((job) => job.cron))) {
      const due = jobs.filter((job) => job.cron === cron).map(({ name }) => ({ name, ...ONE_A_MINUTE }))
      times.push(
        whenever(
          cron,
          () => boss.insert(due),
          (error) => onFault(error, 'jobs'),
        ),
      )
    }
    for (const job of jobs) {
      await boss.work(job.name, { pollingIntervalSeconds: pollingSeconds ?? pollingSecondsOf(job) }, () => run(job))
    }
  } catch (error) {
    await stop(AbortSignal.abort())
    throw error
  }
  return stop
}

/**
 * Runs a job once, and records its outcome and each failed item. A failure to record is reported, and never fails the
 * job.
 *
 * @throws what the job throws
 */
export async function runOnce<Tools>(
  job: Job<Tools>,
  parts: Omit<JobContext, 'now'> & Tools,
  now: () => Date,
): Promise<void> {
  const { db, onFault } = parts
  const { name } = job
  const begunAt = now()
  const keep = (writing: Promise<void>) => writing.catch((error: unknown) => onFault(error, 'jobs'))
  const failed = (error: unknown, what: string) =>
    keep(recordFailure(db, { name, begunAt, what, error: messageOf(error), failedAt: now() }))
  const written: Promise<void>[] = []
  try {
    await job.run({
      ...parts,
      now: begunAt,
      onFault(error, what) {
        onFault(error, what)
        written.push(failed(error, what))
      },
    })
    await keep(recordSuccess(db, { name, begunAt, doneAt: now() }))
  } catch (error) {
    onFault(error, name)
    await failed(error, '')
    throw error
  } finally {
    await Promise.all(written)
  }
}
