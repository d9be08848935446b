import type { Database } from '../db/database.ts'

/** The context of a job's run. */
export type JobContext = {
  db: Database
  /** The server's clock when the run began. */
  now: Date
  /** Aborted when the process is about to end. A job with many items stops between two of them. */
  signal: AbortSignal
  /** Reports a failed item and its reason. The job continues with the next item. */
  onFault(error: unknown, what: string): void
}

/**
 * A task that the server runs by schedule and once at every start. Any process may run it, several at once, and again
 * after one was killed. So it only does what is still to be done, and nothing depends on its timing. `Tools` is what it
 * needs besides; the wiring gives it to all jobs alike.
 */
export type Job<Tools = unknown> = {
  /** The name of its queue; it never changes. */
  name: string
  /** Minute, hour, day of the month, month, weekday, in the time zone of Shanghai. */
  cron: string
  /** Runs again this long after each run, for jobs needed more than once a minute. */
  againAfterSeconds?: number
  run(context: JobContext & Tools): Promise<void>
}
