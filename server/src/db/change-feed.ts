import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Client } from 'pg'
import { createClient } from './pool.ts'
import { param, statement } from './statement.ts'

const CHANNEL = 'paidang_changes'
const RECONNECT_PAUSE_MS = 1_000
/** Commits of a process within this time wake the others once. */
const GATHER_MS = 20
/** How often a process reads what nobody woke it for: its writer died, or is a program without a feed. */
const LOOK_MS = 1_000
/** Older changes are deleted. A process that has not read for almost as long has missed some. */
const KEPT_SECONDS = 300
const LONGEST_GAP_MS = 240_000
/** How often a process deletes them. */
const FORGET_MS = 60_000

/** Receives changed topics such as `grid|court|7|2026-05-01`, never rows. `lostTrack`: changes may have been missed. */
export type ChangeListener = { changed(topic: string): void; lostTrack(): void }

/**
 * Carries changes to other hosts sooner than they look for them, and spares the database these looks. What it loses, they
 * find by themselves.
 */
export type Carrier = {
  /** @throws while it is away */
  publish(message: string): Promise<unknown>
  subscribe(heard: (message: string) => void): void
  isUp(): boolean
}
/** Changes that came both ways are known by their origin for longer than the slower way takes. */
const MAX_HEARD = 20_000

/** The needed part of a database or transaction. A transaction shares its session with nested ones. */
type Session = { readonly _: { readonly session: object }; execute(query: SQL): PromiseLike<unknown> }

/** Topics published by the current transaction of a connection. */
const underWay = new WeakMap<object, Set<string>>()
const listeners = new WeakMap<Session, (change: Change) => void>()

/** The name of each database's process, by which its feed knows its own changes, and how many it has made. */
const origins = new WeakMap<Session, { name: string; changes: number }>()
function originOf(db: Session): { name: string; changes: number } {
  const origin = origins.get(db) ?? { name: randomBytes(6).toString('hex'), changes: 0 }
  origins.set(db, origin)
  return origin
}

/** `origin`: the process, and the number of its change: `4f0a…/17`. */
type Change = { origin: string; topics: readonly string[] }
function changeOf(db: Session, topics: readonly string[]): Change {
  const origin = originOf(db)
  origin.changes += 1
  return { origin: `${origin.name}/${origin.changes}`, topics }
}

/**
 * Tells every process of changes if and when the transaction commits, or at once outside a transaction. Topics of a
 * savepoint that is rolled back are published too: an emptied cache does no harm.
 */
export async function publishChanges(tx: Session, topics: readonly string[]): Promise<void> {
  const published = underWay.get(tx._.session)
  if (published) {
    for (const topic of topics) published.add(topic)
  } else if (topics.length > 0) {
    const change = changeOf(tx, topics)
    await write(tx, change)
    listeners.get(tx)?.(change)
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
    const change = published.size > 0 && changeOf(db, [...published])
    if (change) await write(tx, change)
    return { result, notifyOwnListeners: () => change && listeners.get(db)?.(change) }
  } finally {
    underWay.delete(tx._.session)
  }
}

const insertChange = statement<Change>(
  () => sql`insert into changes (origin, topics) values (${param('origin')}, ${param('topics')})`,
  { isSentWithNext: true },
)

/** A row, and no NOTIFY: transactions that notify commit one after the other, in the whole server. */
async function write(db: Session, change: Change): Promise<void> {
  await db.execute(insertChange(change))
}

/**
 * What others committed since `$1`, the oldest transaction that was open at the last look. Transactions end in another
 * order than they begin, so `$3` leaves out what that look had already.
 */
const LOOK = `select tx::text, id::text, origin, topics, pg_snapshot_xmin(pg_current_snapshot())::text as open
  from (values (1)) one left join changes
    on tx >= $1::xid8 and split_part(origin, '/', 1) <> $2 and id <> all ($3::bigint[]) order by id`
const FORGET = `delete from changes where written_at < clock_timestamp() - interval '${KEPT_SECONDS} seconds'`

/** Rows of a look; at least one, which has no change where there is none. */
type Seen = { open: string } & (
  | { tx: string; id: string; origin: string; topics: string[] }
  | { tx: null; id: null; origin: null; topics: null }
)

