import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { createClient } from './pool.ts'
import { param, statement } from './statement.ts'

const CHANNEL = 'paidang_changes'
const RECONNECT_PAUSE_MS = 1_000

/** Receives changed topics such as `grid|court|7|2026-05-01`, never rows. `lostTrack`: changes may have been missed. */
export type ChangeListener = { changed(topic: string): void; lostTrack(): void }

/** The needed part of a database or transaction. A transaction shares its session with nested ones. */
type Session = { readonly _: { readonly session: object }; execute(query: SQL): PromiseLike<unknown> }

/** Topics published by the current transaction of a connection. */
const underWay = new WeakMap<object, Set<string>>()
const listeners = new WeakMap<Session, (topics: Iterable<string>) => void>()

/**
 * Calls the listener with the topics of each transaction of this process, right after the commit. A writer must not
 * read its own stale cache while the notification is still on its way. There is one listener per database.
 */
export function onCommitted(db: Session, listener: (topics: Iterable<string>) => void): void {
  listeners.set(db, listener)
}

/**
 * Notifies every process of changes if and when the transaction commits, or at once outside a transaction. Topics of a
 * savepoint that is rolled back are published too: an emptied cache does no harm.
 */
export async function publishChanges(tx: Session, topics: readonly string[]): Promise<void> {
  const published = underWay.get(tx._.session)
  if (published) {
    for (const topic of topics) published.add(topic)
  } else if (topics.length > 0) {
    await notify(tx, topics)
    listeners.get(tx)?.(topics)
  }
}

/**
 * Runs the work of a transaction, then publishes all its topics in one statement.
 *
 * @returns the result, and a function that notifies our own listener
 */
export async function notifyingOf<T>(
  db: Session,
  tx: Session,
  work: () => Promise<T>,
): Promise<{ result: T; notifyOwnListeners: () => void }> {
  const published = new Set<string>()
  underWay.set(tx._.session, published)
  try {
    const result = await work()
    if (published.size > 0) await notify(tx, [...published])
    return { result, notifyOwnListeners: () => listeners.get(db)?.(published) }
  } finally {
    underWay.delete(tx._.session)
  }
}

const notifyOfAll = statement<{ channel: string; topics: readonly string[] }>(
  () => sql`select pg_notify(${param('channel')}, topic) from unnest(${param('topics')}::text[]) topic`,
)

async function notify(db: Session, topics: readonly string[]): Promise<void> {
  await db.execute(notifyOfAll({ channel: CHANNEL, topics }))
}

/**
 * Listens on a connection of its own, and calls the listener for each change. After a gap (the connection broke) it
 * calls `lostTrack`, so that caches are emptied.
 */
export async function startChangeFeed(
  url: string,
  listener: ChangeListener,
  onError: (error: Error) => void,
): Promise<{ stop(): Promise<void>; isListening(): boolean }> {
  let isConnected = false
  let client: Client | undefined
  let isStopped = false

  const connect = async (): Promise<void> => {
    const next = createClient(url, { applicationName: 'paidang-changes', onError })
    next.on('notification', ({ payload }) => payload && listener.changed(payload))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      // Closes a connection that failed to listen.
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    isConnected = true
    // Added only now: a failed attempt ends its connection too, and must not start a second reconnect loop.
    next.on('end', () => {
      isConnected = false
      if (!isStopped) void reconnect()
    })
    if (isStopped) await next.end()
  }
  const reconnect = async (): Promise<void> => {
    listener.lostTrack()
    while (!isStopped) {
      await sleep(RECONNECT_PAUSE_MS)
      if (isStopped) return
      try {
        await connect()
        listener.lostTrack()
        return
      } catch (error) {
        onError(error as Error)
      }
    }
  }

  await connect()
  return {
    isListening: () => isConnected,
    async stop() {
      isStopped = true
      await client?.end()
    },
  }
}
