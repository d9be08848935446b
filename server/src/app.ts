import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { DemoAccount, Operator } from '@paidang/api/areas/people/auth'
import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import { ALL_FEATURES, type Features } from '@paidang/domain/kernel/features'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  type RouteOptions,
} from 'fastify'
import { hasBallLink, openBall } from './areas/activities/balls/open-ball.ts'
import { readClass } from './areas/activities/classes/open-class.ts'
import { createShareTokens, type ShareTokens, shareLinkOf } from './areas/activities/classes/share-link.ts'
import { figuresOf, type Watch } from './areas/desks/operations/watch.ts'
import { lookUpStaffSession } from './areas/desks/staff/log-in.ts'
import { createFileLinks, type FileLinks } from './areas/ground/files/file-links.ts'
import { createLocalFileStore, type FileStore } from './areas/ground/files/file-store.ts'
import { readTemplates, type Templates } from './areas/ground/messages/templates.ts'
import { SMS_SIMULATOR, type SmsClient, WITHOUT_SMS } from './areas/ground/sms/sms-client.ts'
import { createWechatClient, readWechatSettings } from './areas/ground/wechat/http-client.ts'
import { createWechatSimulator } from './areas/ground/wechat/simulator.ts'
import type { WechatClient } from './areas/ground/wechat/wechat-client.ts'
import { WITHOUT_WECHAT } from './areas/ground/wechat/without-wechat.ts'
import { notifyPath } from './areas/money/payments/notifications.ts'
import { type OrderEffects, orderTopic } from './areas/money/payments/order.ts'
import { readOwnOrder } from './areas/money/payments/orders.ts'
import type { PaymentProvider, Payments } from './areas/money/payments/provider.ts'
import { createSimulator } from './areas/money/payments/simulator.ts'
import { readWechatPaySettings } from './areas/money/payments/wechat-pay/settings.ts'
import { WITHOUT_WECHAT_PAY } from './areas/money/payments/wechat-pay/without-wechat-pay.ts'
import { createDeviceCookies, type DeviceCookies } from './areas/people/auth/devices.ts'
import { createPhoneTickets, type PhoneTickets } from './areas/people/auth/phone-ticket.ts'
import { lookUpSession } from './areas/people/auth/sessions.ts'
import { createGridCache, type GridCache } from './areas/time/schedule/grid-cache.ts'
import { readCompactGrid } from './areas/time/schedule/read-court-status.ts'
import { lookUpAnalyticsSession } from './areas/views/analytics/session.ts'
import type { Config } from './config.ts'
import { type Carrier, startChangeFeed } from './db/change-feed.ts'
import type { Database } from './db/database.ts'
import { type Replica, startReplica } from './db/replica.ts'
import { ballTopic, classTopic, gridTopics, messagesTopic, topicsOfGrid, topicsOfOwnDay } from './db/topics.ts'
import { ORDER_EFFECTS } from './effects-of-areas.ts'
import { handlersOfAreas } from './handlers-of-areas.ts'
import { useCompression } from './http/compression.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, useConnectionLimits } from './http/connection-limits.ts'
import { refuseAddress, useErrorHandler } from './http/error-handler.ts'
import { useLive } from './http/live.ts'
import type { LiveLimits } from './http/live-connection.ts'
import { type MetricsOfAll, useMetrics } from './http/metrics.ts'
import { networkOf } from './http/network-of.ts'
import { isForwarded } from './http/origin.ts'
import { type MatrixRow, readPermissionMatrix } from './http/permission-matrix.ts'
import { plainAddress } from './http/plain-address.ts'
import { useProbes } from './http/probes.ts'
import { HEADER_LIMITS, RECEIVE_LIMITS, type ReceiveLimits, useReceiveDeadline } from './http/receive-deadline.ts'
import { collectReference, serveReference } from './http/reference.ts'
import { rememberRequests, requestIdOf } from './http/request-id.ts'
import { useSchemaCompilers } from './http/schema-compilers.ts'
import { useSecurityHeaders } from './http/security-headers.ts'
import { type AppUser, type CompanyAdmin, createSessions, type Sessions, type StaffUser } from './http/session.ts'
import { useShedding } from './http/shedding.ts'
import { scriptHashesOf, serveConsole, serveWebApp } from './http/web-app.ts'
import { type CheckAll, checkAll } from './invariants/check-all.ts'
import { freeBytesAt } from './process/disk-room.ts'
import type { ReportError } from './process/error-reports.ts'
import { createExports, type MakeExport } from './process/make-export.ts'
import { certificateOf, tellAt } from './process/outside.ts'
import { createSecretBox, type SecretBox } from './process/secret-box.ts'
import { type Counts, createCounts } from './process/shared-counts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    sessions: Sessions
    gridCache: GridCache
    shareTokens: ShareTokens
    ballShareTokens: ShareTokens
    calendarTokens: ShareTokens
    phoneTickets: PhoneTickets
    deviceCookies: DeviceCookies
    factorBox: SecretBox
    /** Hides numbers and codes that are sent to them, and seals what their pictures show. */
    codeBox: SecretBox
    sms: SmsClient
    /** Seals the answers that are kept for a repeat of their call. */
    answerBox: SecretBox
    permissionMatrix: MatrixRow[]
    makeExport: MakeExport
    /** Where reads that may lag go, if there is one. */
    replica: Replica | undefined
    filesDirectory: string
    fileStore: FileStore
    fileLinks: FileLinks
    payments: Payments
    wechat: WechatClient
    /** Whether this is WeChat itself, and not the simulator. */
    hasWechat: boolean
    /** The web address of the product, if configured. */
    publicUrl: string | undefined
    messageTemplates: Templates
    demoAccounts: readonly DemoAccount[]
    /** The company that runs the platform. */
    operator: Operator
    features: Features
    /**
     * `receivesChanges`: whether changes of other processes reach this one. `redisIsUp`: undefined where none is set.
     */
    lifecycle: { isStopping: boolean; receivesChanges(): boolean; redisIsUp(): boolean | undefined }
    checkInvariants: CheckAll
    watch: Watch
    reportError: ReportError | undefined
    /** Removes what the topics name from this process's caches. */
    applyChanges(topics: Iterable<string>): void
    now(): Date
  }
  interface FastifyRequest {
    caller: AppUser | undefined
    staff: StaffUser | undefined
    admin: CompanyAdmin | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The refusals of a route without an endpoint. */
    errors?: readonly ErrorCode[]
  }
}

