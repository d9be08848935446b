import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { moveClock } from './clock.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The environment variables that name the product of a run: its data directory, of which each file gets a copy, and its server. */
export const TEMPLATE = 'JOURNEY_TEMPLATE'
export const BUNDLE = 'JOURNEY_SERVER'
const START_TIMEOUT_MS = 180_000
const UNSAFE_SETTINGS = '\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'

/** The product as a newcomer starts it: one process, embedded PostgreSQL, the demo world. */
export type RunningServer = {
  address: string
  dataDir: string
  /** Kills the process without a word, as a power cut would. */
  kill(): Promise<void>
  /** Stops it and waits until it is gone. */
  stop(): Promise<void>
}

/** Which product `startServer` starts; without any of it, a new one on the machine's clock. */
type StartOptions = {
  /** An earlier run's directory, to start again on the same data. */
  dataDir?: string
  /** A prepared directory, of which the product gets a copy. */
  from?: string | undefined
  /** When the server's clock begins; `now()` follows it. The machine's own time, unless this is later. */
  at?: Date | undefined
  env?: Record<string, string>
}

/** Starts the built product on a free port and waits until it is ready. `stop` leaves its directory behind. */
export async function startServer({ dataDir, from, at, env = {} }: StartOptions = {}): Promise<RunningServer> {
  const directory = dataDir ?? (await makeDataDir(from))
  const port = await freePort()
  const bundle = process.env[BUNDLE]
  const program = bundle ? [join(bundle, 'main.mjs')] : ['--import', 'tsx', join(root, 'server/src/main.ts')]
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      CLOCK_AHEAD_MINUTES: String(moveClock(at ?? new Date(0))),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const address = `http://127.0.0.1:${port}`
  await waitUntilReady(child, address, () => output)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return { address, dataDir: directory, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/**
 * Fills an empty data directory with the demo world: a product is started on it, and stopped. Its database does not wait
 * for the disk, since no run outlives the machine's crash.
 *
 * @param at when the demo world is written; the machine's own time, unless this is later
 */
export async function fillTemplate(dataDir: string, at?: Date | undefined): Promise<void> {
  const { stop } = await startServer({ dataDir, at })
  await stop()
  await appendFile(join(dataDir, 'pg/postgresql.conf'), UNSAFE_SETTINGS)
}

/** A new directory: empty, or a copy with owners and modes, which PostgreSQL checks. */
export async function makeDataDir(from?: string | undefined): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'paidang-e2e-'))
  // PostgreSQL runs under another account where we are root, and has to enter.
  await chmod(directory, 0o711)
  if (from !== undefined) await promisify(execFile)('cp', ['-a', `${from}/.`, directory])
  return directory
}

/** Removes a data directory when nobody needs it any more. */
export async function removeData(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
}

async function waitUntilReady(child: ChildProcess, address: string, output: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended at start (${child.exitCode}):\n${output()}`)
    const isReady = await fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready in time:\n${output()}`)
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
