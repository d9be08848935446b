import { messageOf } from '../process/error-parts.ts'
import type { Job, JobContext } from './job.ts'
import { recordFailure, recordSuccess } from './run-queries.ts'

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
