import type { Database } from '../db/database.ts'

/** What a job works with. */
export type JobContext = {
  db: Database
  /** The server's clock when the run began. */
  now: Date
  /** Aborted when the process is about to end: a job that does many things stops between two of them. */
  signal: AbortSignal
  /** One of many things failed, and the job goes on with the next: says what and why. */
  onFault(error: unknown, what: string): void
}

/**
 * Something that the server does by the clock and once at every start. Any process may run it, several of them at once, and
 * again after one was killed in the middle: it does only what is still to be done. Nothing waits for it to be right.
 * `Tools` is what it needs besides, which the wiring gives to all jobs alike.
 */
export type Job<Tools = unknown> = {
  /** Names its queue; never changes. */
  name: string
  /** Minute, hour, day of the month, month, weekday, in Shanghai. */
  cron: string
  /** Runs again so long after each run; for what is wanted more often than once in a minute. */
  againAfterSeconds?: number
  run(context: JobContext & Tools): Promise<void>
}
