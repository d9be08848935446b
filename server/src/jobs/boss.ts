import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { isConnectionFault, isDiskFull, isSerializationFault, isStalePlan, isTimeout } from '../db/faults.ts'
import { createPool } from '../db/pool.ts'

/** The schema of pg-boss's tables. */
const SCHEMA = 'pgboss'
const POOL_SIZE = 2
/** Archiving old jobs is one statement over all of them. */
const STATEMENT_TIMEOUT_MS = 30_000
const RETRY_PAUSE_MS = 1_000
/** Nobody reads the row of a completed run again. */
const KEEP_COMPLETED_SECONDS = 3_600
const KEEP_ARCHIVED_HOURS = 24

type Settings = {
  /** `prepare` migrates the tables to the version of the code and runs no jobs. `work` expects migrated tables. */
  purpose: 'prepare' | 'work'
  onError: (error: Error) => void
}

/** A pg-boss with its own small pool. `end` closes the pool and releases every waiting statement. */
export type Boss = { boss: PgBoss; end(): Promise<void> }

/**
 * Makes a pg-boss that survives an outage of the database, and a full disk. pg-boss does not await what it writes after a job, so an
 * error there would end the process. Therefore a statement waits for the database while it works. After `end` it
 * answers nothing, like pg-boss's own connection once closed.
 */
export function createBoss(databaseUrl: string, { purpose, onError }: Settings): Boss {
  const ended = new AbortController()
  // Every waiting statement listens.
  setMaxListeners(0, ended.signal)
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
    // Its tick asks the database every few seconds; `startJobs` knows the times itself.
    schedule: false,
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

/** Whether the same statement may succeed a moment later. */
function isPassing(error: unknown): boolean {
  const kinds = [isConnectionFault, isDiskFull, isTimeout, isSerializationFault, isStalePlan]
  return kinds.some((isOfKind) => isOfKind(error))
}
