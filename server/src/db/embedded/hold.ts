import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from '../../process/error-parts.ts'
import { isConnectionFault } from '../faults.ts'
import { SUPERUSER } from './cluster.ts'

/**
 * The advisory lock of the one process that owns an embedded server. Its connection lives as long as the owner. After
 * an owner is killed the lock is free, although the server still runs. Advisory locks belong to a database, so the lock
 * is always taken in this one.
 */
const OWNER_LOCK = '7020014001'
const LOCK_DATABASE = 'postgres'
const OWNER_NAME = 'paidang-owner-'
const CONNECT_TIMEOUT_MS = 2_000
/** The server may take a moment to notice that the connection of a killed owner ended. */
const LOCK_PATIENCE_MS = 1_500
const LOCK_POLL_MS = 100

/** The result of trying to own a server. `busy`: it starts, recovers or stops. `stranger`: it is another server. */
export type Attachment =
  | { kind: 'held'; client: pg.Client }
  | { kind: 'in-use'; owner: string }
  | { kind: 'busy' }
  | { kind: 'unreachable' }
  | { kind: 'stranger' }

type Door = { port: number; password: string; directory: string; onError: (error: Error) => void }

/** Connects to the server on that port, checks that it serves this directory, and takes the owner's lock. */
export async function attach({ port, password, directory, onError }: Door): Promise<Attachment> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: LOCK_DATABASE,
    ssl: false,
    application_name: `${OWNER_NAME}${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', onError)
  try {
    await client.connect()
    if (!(await serves(client, directory))) return await leave(client, { kind: 'stranger' })
    for (const deadline = Date.now() + LOCK_PATIENCE_MS; ; await sleep(LOCK_POLL_MS)) {
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [OWNER_LOCK])
      if (rows[0]?.held) return { kind: 'held', client }
      if (Date.now() > deadline) return await leave(client, { kind: 'in-use', owner: await ownerOf(client) })
    }
  } catch (error) {
    await client.end()
    if (codeOf(error) === '57P03') return { kind: 'busy' }
    // 28P01, 28000: the users of another server. 08P01: it does not speak the protocol.
    if (['28P01', '28000', '08P01'].includes(codeOf(error) ?? '')) return { kind: 'stranger' }
    if (isConnectionFault(error)) return { kind: 'unreachable' }
    throw error
  }
}

/** Whether this server's data directory is ours. It is checked before anything is written. */
export async function serves(client: pg.Client, directory: string): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
  const served = rows[0]?.data_directory
  return served !== undefined && (served === directory || served === realpathSync(directory))
}

async function ownerOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND ((classid::bigint << 32) | objid::bigint) = $1`,
    [OWNER_LOCK],
  )
  return rows[0]?.application_name.slice(OWNER_NAME.length) ?? '?'
}

async function leave(client: pg.Client, attachment: Attachment): Promise<Attachment> {
  await client.end()
  return attachment
}
