import cluster from 'node:cluster'
import { chmodSync, mkdirSync } from 'node:fs'
import { type Server, Server as TcpServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp, fileStoreOf, messageTemplatesOf, paymentProviderOf, smsOf, wechatOf } from '../app.ts'
import type { ServerConfig } from '../config.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { startHeartbeat } from '../db/heartbeat.ts'
import { createPool } from '../db/pool.ts'
import { addToWindows } from '../db/rate-windows.ts'
import { observeStatements } from '../db/statements.ts'
import { DEMO_ACCOUNTS } from '../demo/accounts.ts'
import { socketsOf } from '../http/metrics.ts'
import { commentOfRequest } from '../http/request-id.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { JOBS } from '../jobs-of-areas.ts'
import { messageOf } from './error-parts.ts'
import type { ReportError } from './error-reports.ts'
import { loggerOptions, sayFault } from './logger.ts'
import { metricsOfAllProcesses } from './metrics-of-workers.ts'
import { refusalToListen } from './port.ts'
import type { Redis } from './redis.ts'
import { countsOfPrimary, createCounts } from './shared-counts.ts'
import { type Stopper, waitAtMost } from './shutdown.ts'

/** The web app, built by scripts/build.mjs. */
const WEB_ROOT = fileURLToPath(new URL('../../../app/dist/h5', import.meta.url))
/** The console, built by the same script. */
const CONSOLE_ROOT = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** The longest duration of each step of a clean stop. */
const FINISH_TIMEOUT_MS = 10_000
const POOL_TIMEOUT_MS = 3_000
/** The longest duration of a statement, and of waiting for a connection, when limits are off. */
const UNLIMITED_MS = 60_000
const IDLE_POLL_MS = 100
/** More than the `keepalive_timeout` of deploy/nginx.conf. */
const LEAVE_MS = 3_000
/** A statement that takes this long is logged. */
const SLOW_STATEMENT_MS = 1_000

