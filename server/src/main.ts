import cluster from 'node:cluster'
import { Session } from 'node:inspector/promises'
import { fileStoreOf } from './app.ts'
import { ConfigError, loadConfig, type ServerConfig } from './config.ts'
import { createDatabase } from './db/database.ts'
import { isConnectionFault, isDiskFull } from './db/faults.ts'
import { migrate } from './db/migrate.ts'
import { type OpenDatabase, openDatabase, patiently } from './db/open.ts'
import { createPool } from './db/pool.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_STAFF } from './demo/accounts.ts'
import { prepareJobs } from './jobs/start-jobs.ts'
import { JOBS } from './jobs-of-areas.ts'
import { messageOf } from './process/error-parts.ts'
import { createErrorReports } from './process/error-reports.ts'
import { clockOf, countsOf, filesDirectoryOf, startHttp } from './process/http-process.ts'
import { say, sayFault } from './process/logger.ts'
import { choosePort } from './process/port.ts'
import { Shutdown } from './process/shutdown.ts'
import { StartRefused } from './process/start-refused.ts'
import { startWorkers } from './process/workers.ts'

/** Loading the demo world takes many statements, some of them long. */
const DEMO_STATEMENT_TIMEOUT_MS = 60_000

/**
 * The variable in which a worker finds its database. DATABASE_URL itself stays as it was written, since its absence has
 * a meaning.
 */
const WORKER_DATABASE = 'WORKER_DATABASE_URL'

const shutdown = new Shutdown()
const notice = (sentence: string) => say(sentence)
let errorReports: ReturnType<typeof createErrorReports> | undefined

try {
  const config = loadConfig()
  if (config.errorReportsDsn) {
    errorReports = createErrorReports(config.errorReportsDsn, (error) => sayFault('错误报告没有送出：', error))
  }
  if (cluster.isWorker) await runWorker(config)
  else await runPrimary(config)
} catch (error) {
  // Faults after a signal are caused by the shutdown.
  if (!shutdown.isRunning) report(error)
  await shutdown.run(1)
}

/** The process that people start. Only it opens, prepares and stops the database. */
async function runPrimary(config: ServerConfig): Promise<void> {
  shutdown.listen(() => notice('正在停止……'))
  endOnUnforeseen()
  if (config.portIsExplicit) await choosePort(config)

  const opening = openDatabase(config, notice)
  shutdown.add(async (signal) => {
    const opened = await opening.catch(() => undefined)
    await opened?.stop({ immediate: signal.aborted })
  })
  const database = await opening
  void database.lost.then(endWith)
  await prepare(config, database)

  const port = await choosePort(config)
  if (port !== config.port) notice(`端口 ${config.port} 已被占用，改用 ${port}。`)
  const http = await (config.webConcurrency === 1
    ? startHttp(config, { databaseUrl: database.url, port, reportError: errorReports })
    : startWorkers({
        count: config.webConcurrency,
        counts: await countsOfWorkers(config, database.url),
        env: { [WORKER_DATABASE]: database.url, DATA_DIR: config.dataDir, PORT: String(port) },
        notice,
        onGiveUp: () => endWith(new Error('工作进程反复退出')),
      }))
  shutdown.add(http.stop)
  await giveMemoryBack()
  if (!shutdown.isRunning) notice(bannerOf({ config, database, address: http.address }))
}

/** One of WEB_CONCURRENCY processes of the primary, which has determined the database and the port. */
async function runWorker(config: ServerConfig): Promise<void> {
  // Ctrl-C reaches every process of the terminal. The primary tells its workers when to end.
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  process.once('SIGTERM', () => {
    process.on('SIGTERM', () => undefined)
    void shutdown.run(0)
  })
  endOnUnforeseen()
  const databaseUrl = process.env[WORKER_DATABASE]
  if (databaseUrl === undefined) throw new Error('A worker gets its database from the primary')
  const http = await startHttp(config, { databaseUrl, port: config.port, reportError: errorReports })
  shutdown.add(http.stop)
  await giveMemoryBack()
}

/**
 * Gives back what only the start needed, a quarter of the memory, in about 0.2 s. V8 keeps it until memory is short.
 * `global.gc` keeps it too: only this asks V8 to shrink the space of young objects.
 */