/** The parts that the app is built from. `databaseUrl` is for the connection that listens to changes. */
export type AppParts = {
  db: Database
  databaseUrl: string
  /** Carries changes between many hosts. Without it they are told through the database. */
  carrier?: Carrier | undefined
  tokenSecret: string
  filesDirectory: string
  /** A streaming replica of the database, and how old its answers may be. */
  replica?: { url: string; maxLagMs: number; max?: number; sampleMs?: number } | undefined
  /** Where pictures lie; by default in that directory. */
  fileStore?: FileStore
  /** Where clients read private pictures from the store itself. Pages may show pictures from there. */
  picturesUrl?: string | undefined
  /** Shown on the log-in page. Empty unless the demo world is on. */
  demoAccounts?: readonly DemoAccount[]
  /** By default the agreements name nobody. */
  operator?: Operator
  /** The features of the deployment; by default all. */
  features?: Features
  /** Whether other machines can reach a demo. Every page then says that it is one. */
  isOpenDemo?: boolean
  /** The folder of the built web app. Without it only the API is served. */
  webRoot?: string
  /** The folder of the built console. Without it the console is not served. */
  consoleRoot?: string
  metricsToken?: string | undefined
  /** The metrics of all processes of this machine. By default those of this one. */
  metricsOfAllProcesses?: MetricsOfAll
  /** How old a backup may become, in hours; by default it is not watched. */
  backupWithinHours?: number
  /** The address that is told of alerts; by default nobody is. */
  alertWebhook?: string | undefined
  /** Whether statements carry the id of their request. */
  remembersRequests?: boolean
  /** Traces requests; by default nothing is traced. */
  traces?: { follow(app: FastifyInstance): void } | undefined
  /** Tells somebody outside of unexpected errors; by default only the log does. */
  reportError?: ReportError | undefined
  /** Whether staff who move money need a second factor. */
  demandsFactor?: boolean
  /** Returns the free space of the disk; by default that of the files' disk. */
  freeBytes?: () => Promise<number>
  /** The web address of the product, used in codes. By default each caller's own address is used. */
  publicUrl?: string | undefined
  /** The provider that moves money; by default the simulator, unless `features` have no WeChat Pay. */
  paymentProvider?: PaymentProvider | undefined
  /** WeChat's log-in, messages and codes; by default the simulator, unless `features` have no WeChat. */
  wechat?: WechatClient | undefined
  /** Text messages with codes; by default the simulator, unless `features` have none. */
  sms?: SmsClient | undefined
  /** The templates of WeChat messages; by default those of the simulator. */
  messageTemplates?: Templates
  /** The effects of orders on what they buy, replaced in tests of payments alone. */
  orderEffects?: OrderEffects
  now?: () => Date
  logger?: FastifyServerOptions['logger']
  trustProxy?: FastifyServerOptions['trustProxy']
  /** Whether requests that a proxy forwards are refused. */
  refusesForwarded?: boolean
  /** Off only where one machine simulates many people: in tests and load measurements. */
  limits?: 'on' | 'off'
  /**
   * The greatest lag of the thread in milliseconds. Above it requests are refused and should be repeated. 0 is no
   * limit, neither of the lag nor of the calls at once.
   */
  maxLagMs?: number
  /** The counts of several processes together. By default this one counts for itself. */
  counts?: Counts
  /** Different limits of live connections, for tests that reach them. */
  liveLimits?: Partial<LiveLimits>
  /** Different limits for the bodies of requests, for the same reason. */
  receiveLimits?: ReceiveLimits
  /** Different limits of one address, for the same reason. */
  connectionLimits?: ConnectionLimits
}

