import type { Database } from '../db/database.ts'
import { type Stopper, waitAtMost } from '../process/shutdown.ts'
import { createBoss } from './boss.ts'
import type { Job } from './job.ts'
import { runOnce } from './run-once.ts'

const TIME_ZONE = 'Asia/Shanghai'
/** The polling interval of each queue. */
const POLLING_SECONDS = 5
/** How long a current run may take to react when the process ends. */
const STOP_TIMEOUT_MS = 5_000

/** What the jobs run with. */
export type JobParts<Tools> = {
  databaseUrl: string
  /** The database of the jobs' work. pg-boss uses connections of its own for its tables. */
  db: Database
  now(): Date
  jobs: readonly Job<Tools>[]
  /** What the jobs need besides. */
  tools: Tools
  /** Called when a run or an item in it failed, or when pg-boss could not write for a while. */
  onFault(error: unknown, what: string): void
  /** The polling interval of each queue. */
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
  pollingSeconds = POLLING_SECONDS,
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

  const stop: Stopper = async (signal) => {
    stopping.abort()
    await waitAtMost(boss.stop({ timeout: STOP_TIMEOUT_MS }), STOP_TIMEOUT_MS, signal)
    await waitAtMost(Promise.allSettled(underWay), STOP_TIMEOUT_MS, signal)
    await waitAtMost(end(), STOP_TIMEOUT_MS, signal)
  }
  try {
    await boss.start()
    for (const job of jobs) {
      await boss.schedule(job.name, job.cron, {}, { tz: TIME_ZONE })
      await boss.send(job.name, {})
      await boss.work(job.name, { pollingIntervalSeconds: pollingSeconds }, () => run(job))
    }
  } catch (error) {
    await stop(AbortSignal.abort())
    throw error
  }
  return stop
}
