import { setTimeout as sleep } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { isConnectionFault, isSerializationFault, isStalePlan, isTimeout } from '../db/faults.ts'
import { createPool } from '../db/pool.ts'

/** Where pg-boss keeps its tables. */
const SCHEMA = 'pgboss'
const POOL_SIZE = 2
/** Moving old jobs away is one statement over all of them. */
const STATEMENT_TIMEOUT_MS = 30_000
const RETRY_PAUSE_MS = 1_000
/** A run leaves a row that nobody reads again. */
const KEEP_COMPLETED_SECONDS = 3_600
const KEEP_ARCHIVED_HOURS = 24

type Settings = {
  /** `prepare` brings its tables to the state of its code, and works off nothing; `work` expects them there. */
  purpose: 'prepare' | 'work'
  onError: (error: Error) => void
}

/** A pg-boss on a small pool of its own. `end` closes the pool, and lets every statement that still waits go. */
export type Boss = { boss: PgBoss; end(): Promise<void> }

/**
 * Makes a pg-boss that lives through an outage of the database. It does not await what it writes when a job has ended, so an
 * error there would reach nobody and end the process: while it works a statement waits for the database instead, and after
 * `end` it answers nothing, as pg-boss's own connection does once closed.
 */
export function createBoss(databaseUrl: string, { purpose, onError }: Settings): Boss {
  const ended = new AbortController()
  const pool = createPool(databaseUrl, {
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'paidang-jobs',
    onError,
  })
  let isAway = false
  const executeSql = async (text: string, values?: unknown[]) => {
    while (!ended.signal.aborted) {
      try {
        const result = await pool.query({ text, ...(values && { values }) })
        isAway = false
        return result
      } catch (error) {
        if (purpose === 'prepare' || !isPassing(error)) throw error
        if (!isAway && !ended.signal.aborted) onError(error as Error)
        isAway = true
        await sleep(RETRY_PAUSE_MS, undefined, { signal: ended.signal }).catch(() => undefined)
      }
    }
    return undefined as never
  }
  const boss = new PgBoss({
    db: { executeSql },
    schema: SCHEMA,
    migrate: purpose === 'prepare',
    schedule: purpose === 'work',
    supervise: purpose === 'work',
    archiveCompletedAfterSeconds: KEEP_COMPLETED_SECONDS,
    deleteAfterHours: KEEP_ARCHIVED_HOURS,
  })
  boss.on('error', onError)
  return {
    boss,
    async end() {
      ended.abort()
      await pool.end()
    },
  }
}

/** Whether the same statement may succeed in a moment. */
function isPassing(error: unknown): boolean {
  return isConnectionFault(error) || isTimeout(error) || isSerializationFault(error) || isStalePlan(error)
}