const BODY_LIMIT_BYTES = 262_144
const REQUESTS_PER_MINUTE = 600
const MAX_LAG_MS = 1_000

/**
 * Whether a request is for a page, its scripts, styles and pictures, or for a probe. A page without one of them is
 * blank, and cannot even say that the server is busy.
 */
function isFile({ url, method }: Pick<FastifyRequest, 'url' | 'method'>): boolean {
  return !url.startsWith('/aaapi/') || (url.startsWith('/aaapi/files/') && method !== 'POST')
}

/** Keeps the numbers of requests in these counts. A route with a limit of its own counts apart. */
function rateStoreOf(counts: Counts, prefix = 'rate'): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(...[key, callback, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      void counts.count(`${prefix} ${key}`, windowMs).then((counted) => callback(null, counted))
    }
    child(limit: unknown): FastifyRateLimitStore {
      // The plugin's types do not tell that the route is inside.
      const { routeInfo } = limit as { routeInfo: RouteOptions }
      const Own = rateStoreOf(counts, `rate ${routeInfo.method} ${routeInfo.url}`)
      return new Own({})
    }
  }
}

/**
 * Builds the whole server on one Fastify instance, ready to listen or for injected requests. `close()` ends what it
 * started.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, now = () => new Date(), limits = 'on', counts = createCounts() } = parts
  const freeBytes = parts.freeBytes ?? (() => freeBytesAt(parts.filesDirectory))
  const app = Fastify({
    logger: parts.logger ?? false,
    trustProxy: parts.trustProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: false,
    genReqId: requestIdOf,
    return503OnClosing: false,
    // A slash at the end of a path changes nothing.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => plainAddress(url),
    frameworkErrors: refuseAddress,
    http: HEADER_LIMITS,
  })
  useReceiveDeadline(app.server, parts.receiveLimits ?? RECEIVE_LIMITS)
  const warnOfReplica = (error: unknown) =>
    app.log.warn({ err: error }, 'the replica does not answer: all is read from the primary')
  if (parts.remembersRequests) rememberRequests(app)
  parts.traces?.follow(app)
  app.decorate('db', db)
  app.decorate('reportError', parts.reportError)
  app.decorate('now', now)
  // Pages compare with the time of the product, also where its clock is moved.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('date', now().toUTCString())
    next()
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('staff', undefined)
  app.decorateRequest('admin', undefined)
  app.decorate('lifecycle', {
    isStopping: false,
    receivesChanges: () => false,
    redisIsUp: () => parts.carrier?.isUp(),
  })
  app.decorate('checkInvariants', (checking) => checkAll(parts.databaseUrl, checking))
  app.decorate('watch', {
    backupHours: parts.backupWithinHours ?? 0,
    freeBytes,
    certificateEndsAt: certificateOf(parts.publicUrl),
    tell: parts.alertWebhook === undefined ? undefined : tellAt(parts.alertWebhook),
  })
  app.decorate('filesDirectory', parts.filesDirectory)
  app.decorate('fileStore', parts.fileStore ?? createLocalFileStore(parts.filesDirectory))
  app.decorate('fileLinks', createFileLinks(parts.tokenSecret))
  app.decorate('demoAccounts', parts.demoAccounts ?? [])
  app.decorate('operator', parts.operator ?? { name: '', contact: '' })
  app.decorate('features', parts.features ?? ALL_FEATURES)
  app.decorate('permissionMatrix', readPermissionMatrix())
  const replica = parts.replica && startReplica(db, parts.replica.url, { ...parts.replica, onError: warnOfReplica })
  app.decorate('replica', replica)
  app.addHook('onClose', () => replica?.stop())
  const exports = createExports({ databaseUrl: parts.databaseUrl, replicaUrl: parts.replica?.url, replica })
  app.decorate('makeExport', exports.make)
  app.addHook('onClose', () => exports.stop())
  const sessions = createSessions({
    secret: parts.tokenSecret,
    lookUp: (id) => lookUpSession(db, id),
    lookUpStaff: (id) => lookUpStaffSession(db, id),
    lookUpAdmin: (id) => lookUpAnalyticsSession(db, id),
    demandsFactor: parts.demandsFactor ?? false,
    now,
  })
  app.decorate('sessions', sessions)
  app.decorate('gridCache', createGridCache())
  app.decorate('payments', paymentsOf(app, parts))
  app.decorate('wechat', parts.wechat ?? (app.features.wechat ? createWechatSimulator() : WITHOUT_WECHAT))
  app.decorate('sms', parts.sms ?? (app.features.sms ? SMS_SIMULATOR : WITHOUT_SMS))
  app.decorate('hasWechat', parts.wechat !== undefined)
  app.decorate('publicUrl', parts.publicUrl)
  app.decorate('messageTemplates', parts.messageTemplates ?? messageTemplatesOf({ wechat: undefined }))
  app.decorate('shareTokens', createShareTokens(parts.tokenSecret))
  app.decorate('ballShareTokens', createShareTokens(parts.tokenSecret, 'ball'))
  app.decorate('calendarTokens', createShareTokens(parts.tokenSecret, 'calendar'))
  app.decorate('phoneTickets', createPhoneTickets(parts.tokenSecret))
  app.decorate('factorBox', createSecretBox(parts.tokenSecret, 'second factor of staff'))
  app.decorate('codeBox', createSecretBox(parts.tokenSecret, 'codes sent to phones'))
  app.decorate('answerBox', createSecretBox(parts.tokenSecret, 'answers of keyed calls'))
  app.decorate('deviceCookies', createDeviceCookies(parts.tokenSecret))
  app.decorate('applyChanges', (topics: Iterable<string>) => {
    for (const topic of topics) {
      const [kind, key = ''] = topic.split('|')
      if (kind === 'session') app.sessions.forget(key)
      else if (kind === 'wrote') app.replica?.wrote(key)
      else app.gridCache.drop(topic)
    }
  })

  useErrorHandler(app)
  useSchemaCompilers(app)
  useSecurityHeaders(app, {
    publicUrl: parts.publicUrl,
    picturesUrl: parts.picturesUrl,
    scriptHashes: parts.webRoot === undefined ? [] : await scriptHashesOf(parts.webRoot),
  })
  if (parts.refusesForwarded) refuseForwarded(app)
  if (limits === 'on') {
    useConnectionLimits(app, {
      limits: parts.connectionLimits ?? CONNECTION_LIMITS,
      counts,
      isBehindProxy: Boolean(parts.trustProxy),
    })
    const { maxLagMs = MAX_LAG_MS } = parts
    // Providers, whose calls have no rate, send a payment once more only after a while.
    const mayShed = (request: FastifyRequest) => !isFile(request) && request.routeOptions.config.rateLimit !== false
    if (maxLagMs > 0) await useShedding(app, { maxLagMs, mayShed })
    await app.register(rateLimit, {
      max: REQUESTS_PER_MINUTE,
      store: rateStoreOf(counts),
      timeWindow: 60_000,
      // Only a token of ours identifies its caller. Otherwise one address could count as a thousand callers.
      keyGenerator: async (request) => {
        const caller = await app.sessions.callerOf(request.headers.authorization)
        return caller.kind === 'app' ? `user ${caller.user.id}` : networkOf(request.ip)
      },
      allowList: isFile,
      errorResponseBuilder: () => new ApiError('requests_too_many'),
    })
  }
  app.addHook('onSend', (request, reply, _payload, next) => {
    reply.header('x-request-id', request.id)
    if (app.lifecycle.isStopping) reply.header('connection', 'close')
    if (request.url.startsWith('/aaapi/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    next()
  })
  useMetrics(app, {
    token: parts.metricsToken,
    isBehindProxy: Boolean(parts.trustProxy),
    figures: () => figuresOf(db, now()),
    ofAllProcesses: parts.metricsOfAllProcesses,
  })
  useProbes(app, freeBytes)
  await useCompression(app)
  await collectReference(app)

  for (const handlers of handlersOfAreas(parts.wechat)) await app.register(handlers)

  const live = await useLive(app, {
    limits: parts.liveLimits,
    counts,
    resolvers: {
      grid: ({ stadiumId: venueId, coachId, date: day }, { id: userId }) =>
        topicsOfGrid({ venueId, coachId, userId, day }),
      async class({ id, share }, user) {
        const link = await shareLinkOf(db, app.shareTokens, { invitationId: id, share, now: now() })
        await readClass(db, id, user.id, link)
        return [classTopic(id)]
      },
      async ball({ id, share }, { id: actorId }) {
        const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId: id, share })
        await openBall(db, { ballId: id, actorId, hasLink })
        return [ballTopic(id)]
      },
      async order({ id }, { id: actorId }) {
        await readOwnOrder(db, id, actorId)
        return [orderTopic(id)]
      },
      messages: (_topic, { id }) => [messagesTopic(id)],
      'own-day': ({ date }, { id }) => topicsOfOwnDay(id, date),
    },
    contents: {
      grid: {
        ownTopics: ({ date }, { id }) => [gridTopics.person(id, date)],
        // From the database that was written to, through the cache that dropped what changed.
        read: async ({ kind, stadiumId, coachId, date }) => ({
          type: 'changed',
          topic: { kind, stadiumId, coachId, date },
          grid: await readCompactGrid(db, app.gridCache, { venueId: stadiumId, coachId, day: date, now: now() }),
        }),
      },
    },
  })

  await serveReference(app)
  const { isOpenDemo = false } = parts
  if (parts.webRoot) await serveWebApp(app, { root: parts.webRoot, isOpenDemo })
  if (parts.consoleRoot) await serveConsole(app, { root: parts.consoleRoot, isOpenDemo })

  const feed = await startChangeFeed(
    db,
    parts.databaseUrl,
    {
      // The caches come first, since a notified client reads at once.
      changed(topic) {
        app.applyChanges([topic])
        live.changed(topic)
      },
      lostTrack() {
        app.sessions.forgetAll()
        app.gridCache.clear()
        app.replica?.lostTrack()
        live.lostTrack()
      },
    },
    (error) => app.log.warn({ err: error }, 'change feed'),
    parts.carrier,
  )
  app.lifecycle.receivesChanges = feed.isListening
  app.addHook('onClose', () => feed.stop())
  return app
}

/** Refuses what a proxy forwards to a server that was started for its own machine. The log says so, and what to do. */
function refuseForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    if (!isForwarded(request)) return next()
    app.log.warn('a forwarded request is refused: set NODE_ENV=production, or DEMO=1 for an open demo')
    next(new ApiError('forwarding_refused'))
  })
}

