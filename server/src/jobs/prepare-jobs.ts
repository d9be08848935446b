import { createBoss } from './boss.ts'
import type { Job } from './job.ts'

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
    await boss.stop({ graceful: false })
  } finally {
    await end()
  }
}
