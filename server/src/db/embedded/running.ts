import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../process/error-parts.ts'
import { readSecret, secretFile } from '../../process/secrets.ts'
import { SUPERUSER } from './cluster.ts'
import { type Postmaster, SOCKET } from './postmaster.ts'
import { DATABASE, SERVER_ROLE } from './server-role.ts'

/** The name of the secret of the product's role. */
export const SERVER_PASSWORD = 'database-server-password'
/** The name of the superuser's secret. */
export const SUPERUSER_PASSWORD = 'database-password'
const RUNTIME_FILE = 'runtime.json'

/**
 * The address of a local PostgreSQL for a user and a database.
 *
 * @param door.directory its data directory. Where a socket lies there, a statement costs a tenth less than through TCP.
 */
export function urlOf(door: {
  user: string
  password: string
  port: number
  database: string
  directory?: string
}): string {
  const { user, password, port, database, directory } = door
  const hasSocket = directory !== undefined && existsSync(join(directory, `${SOCKET}${port}`))
  const host = hasSocket ? `&host=${encodeURIComponent(directory)}` : ''
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable${host}`
}

/** Writes a file for people and tools that inspect the running server. */
export function writeRuntimeFile(dataDir: string, { pid, port }: Postmaster): void {
  const file = join(dataDir, RUNTIME_FILE)
  const text = JSON.stringify({ pid: process.pid, port, postmasterPid: pid, startedAt: new Date().toISOString() })
  writeFileSync(`${file}.${process.pid}`, `${text}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}

/** Removes that file: no server runs any more. */
export function removeRuntimeFile(dataDir: string): void {
  rmSync(join(dataDir, RUNTIME_FILE), { force: true })
}

/** The address of the running product's database on DATA_DIR, for its own role; undefined when none runs. */
export function urlOfRunning(dataDir: string): string | undefined {
  return addressOf(dataDir, { user: SERVER_ROLE, secret: SERVER_PASSWORD, database: DATABASE })
}

/** The same for the superuser of the cluster, which the product never uses. */
export function superuserOfRunning(dataDir: string): string | undefined {
  return addressOf(dataDir, { user: SUPERUSER, secret: SUPERUSER_PASSWORD, database: 'postgres' })
}

type Door = { user: string; secret: string; database: string }

function addressOf(dataDir: string, { user, secret, database }: Door): string | undefined {
  const password = readSecret(secretFile(dataDir, secret))
  try {
    const { port } = JSON.parse(readFileSync(join(dataDir, RUNTIME_FILE), 'utf8')) as { port: number }
    return password && urlOf({ user, password, port, database })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