/**
 * The configured payment provider; undefined when none is configured.
 *
 * @throws ConfigError when a key is unusable
 */
export async function paymentProviderOf(
  config: Pick<Config, 'wechat' | 'wechatPay'>,
  now: () => Date,
): Promise<PaymentProvider | undefined> {
  const settings = readWechatPaySettings(config)
  if (!settings) return undefined
  const { createWechatPay } = await import('./areas/money/payments/wechat-pay/wechat-pay.ts')
  return createWechatPay(settings, { now })
}

/** The configured WeChat client; undefined when none is configured. */
export function wechatOf(
  config: Pick<Config, 'wechat'>,
  parts: { db: Database; now: () => Date },
): WechatClient | undefined {
  const settings = readWechatSettings(config)
  return settings && createWechatClient(settings, parts)
}

/** The configured provider of text messages; undefined when none is configured. */
export async function smsOf(config: Pick<Config, 'sms'>): Promise<SmsClient | undefined> {
  if (!config.sms) return undefined
  const { createTencentSms, readSmsSettings } = await import('./areas/ground/sms/tencent-sms.ts')
  const settings = readSmsSettings(config)
  return settings && createTencentSms(settings)
}

/** Where pictures lie: in the configured S3 store, else in the directory. The SDK is loaded only for the former. */
export async function fileStoreOf({ s3 }: Pick<Config, 's3'>, filesDirectory: string): Promise<FileStore> {
  if (!s3) return createLocalFileStore(filesDirectory)
  const { createS3Store } = await import('./areas/ground/files/s3-store.ts')
  return createS3Store(s3)
}

/**
 * The configured templates of messages.
 *
 * @throws ConfigError when one has an unusable form
 */
export function messageTemplatesOf({ wechat }: Pick<Config, 'wechat'>): Templates {
  return readTemplates(wechat)
}

/**
 * The configured provider, or the simulator where WeChat Pay is on, or none. The simulator's notifications arrive as
 * ordinary requests.
 */
function paymentsOf(
  app: FastifyInstance,
  { db, tokenSecret: secret, paymentProvider, orderEffects: effects = ORDER_EFFECTS }: AppParts,
): Payments {
  const provider = paymentProvider ?? (app.features.wechatPay ? undefined : WITHOUT_WECHAT_PAY)
  if (provider) return { provider, effects, simulator: undefined }
  const simulator = createSimulator({
    db,
    secret,
    now: app.now,
    async frontDoor({ headers, body }) {
      const { statusCode } = await app.inject({ method: 'POST', url: notifyPath('simulator'), headers, payload: body })
      return statusCode
    },
  })
  return { provider: simulator, effects, simulator }
}
