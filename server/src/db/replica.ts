import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { createDatabase, type Database } from './database.ts'
import { createPool, type PoolOptions } from './pool.ts'

/** A streaming replica, for reads that may be a little old. It is never needed: without it all goes to the primary. */
export type Replica = {
  /**
   * Where this person may read now; undefined where only the primary will do: the replica is behind or away, or the person
   * wrote a moment ago. Everybody else may read there.
   */
  databaseFor(person: string | undefined): Database | undefined
  /** The person wrote. The next reads are to show it. */
  wrote(person: string): void
  /** Who wrote may be unknown for a moment. */
  lostTrack(): void
  /** A statement failed there. Nobody reads there until it answers again. */
  failed(error: unknown): void
  stop(): Promise<void>
}

type Settings = Pick<PoolOptions, 'max' | 'statementTimeoutMs'> & {
  /** No answer is older. */
  maxLagMs: number
  onError(error: unknown): void
  sampleMs?: number
}

const SAMPLE_MS = 500
/** People who wrote within the bound. Beyond that the one who wrote first reads what was. */
const MAX_WRITERS = 100_000
const CONNECTION_TIMEOUT_MS = 1_000

/** A place in the log of PostgreSQL as a number: `16/B374D848` → 0x16B374D848. */
const placeOf = (lsn: string) => {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

async function lsnOf(db: Pick<Database, 'execute'>, query: SQL): Promise<bigint | undefined> {
  const { rows } = await db.execute<{ lsn: string | null }>(query)
  return rows[0]?.lsn ? placeOf(rows[0].lsn) : undefined
}

/**
 * Follows a replica: twice a second it asks the primary how far its log is, and the replica how far it has come. So it
 * knows since when the replica may lack something, whatever the clocks say, and also where nobody writes.
 *
 * Source: decision record 083
 */
export function startReplica(primary: Database, url: string, settings: Settings): Replica {
  const { maxLagMs, onError, sampleMs = SAMPLE_MS, ...limits } = settings
  const pool = createPool(url, {
    ...limits,
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    applicationName: 'paidang-replica',
    onError: (error) => failed(error),
  })
  const db = createDatabase(pool)
  const writers = new LRUCache<string, true>({ max: MAX_WRITERS, ttl: maxLagMs, perf: performance })
  /** Where the primary was at which moment, the oldest first. */
  let samples: { at: number; place: bigint }[] = []
  /** The replica has everything that was committed by then. */
  let hasAllUntil = Number.NEGATIVE_INFINITY
  let trustedFrom = performance.now() + maxLagMs
  let isTold = false

  const failed = (error: unknown) => {
    hasAllUntil = Number.NEGATIVE_INFINITY
    if (!isTold) onError(error)
    isTold = true
  }
  const sample = async () => {
    const at = performance.now()
    const place = await lsnOf(primary, sql`select pg_current_wal_insert_lsn() as lsn`)
    if (place === undefined) return
    // After a failover the log may be shorter.
    samples = [...samples.filter((one) => one.at > at - maxLagMs && one.place <= place), { at, place }]
    // Once it was promoted it is another primary, and follows nobody.
    const replayed = await lsnOf(db, sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as lsn`)
    const reached = samples.filter((one) => replayed !== undefined && one.place <= replayed).at(-1)
    if (reached) hasAllUntil = reached.at
    if (reached) isTold = false
  }
  let sampling: Promise<void> | undefined
  const timer = setInterval(() => {
    sampling ??= sample()
      .catch(failed)
      .finally(() => {
        sampling = undefined
      })
  }, sampleMs)

  return {
    databaseFor(person) {
      const now = performance.now()
      if (now - hasAllUntil > maxLagMs || now < trustedFrom) return undefined
      return person !== undefined && writers.has(person) ? undefined : db
    },
    wrote: (person) => void writers.set(person, true),
    lostTrack() {
      trustedFrom = performance.now() + maxLagMs
    },
    failed,
    async stop() {
      clearInterval(timer)
      await sampling
      await pool.end()
    },
  }
}