async function giveMemoryBack(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/** What the workers of this process count together. One connection tells other hosts of it. */
async function countsOfWorkers(config: ServerConfig, url: string): Promise<ReturnType<typeof countsOf>> {
  const onError = (error: unknown) => sayFault('共同计数出错：', messageOf(error))
  const pool = createPool(url, { max: 1, applicationName: 'paidang-counts', onError })
  // Its workers tell when it is away.
  const untold = { away: () => undefined, back: () => undefined }
  const redis =
    config.redisUrl === undefined
      ? undefined
      : (await import('./process/redis.ts')).connectRedis(config.redisUrl, config.tokenSecret, untold)
  const counts = countsOf(config, { db: createDatabase(pool), redis, onError })
  shutdown.add(async () => {
    counts.stop()
    redis?.stop()
    await pool.end()
  })
  return counts
}

/**
 * Prepares the tables, the queues, and the demo world if it is on. Processes that start at once do this one at a time.
 */
async function prepare(config: ServerConfig, { url, dataDirectory }: OpenDatabase): Promise<void> {
  const onError = (error: Error) => sayFault('数据库连接出错：', error.message)
  const loadDemo = async () => {
    const { loadDemoWorld } = await import('./demo/load.ts')
    const pool = createPool(url, { max: 2, statementTimeoutMs: DEMO_STATEMENT_TIMEOUT_MS, onError })
    try {
      const filesDirectory = filesDirectoryOf(config)
      const fileStore = config.s3 && (await fileStoreOf(config, filesDirectory))
      const occasion = { now: clockOf(config)(), filesDirectory, fileStore }
      if ((await loadDemoWorld(createDatabase(pool), occasion)) === 'loaded') notice('演示数据已写入。')
    } finally {
      await pool.end()
    }
  }
  const afterwards = async () => {
    await prepareJobs(url, { jobs: JOBS, onError })
    if (config.demo) await loadDemo()
  }
  // Each step that was done is found done.
  await patiently(() => migrate(url, { dataDirectory, afterwards, onError }), {
    notice: (sentence) => {
      if (!shutdown.isRunning) notice(sentence)
    },
  }).catch((error: unknown) => {
    throw isConnectionFault(error) ? new StartRefused(`数据库无法连接：${messageOf(error)}`) : error
  })
}

/** An unhandled error leaves the process in an unknown state. It is reported, and the process stops in good order. */
function endOnUnforeseen(): void {
  process.on('uncaughtException', endWith)
  process.on('unhandledRejection', endWith)
}

function endWith(error: unknown): void {
  if (!shutdown.isRunning) report(error)
  if (errorReports) shutdown.add(errorReports.sent)
  void shutdown.run(1)
}

function report(error: unknown): void {
  if (error instanceof StartRefused || error instanceof ConfigError) sayFault(error.message)
  else if (isDiskFull(error)) sayFault('磁盘已满，即将退出：请腾出空间后重新启动。')
  else {
    sayFault('程序出错，即将退出：', error)
    errorReports?.(error, { where: 'the process' })
  }
}

type Standing = { config: ServerConfig; database: OpenDatabase; address: string }

/** The text printed once the product is ready: its address, as its users know it, the demo accounts, and how to stop it. */
function bannerOf({ config, database, address }: Standing): string {
  const at = config.publicUrl ?? openable(address)
  const lines = ['', `拍档已启动：${at}`, `工作台：${at}/console/`]
  if (database.dataDirectory === undefined) lines.push('数据库：DATABASE_URL 指定的 PostgreSQL')
  else lines.push(`数据库：自带的 PostgreSQL，数据在 ${database.dataDirectory}`)
  lines.push(`数据目录：${config.dataDir}`)
  if (config.demo) {
    lines.push(`演示账号（密码均为 ${DEMO_PASSWORD}）：`)
    for (const { username, who } of DEMO_ACCOUNTS) lines.push(`  ${username}：${who}`)
    lines.push('工作台演示账号（密码相同）：')
    for (const { username, who } of DEMO_STAFF) lines.push(`  ${username}：${who}`)
  }
  lines.push('停止：按 Ctrl-C', '')
  return lines.join('\n')
}

/** An address that a browser on this machine can open. The wildcard address is not one. */
function openable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
