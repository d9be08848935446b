import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { createClient } from './pool.ts'
import { given, statement } from './statement.ts'

const CHANNEL = 'paidang_changes'
const RECONNECT_PAUSE_MS = 1_000

/** What changed: a topic such as `grid|court|7|2026-05-01`, never a row. */
export type ChangeListener = { changed(topic: string): void; lostTrack(): void }

/** What is needed of a database, or of a transaction, which shares its session with those inside it. */
type Session = { readonly _: { readonly session: object }; execute(query: SQL): PromiseLike<unknown> }

/** Topics published by the transaction that runs on a connection. */
const underWay = new WeakMap<object, Set<string>>()
const listeners = new WeakMap<Session, (topics: Iterable<string>) => void>()

/**
 * Hands this process the topics of each transaction right after its commit: who wrote must not read his own stale cache
 * while the notification is still on its way. One listener for a database.
 */
export function onCommitted(db: Session, listener: (topics: Iterable<string>) => void): void {
  listeners.set(db, listener)
}

/**
 * Tells every process that something changed, when and only when the transaction commits; at once outside of one. What a
 * savepoint takes back is told all the same: a cache that starts empty is no fault.
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

/** Runs the work of a transaction, then notifies of all that it published in one statement. @returns what tells our own listener */
export async function notifyingOf<T>(
  db: Session,
  tx: Session,
  work: () => Promise<T>,
): Promise<{ result: T; tellOwn: () => void }> {
  const published = new Set<string>()
  underWay.set(tx._.session, published)
  try {
    const result = await work()
    if (published.size > 0) await notify(tx, [...published])
    return { result, tellOwn: () => listeners.get(db)?.(published) }
  } finally {
    underWay.delete(tx._.session)
  }
}

const notifyOfAll = statement<{ channel: string; topics: readonly string[] }>(
  () => sql`select pg_notify(${given('channel')}, topic) from unnest(${given('topics')}::text[]) topic`,
)

async function notify(db: Session, topics: readonly string[]): Promise<void> {
  await db.execute(notifyOfAll({ channel: CHANNEL, topics }))
}

/**
 * Listens on a connection of its own, and tells the listener of each change; after a gap (the connection broke) it says
 * that track was lost, so that caches start empty.
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
      // One that never listened leaves nothing open behind it.
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    isConnected = true
    // Only now: an attempt that fails ends too, and must not begin a second row of attempts beside its own.
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
