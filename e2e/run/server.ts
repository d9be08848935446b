import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const START_TIMEOUT_MS = 60_000

/** The product as a newcomer starts it: one process, embedded PostgreSQL, the demo world. */
export type RunningServer = {
  address: string
  dataDir: string
  /** Kills the process without a word, as a power cut would. */
  kill(): Promise<void>
  /** Stops it and waits until it is gone. */
  stop(): Promise<void>
}

/**
 * Starts the built product on a free port and waits until it is ready.
 *
 * @param dataDir an earlier run's directory, to start again on the same data; absent: a new one that `stop` leaves behind
 * @param minutesAhead how far the server's clock runs ahead
 */
export async function startServer({
  dataDir,
  minutesAhead = 0,
  env = {},
}: {
  dataDir?: string
  minutesAhead?: number
  env?: Record<string, string>
} = {}): Promise<RunningServer> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'paidang-e2e-')))
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      CLOCK_AHEAD_MINUTES: String(minutesAhead),
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
