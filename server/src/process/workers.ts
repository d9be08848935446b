import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createMetricsOfWorkers } from './metrics-of-workers.ts'
import { answerWorker, type Counts } from './shared-counts.ts'
import { type Stopper, waitAtMost } from './shutdown.ts'
import { StartRefused } from './start-refused.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** A little more than a worker itself allows its requests. */
const STOP_TIMEOUT_MS = 15_000
/** After this many deaths, workers are not replaced any more. */
const MAX_DEATHS = 5
const DEATHS_WINDOW_MS = 60_000
const REFORK_PAUSE_MS = 500

type Staff = {
  count: number
  /** Additions to a worker's environment: the database and the port, which the primary has determined. */
  env: Record<string, string>
  /** What the workers count together. */
  counts: Counts
  /** Reports the death of a worker to the operator. */
  notice: (sentence: string) => void
  /** Called when too many died: the process has to end. */
  onGiveUp: () => void
}

/**
 * Starts the workers, which share one port, and replaces those that die.
 *
 * @returns the address of the first one, once all of them listen
 * @throws StartRefused when one ends before it listens; it has reported the reason
 */
export async function startWorkers(staff: Staff): Promise<{ address: string; stop: Stopper }> {
  // A script that registered tsx itself may have started the process. A worker always starts with plain options.
  const execArgv = MAIN.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  cluster.setupPrimary({ exec: MAIN, args: [], execArgv })
  const answerMetrics = createMetricsOfWorkers()
  const fork = () => {
    const worker = cluster.fork(staff.env)
    answerWorker(staff.counts, worker)
    answerMetrics(worker)
    return worker
  }
  let isStopping = false
  let deaths: number[] = []

  const replace = async (worker: Worker) => {
    if (isStopping) return
    staff.notice(`工作进程 ${worker.process.pid} 意外退出，正在补上。`)
    deaths = [...deaths.filter((at) => at > Date.now() - DEATHS_WINDOW_MS), Date.now()]
    if (deaths.length > MAX_DEATHS) return staff.onGiveUp()
    await sleep(REFORK_PAUSE_MS)
    if (!isStopping) watch(fork())
  }
  const watch = (worker: Worker) => worker.once('exit', () => void replace(worker))
  const stop: Stopper = async (signal) => {
    isStopping = true
    const ends = living().map(async (worker) => {
      worker.process.kill('SIGTERM')
      await once(worker, 'exit')
    })
    await waitAtMost(Promise.all(ends), STOP_TIMEOUT_MS, signal)
    for (const worker of living()) worker.process.kill('SIGKILL')
  }

  try {
    const ready = await Promise.all(Array.from({ length: staff.count }, () => untilListening(fork())))
    for (const { worker } of ready) watch(worker)
    return { address: ready[0]?.address ?? '', stop }
  } catch (error) {
    await stop(AbortSignal.abort())
    throw error
  }
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[]
}

function untilListening(worker: Worker): Promise<{ worker: Worker; address: string }> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ address, port }) => {
      resolve({ worker, address: `http://${isIPv6(address) ? `[${address}]` : address}:${port}` })
    })
    worker.once('exit', () => reject(new StartRefused('工作进程没能启动，原因见上。')))
  })
}
