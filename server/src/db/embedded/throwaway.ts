import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '../../process/start-refused.ts'
import { canEnter, chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { ensureCluster, SUPERUSER } from './cluster.ts'
import { RANDOM_PAGE_COST } from './embedded.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process-state.ts'
import { urlOf } from './running.ts'

/** A PostgreSQL for one test run. */
export type ThrowawayPostgres = {
  /** The superuser on database `postgres`. */
  url: string
  pid: number
  /** Stops it and deletes its files. */
  stop(): Promise<void>
}

const PREFIX = 'paidang-throwaway-'
/** Losing everything in a crash is acceptable here. A test of crashes passes its own settings. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  // Plans are those of the product.
  random_page_cost: RANDOM_PAGE_COST,
}

/**
 * A script that waits for the end of its input. A line means that everything was stopped in good order. The end without
 * a line means that the parent died. Then the script stops the server and deletes its files.
 */
const WATCHDOG = `read -r line && exit 0
kill -QUIT "$1"
n=0; while kill -0 "$1" && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done
rm -rf "$2"`

/**
 * Starts PostgreSQL in a temporary directory on a free port. It ends with this process, even when that is killed.
 *
 * @param settings of postgresql.conf, overriding those that make it fast and unsafe
 */
export async function startThrowawayPostgres(
  settings: Record<string, string | number> = {},
): Promise<ThrowawayPostgres> {
  sweep()
  const account = chooseAccount(undefined)
  const home = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(home, 0o711)
  try {
    if (!canEnter(account, home)) throw new StartRefused(`PostgreSQL 的账户进不了临时目录 ${home}，请改设 TMPDIR。`)
    const binaries = prepareBinaries(account)
    const place = { directory: join(home, 'pg'), account }
    const password = randomBytes(18).toString('base64url')
    await ensureCluster(place, { binaries, password, sync: false })

    const logFile = join(home, 'postgres.log')
    const server = await startPostmaster(place, { binaries, logFile, settings: { ...FAST, ...settings } })
    if (!server) throw new Error(`Another server runs on ${place.directory}`)
    const letGo = watchOver(server.pid, home)
    return {
      url: urlOf({ user: SUPERUSER, password, port: server.port, database: 'postgres', directory: place.directory }),
      pid: server.pid,
      stop: async () => {
        await stopPostmaster(server.pid, { immediate: true })
        rmSync(home, { recursive: true, force: true })
        letGo()
      },
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

function watchOver(pid: number, home: string): () => void {
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', String(pid), home], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  // The pipe to the child would keep this process alive. The type of a pipe does not say that it is a socket.
  if ('unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') watchdog.stdin.unref()
  return () => watchdog.stdin.end('done\n')
}

/** Deletes the remains of a run that ended together with its watchdog. A server without its files ends by itself. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