/** The directory of uploaded files. */
export function filesDirectoryOf({ dataDir }: Pick<ServerConfig, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/** The server's clock: that of the machine, or ahead of it for a rehearsal. */
export function clockOf({ clockAheadMinutes }: Pick<ServerConfig, 'clockAheadMinutes'>): () => Date {
  return () => new Date(Date.now() + clockAheadMinutes * 60_000)
}

/** The counts of this machine. With a database of their own several hosts may share it, and count together. */
export function countsOf(
  { databaseUrl }: Pick<ServerConfig, 'databaseUrl'>,
  { db, redis, onError }: { db: Database; redis: Redis | undefined; onError: (error: unknown) => void },
): ReturnType<typeof createCounts> {
  if (databaseUrl === undefined) return createCounts()
  const addHere: Redis['addToWindows'] = (windows) => addToWindows(db, windows)
  // Redis tells itself when it is away. Until it is back the database counts.
  return createCounts({
    add: redis ? (windows) => redis.addToWindows(windows).catch(() => addHere(windows)) : addHere,
    onError,
  })
}

/** A listening server with its own pool. */
type HttpProcess = { address: string; stop: Stopper }

/**
 * Opens the pool, builds the app, listens, and starts the jobs.
 *
 * @param databaseUrl keeps sessions; requests go through the pooler if there is one
 * @param port 0 asks the system for a free one
 * @throws StartRefused when the port is unavailable; ConfigError when a key of WeChat Pay is unusable
 */
export async function startHttp(
  config: ServerConfig,
  { databaseUrl, port, reportError }: { databaseUrl: string; port: number; reportError: ReportError | undefined },
): Promise<HttpProcess> {
  let report = (error: Error) => sayFault('数据库连接出错：', error.message)
  let reportRedis = (error: unknown) => sayFault('Redis 连接出错：', messageOf(error))
  let slow: (statement: string, ms: number) => void = () => undefined
  const isPooled = config.databaseDirectUrl !== undefined
  const pool = createPool((isPooled && config.databaseUrl) || databaseUrl, {
    max: config.databasePoolSize,
    ...(isPooled && { sessions: 'transaction' as const, hasNames: config.poolerHasNames }),
    onError: (error) => report(error),
    // One machine that simulates many people is slow, but has no fault.
    ...(config.limits === 'off' && { statementTimeoutMs: UNLIMITED_MS, connectionTimeoutMs: UNLIMITED_MS }),
  })
  const db = createDatabase(pool)
  // What is not configured is not even loaded.
  const traces = config.tracesUrl && (await import('./traces.ts')).startTraces(config.tracesUrl)
  const statements = observeStatements(pool, {
    observers: [
      (statement) => (ms) => {
        if (ms >= SLOW_STATEMENT_MS) slow(statement, ms)
      },
      ...(traces ? [traces.observer] : []),
    ],
    ...(config.sqlComments && { comment: commentOfRequest }),
  })
  const now = clockOf(config)
  closeDirectory(filesDirectoryOf(config))
  const redis =
    config.redisUrl === undefined
      ? undefined
      : (await import('./redis.ts')).connectRedis(config.redisUrl, config.tokenSecret, {
          away: (error) => reportRedis(error),
          back: () => app.log.info('redis does its work again'),
        })
  const onError = (error: unknown) => report(error as Error)
  const own = cluster.isWorker ? undefined : countsOf(config, { db, redis, onError })
  const counts = own ?? countsOfPrimary(process)
  const app = await buildApp({
    db,
    databaseUrl,
    carrier: redis?.carrier,
    tokenSecret: config.tokenSecret,
    filesDirectory: filesDirectoryOf(config),
    replica: config.databaseReplicaUrl
      ? { url: config.databaseReplicaUrl, maxLagMs: config.replicaLagSeconds * 1000, max: config.databasePoolSize }
      : undefined,
    fileStore: await fileStoreOf(config, filesDirectoryOf(config)),
    picturesUrl: config.s3?.S3_PUBLIC_URL,
    webRoot: WEB_ROOT,
    consoleRoot: CONSOLE_ROOT,
    metricsToken: config.metricsToken,
    logger: loggerOptions(config),
    trustProxy: config.trustProxy,
    refusesForwarded: config.refusesForwarded,
    remembersRequests: config.sqlComments,
    traces: traces || undefined,
    reportError,
    publicUrl: config.publicUrl,
    backupWithinHours: config.backupWithinHours,
    alertWebhook: config.alertWebhook,
    limits: config.limits,
    counts,
    ...(cluster.isWorker && { metricsOfAllProcesses }),
    demandsFactor: config.production,
    now,
    paymentProvider: await paymentProviderOf(config, now),
    wechat: wechatOf(config, { db, now }),
    sms: await smsOf(config),
    messageTemplates: messageTemplatesOf(config),
    isOpenDemo: config.isOpenDemo,
    features: config.features,
    demoAccounts: config.demo ? DEMO_ACCOUNTS : [],
    operator: config.operator,
  })
  report = (error) => app.log.warn({ err: error }, 'database connection')
  reportRedis = (error) => app.log.warn({ err: error }, 'redis')
  slow = (statement, ms) => app.log.warn({ statement, ms: Math.round(ms) }, 'slow statement')
  const closeAll = async () => {
    await app.close()
    redis?.stop()
    await pool.end()
  }
  const address = await app.listen({ host: config.host, port }).catch(async (error: unknown) => {
    await closeAll()
    throw refusalToListen(error, { host: config.host, port })
  })
  const stopJobs = await startJobs({
    databaseUrl,
    db,
    now: app.now,
    jobs: JOBS,
    tools: {
      features: app.features,
      payments: app.payments,
      wechat: app.wechat,
      messageTemplates: app.messageTemplates,
      fileStore: app.fileStore,
      checkInvariants: app.checkInvariants,
      watch: app.watch,
    },
    onFault(error, what) {
      app.log.error({ err: error }, what)
      reportError?.(error, { where: what })
    },
  }).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  const heartbeat = startHeartbeat({
    db,
    statements,
    sockets: () => socketsOf(app),
    now,
    onFault: (error) => app.log.warn({ err: error }, 'heartbeat'),
  })

  return {
    address,
    async stop(signal) {
      app.lifecycle.isStopping = true
      if (config.trustProxy !== false && app.server.listening) await leaveProxy(app.server, signal)
      const closed = app.close()
      // A connection that becomes idle after the close would stay alive for another request.
      const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_POLL_MS)
      await waitAtMost(closed, FINISH_TIMEOUT_MS, signal)
      clearInterval(timer)
      app.server.closeAllConnections()
      await waitAtMost(closed, POOL_TIMEOUT_MS, signal)
      await stopJobs(signal)
      own?.stop()
      redis?.stop()
      await waitAtMost(heartbeat.stop(), POOL_TIMEOUT_MS, signal)
      // A running query is ended by its own time-out, or with the process.
      await waitAtMost(pool.end(), POOL_TIMEOUT_MS, signal)
      if (traces) await waitAtMost(traces.stop(), POOL_TIMEOUT_MS, signal)
    },
  }
}

/**
 * Takes leave of a proxy: no new connections, and the ones it keeps open end with their next answer. What it does not use
 * any more it closes itself meanwhile, so none is cut below a request on its way.
 */
async function leaveProxy(server: Server, signal: AbortSignal): Promise<void> {
  // The one of HTTP would close idle connections at once.
  TcpServer.prototype.close.call(server)
  await waitAtMost(new Promise(() => undefined), LEAVE_MS, signal)
}

const OWN_FOLDER = 0o700

/** Makes a directory that only the account of the server can enter. A directory that others can enter is closed too. */
export function closeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: OWN_FOLDER })
  chmodSync(directory, OWN_FOLDER)
}
