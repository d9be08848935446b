import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../process/error-parts.ts'
import { StartRefused } from '../../process/start-refused.ts'
import { environmentOfPostgres } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterPlace } from './cluster.ts'
import { stateOf } from './process-state.ts'

/**
 * The content of postmaster.pid, for a server that runs or ran on a data directory. The port is missing while it is
 * written.
 */
export type PidFile = { pid: number; port: number | undefined; isReady: boolean }

/** A running server. */
export type Postmaster = { pid: number; port: number }

/** The beginning of the reason why a server does not start where the disk is full. */
export const DISK_FULL = '磁盘已满'

const POLL_MS = 25
const STOP_TIMEOUT_MS = 10_000
/** The processes of a server that just died hold its memory and its port until they end. */
const ORPHANS_TIMEOUT_MS = 30_000
const ORPHANS_POLL_MS = 250
const MAX_LOG_BYTES = 10_000_000
/** A log of this age makes way, and the one before it is deleted. So no line is older than four weeks. */
const MAX_LOG_AGE_MS = 14 * 86_400_000
/**
 * What every server here is started with. Errors of statements are not logged: their words and details contain phone
 * numbers and names, and a single user could fill the disk with refused bookings. Who sent the statement gets the error.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
}
/** The name of the socket in the data directory, without the port. */
export const SOCKET = '.s.PGSQL.'
/** macOS takes the shortest paths of sockets. Source: sun_path in its sys/un.h, with the zero at the end */
const MAX_SOCKET_PATH_BYTES = 103
/** The number of tries when another program takes the free port in between. */
const MAX_PORTS = 5

/** Reads postmaster.pid; undefined when it is missing. */
export function readPidFile(directory: string): PidFile | undefined {
  let text: string
  try {
    text = readFileSync(join(directory, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartRefused(
      `无法读取数据库目录 ${directory}（${codeOf(error)}）。它可能属于另一个用户：请以那个用户启动，或设置另一个 DATA_DIR。`,
    )
  }
  const [pid = '', , , port = '', , , , status = ''] = text.split('\n')
  // The server writes the file line by line. A first line without a number is still being written.
  return {
    pid: Number.parseInt(pid, 10) || 0,
    port: Number.parseInt(port, 10) || undefined,
    isReady: status.trim() === 'ready',
  }
}

type StartOptions = {
  binaries: Binaries
  logFile: string
  /** When given, only that port is used. */
  port?: number
  /** Further settings of postgresql.conf. */
  settings?: Record<string, string | number>
}

/**
 * Starts PostgreSQL on 127.0.0.1, on a free port, in a process group of its own. Ctrl-C in the terminal must not stop
 * it while requests still run. Its log is a file, since the server outlives a killed parent.
 *
 * @returns the server once it accepts connections, however long it recovers; undefined when another server uses this
 *   data directory
 * @throws StartRefused with the end of its log
 */
export async function startPostmaster(
  place: ClusterPlace,
  { binaries, logFile, port, settings = {} }: StartOptions,
): Promise<Postmaster | undefined> {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 })
  rotateLog(logFile, new Date())
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS
  let socket = placeOfSocket(place.directory)
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort())
    const withSocket = { unix_socket_directories: socket, ...settings }
    const outcome = await launch(place, { binaries, logFile, port: chosen, settings: withSocket })
    if (outcome.pid !== undefined) return { pid: outcome.pid, port: chosen }
    // Empty means that the other server has created the file and is about to write it.
    if (/lock file "postmaster.pid" (already exists|is empty)/.test(outcome.log)) return undefined
    // Some shared folders of containers hold no sockets.
    if (socket !== '' && outcome.log.includes('could not create any Unix-domain sockets')) {
      socket = ''
      continue
    }
    const isPortTaken = outcome.log.includes('Address already in use')
    const hasOrphans = /pre-existing shared memory block/.test(outcome.log) || (isPortTaken && port !== undefined)
    if (hasOrphans ? Date.now() > deadline : !isPortTaken || attempt >= MAX_PORTS) {
      const reason = /No space left on device|Disk quota exceeded/.test(outcome.log)
        ? DISK_FULL
        : '自带的 PostgreSQL 没能启动'
      throw new StartRefused(`${reason}，日志在 ${logFile}：\n${outcome.log.trim()}`)
    }
    if (hasOrphans) await sleep(ORPHANS_POLL_MS)
  }
}

async function launch(
  { directory, account }: ClusterPlace,
  { binaries, logFile, port, settings }: Required<StartOptions>,
): Promise<{ pid: number } | { pid?: undefined; log: string }> {
  const log = openSync(logFile, 'a+', 0o600)
  const before = fstatSync(log).size
  try {
    const child = spawn(
      binaries.postgres,
      [
        ...['-D', directory, '-p', String(port), '-c', 'lc_messages=C'],
        ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...account,
        env: environmentOfPostgres(),
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        windowsHide: true,
      },
    )
    let failure: string | undefined
    child.once('error', (error) => {
      failure = error.message
    })
    child.once('exit', (code, signal) => {
      failure = `退出码 ${code ?? signal}`
    })
    child.unref()
    while (failure === undefined) {
      await sleep(POLL_MS)
      const file = readPidFile(directory)
      if (child.pid !== undefined && file?.pid === child.pid && file.isReady) return { pid: child.pid }
    }
    const said = readFrom(log, before)
    return { log: said.trim() === '' ? failure : said }
  } finally {
    closeSync(log)
  }
}

/** The data directory, or nothing where a socket cannot have such a path. A comma would divide it into two. */
export function placeOfSocket(directory: string): string {
  const isTooLong = Buffer.byteLength(join(directory, `${SOCKET}65535`)) > MAX_SOCKET_PATH_BYTES
  return isTooLong || /[",]/.test(directory) || process.platform === 'win32' ? '' : directory
}

/**
 * Stops a server, and returns once the process is gone. First SIGINT ("fast": open transactions are rolled back), after
 * ten seconds SIGQUIT ("immediate": the next start recovers). SIGTERM is never used, since it waits for every client.
 *
 * @param immediate begins with SIGQUIT
 */
export async function stopPostmaster(pid: number, { immediate }: { immediate: boolean }): Promise<void> {
  for (const signal of immediate ? (['SIGQUIT', 'SIGKILL'] as const) : (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)) {
    if (!send(pid, signal)) return
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (Date.now() < deadline) {
      if (stateOf(pid) !== 'postgres') return
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not end`)
}

/** Sends a signal; false when the server no longer exists. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  if (stateOf(pid) !== 'postgres') return false
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new Error('The system gave no port'))
      })
    })
  })
}

function readFrom(file: number, position: number): string {
  const length = fstatSync(file).size - position
  const buffer = Buffer.alloc(Math.max(0, length))
  const read = readSync(file, buffer, 0, buffer.length, position)
  return buffer.toString('utf8', 0, read)
}

/**
 * Empties a log that is too large or too old, and keeps its former content until the next time. The running server goes
 * on writing into the same file, to which it appends. Where the disk is full, the former content is lost.
 */
export function rotateLog(logFile: string, now: Date): void {
  const log = statSync(logFile, { throwIfNoEntry: false })
  if (!log || log.size === 0) return
  const former = `${logFile}.1`
  const beganAt = statSync(former, { throwIfNoEntry: false })?.mtime ?? log.birthtime
  if (log.size <= MAX_LOG_BYTES && now.getTime() - beganAt.getTime() <= MAX_LOG_AGE_MS) return
  try {
    copyFileSync(logFile, former)
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error
    rmSync(former, { force: true })
  }
  truncateSync(logFile)
}
