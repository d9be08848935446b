import type { Database } from '../db/database.ts'
import { type Stopper, waitAtMost } from '../process/shutdown.ts'
import { createBoss } from './boss.ts'
import type { Job } from './job.ts'
import { runOnce } from './run-once.ts'

const TIME_ZONE = 'Asia/Shanghai'
/** How often each queue is looked at. */
const POLLING_SECONDS = 5
/** How long a run under way may take to notice that the process ends. */
const STOP_TIMEOUT_MS = 5_000

/** What jobs are run with. */
export type JobParts<Tools> = {
  databaseUrl: string
  /** Where the jobs do their work; pg-boss keeps its books on connections of its own. */
  db: Database
  now(): Date
  jobs: readonly Job<Tools>[]
  /** What the jobs need besides. */
  tools: Tools
  /** A run, or one of the things in it, failed; or the books could not be kept for a while. */
  onFault(error: unknown, what: string): void
  /** How often each queue is looked at. */
  pollingSeconds?: number
}

/**
 * Runs the jobs by their schedules, and each once now, since the clock may have passed its hour while nothing ran. Of several
 * processes on one database each run goes to one. The queues must be there (see prepareJobs).
 *
 * @returns what stops them: the run under way ends after the thing it is doing
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
    // What was fetched in the moment of stopping is run by another process, or at the next start.
    if (stopping.signal.aborted) throw new Error('the process is about to end')
    const running = runOnce(job, { ...tools, db, signal: stopping.signal, onFault }, now)
    underWay.add(running)
    try {
      await running
    } finally {
      underWay.delete(running)
    }
    // Nothing comes back where one run waits already.
    if (job.againAfterSeconds !== undefined) await boss.send(job.name, {}, { startAfter: job.againAfterSeconds })
  }

  const stop: Stopper = async (hurry) => {
    stopping.abort()
    await waitAtMost(boss.stop({ timeout: STOP_TIMEOUT_MS }), STOP_TIMEOUT_MS, hurry)
    await waitAtMost(Promise.allSettled(underWay), STOP_TIMEOUT_MS, hurry)
    await waitAtMost(end(), STOP_TIMEOUT_MS, hurry)
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
