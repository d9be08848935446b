import { messageOf } from '../process/error-parts.ts'
import type { Job, JobContext } from './job.ts'
import { keepFailure, keepSuccess } from './run-queries.ts'

/**
 * Runs a job once, and writes down how that ended, and each thing in it that failed. Books that cannot be kept are reported;
 * no job fails because of them.
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
    keep(keepFailure(db, { name, begunAt, what, error: messageOf(error), failedAt: now() }))
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
    await keep(keepSuccess(db, { name, begunAt, doneAt: now() }))
  } catch (error) {
    onFault(error, name)
    await failed(error, '')
    throw error
  } finally {
    await Promise.all(written)
  }
}