/**
 * Calls the listener for each change: of this process right after its commit, since a writer must not read its own stale
 * cache; of others within 20 ms, or a second where nobody is left to wake us. After a gap (the connection broke) it
 * calls `lostTrack`, so that caches are emptied. There is one feed per database.
 *
 * Source: decision records 070, 083
 */
export async function startChangeFeed(
  db: Session,
  url: string,
  listener: ChangeListener,
  onError: (error: Error) => void,
  carrier?: Carrier,
): Promise<{ stop(): Promise<void>; isListening(): boolean }> {
  const { name } = originOf(db)
  let isConnected = false
  let client: Client | undefined
  let isStopped = false

  /** Where the next look begins, and the ids that it leaves out with their transactions. */
  let open = '0'
  let known = new Map<string, bigint>()
  let lastLookAt = performance.now()
  let lastForgottenAt = lastLookAt
  let isWoken = false
  let wakesOthers = false
  let isBusy = false

  const heard = new LRUCache<string, true>({ max: MAX_HEARD })
  /** Tells of each change once, whichever way it comes first. */
  const hear = ({ origin, topics }: Change) => {
    if (carrier && heard.has(origin)) return
    if (carrier) heard.set(origin, true)
    for (const topic of topics) listener.changed(topic)
  }
  carrier?.subscribe((message) => {
    try {
      for (const change of JSON.parse(message) as Change[]) if (!change.origin.startsWith(`${name}/`)) hear(change)
    } catch (error) {
      onError(error as Error)
    }
  })

  const look = async (on: Client): Promise<void> => {
    const { rows } = await on.query<Seen>(LOOK, [open, name, [...known.keys()]])
    const now = performance.now()
    if (now - lastLookAt > LONGEST_GAP_MS) listener.lostTrack()
    lastLookAt = now
    for (const row of rows) {
      open = row.open
      if (row.id === null) continue
      known.set(row.id, BigInt(row.tx))
      hear(row)
    }
    const oldest = BigInt(open)
    known = new Map([...known].filter(([, tx]) => tx >= oldest))
    if (now - lastForgottenAt < FORGET_MS) return
    lastForgottenAt = now
    await on.query(FORGET)
  }
  /** Does what is due, one statement after the other. What fails is made up for by the next look, here and elsewhere. */
  const attend = async () => {
    if (isBusy) return
    isBusy = true
    try {
      while ((isWoken || wakesOthers) && client && isConnected) {
        if (wakesOthers) {
          wakesOthers = false
          await client.query(`notify ${CHANNEL}, '${name}'`)
        } else {
          isWoken = false
          await look(client)
        }
      }
    } catch (error) {
      onError(error as Error)
    } finally {
      isBusy = false
    }
  }
  const lookSoon = () => {
    isWoken = true
    void attend()
  }

  let waking: NodeJS.Timeout | undefined
  let gathered: Change[] = []
  const wakeOthers = () => {
    wakesOthers = true
    void attend()
  }
  const tellOthers = () => {
    waking = undefined
    const changes = gathered
    gathered = []
    if (carrier) carrier.publish(JSON.stringify(changes)).catch(wakeOthers)
    else wakeOthers()
  }
  listeners.set(db, (change) => {
    for (const topic of change.topics) listener.changed(topic)
    if (carrier) gathered.push(change)
    waking ??= setTimeout(tellOthers, GATHER_MS)
  })
  const ticks = setInterval(lookSoon, LOOK_MS)

  const connect = async (): Promise<void> => {
    const next = createClient(url, { applicationName: 'paidang-changes', onError })
    next.on('notification', ({ payload }) => payload !== name && lookSoon())
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      const { rows } = await next.query<{ open: string }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text as open',
      )
      open = rows[0]?.open ?? '0'
    } catch (error) {
      // Closes a connection that failed to listen.
      await next.end().catch(() => undefined)
      throw error
    }
    known.clear()
    lastLookAt = performance.now()
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
      listeners.delete(db)
      clearInterval(ticks)
      clearTimeout(waking)
      await client?.end()
    },
  }
}
