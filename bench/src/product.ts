import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from '../../scripts/build.mjs'
import { atEnd } from './ending.ts'

/** The root folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The running product: its address, its database's address, and the ids of its processes. */
export type Product = {
  address: string
  pid: number
  databaseUrl: string
  postmasterPid: number
  /** The path of the PostgreSQL log of this run. */
  databaseLog: string
  /** Stops it and deletes its data. The end of the run does this in any case. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 90_000
let started = 0

/** Builds the server unless it is up to date, and starts it on a free port of this machine, with temporary data. */
export async function startProduct({ demo }: { demo: boolean }): Promise<Product> {
  await build('server')
  started += 1
  // Not created here: the product creates it with rights for PostgreSQL's own account.
  const dataDir = join(tmpdir(), `paidang-bench-${process.pid}-${started}`)
  const port = await freePort()
  const child = spawn(process.execPath, ['--max-semi-space-size=32', join(ROOT, 'server/dist/program/main.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      WEB_CONCURRENCY: '1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: demo ? '1' : '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    },
    // A separate process group: Ctrl-C reaches only this process, which then stops the product.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-20_000)
    })
  }
  const stop = once(async () => {
    await endProcess(child)
    await rm(dataDir, { recursive: true, force: true })
  })
  atEnd(stop)

  const address = `http://127.0.0.1:${port}`
  await waitUntilReady(child, address, () => output)
  const runtime = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as {
    port: number
    postmasterPid: number
  }
  const password = readFileSync(join(dataDir, 'secrets/database-password'), 'utf8').trim()
  return {
    address,
    pid: pidOf(child),
    databaseUrl: `postgres://app:${encodeURIComponent(password)}@127.0.0.1:${runtime.port}/paidang`,
    postmasterPid: runtime.postmasterPid,
    databaseLog: join(dataDir, 'logs/postgres.log'),
    stop,
  }
}

/** The id of a started process. @throws Error if it did not start */
export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process was not started')
  return pid
}

/** Asks a child process to end, and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

async function waitUntilReady(child: ChildProcess, address: string, output: () => string): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`the product ended at start (${child.exitCode}):\n${output()}`)
    const isReady = await fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
  }
  throw new Error(`the product was not ready in time:\n${output()}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
