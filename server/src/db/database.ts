import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { notifyingOf } from './change-feed.ts'
import { isConnectionFault, isSerializationFault, isStalePlan } from './faults.ts'

/** Where queries run: the pool or, inside `transaction`, that transaction. Query functions accept either. */
export type Database = NodePgDatabase

/**
 * The database over a pool. Its `transaction` is all or nothing, and differs from Drizzle's own in four ways.
 *
 * - It runs again after a serialization failure or a deadlock (see withRetry).
 * - It throws the work's own error even when the rollback fails too.
 * - A connection that is not cleanly outside its transaction never returns to the pool.
 * - Published changes (see publishChanges) are sent with the commit.
 */
export function createDatabase(pool: Pool): Database {
  const db: Database = drizzle({ client: pool })
  const overClients = new WeakMap<PoolClient, Database>()
  const over = (client: PoolClient): Database => {
    const known = overClients.get(client) ?? drizzle({ client })
    overClients.set(client, known)
    return known
  }

  const once = async <T>(work: (tx: Tx) => Promise<T>, settings?: TransactionSettings): Promise<T> => {
    const client = await pool.connect()
    let workError: { error: unknown } | undefined
    let broken = false
    try {
      const { result, notifyOwnListeners } = await over(client).transaction(async (tx) => {
        try {
          return await notifyingOf(db, tx, () => work(tx))
        } catch (error) {
          workError = { error }
          throw error
        }
      }, settings)
      notifyOwnListeners()
      return result
    } catch (error) {
      broken = isConnectionFault(error) || isStalePlan(error)
      throw workError ? workError.error : error
    } finally {
      client.release(broken || client.getTransactionStatus() !== 'I')
    }
  }
  db.transaction = (work, settings) => withRetry(() => once(work, settings))
  return db
}

/** The connections of a database's pool: open ones, unused ones, and callers that wait for one. */
export function connectionsOf(db: Database): { connections: number; idle: number; waiting: number } {
  const { $client: pool } = db as Database & { $client: Pool }
  return { connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/** The most connections that a database's pool opens. */
export function poolSizeOf(db: Database): number {
  return (db as Database & { $client: Pool }).$client.options.max
}

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
type TransactionSettings = Parameters<Database['transaction']>[1]

/** The whole transaction runs again up to three times, with random pauses. */
const MAX_RETRIES = 3
const FIRST_PAUSE_MS = 10

/**
 * Runs a whole transaction, and repeats it up to three times when PostgreSQL rolled it back without its fault. That is
 * a serialization failure, a deadlock, or a plan made before a migration.
 *
 * @param transaction opens and ends its own transaction; it may run several times, so it has no other effect
 * @throws what the last run threw; any other error at once
 */
async function withRetry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (retries === MAX_RETRIES || !(isSerializationFault(error) || isStalePlan(error))) throw error
    }
    // Random pauses, longer each time: two deadlocked twins would otherwise meet again.
    await sleep(FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random()))
  }
}
