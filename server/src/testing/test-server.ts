import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { ErrorCode } from '@paidang/api/catalogue/errors'
import { type Call, createClient, type Send } from '@paidang/api/client'
import { refusalsOf } from '@paidang/api/refusals'
import type { StaffRole } from '@paidang/domain/kernel/access'
import type { Features } from '@paidang/domain/kernel/features'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, expect } from 'vitest'
import { type AppParts, buildApp } from '../app.ts'
import type { WechatClient } from '../areas/ground/wechat/wechat-client.ts'
import type { OrderEffects } from '../areas/money/payments/order.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { API_PREFIX } from '../http/serve.ts'
import type { Broken, Query } from '../invariants/check-all.ts'
import { prepareJobs } from '../jobs/start-jobs.ts'
import { JOBS } from '../jobs-of-areas.ts'
import { analyticsSessions } from '../tables/analytics.ts'
import { loginSessions, staffSessions } from '../tables/auth.ts'
import { emptyTables } from './all-rows.ts'
import { brokenInvariants } from './broken-invariants.ts'
import { givenStaffLogin, only, TEST_NOW, TOKEN_SECRET } from './builders.ts'
import { givenMerchant } from './given-stringing.ts'
import { restartNumbers } from './numbers.ts'
import { createTestDatabase } from './test-database.ts'

const POOL_SIZE_OF_ANOTHER = 3
/** Long, so that a slow connection on a busy machine does not fail a test. */
const PATIENCE_MS = 20_000

/** The clock of a test server. It does not move until it is set. */
type TestClock = { now(): Date; set(to: Date): void }

/** An error that the server logged: a request that failed with 5xx. */
type LoggedFault = { message: string; stack: string }

type Settings = {
  /** The time of the clock before each test. */
  now?: Date
  /** `on` limits the requests per minute, as in production. The server's load limit stays off. */
  limits?: 'on' | 'off'
  /**
   * `kept`: rows stay from test to test, for a world that is built once. Default: every test starts with empty tables.
   */
  rows?: 'emptied' | 'kept'
  metricsToken?: string
  publicUrl?: string
  trustProxy?: string[]
  /** The free space of the disk, for tests of a full disk. */
  freeBytes?: () => Promise<number>
  /** `prepared`: job runs can be queued, but nothing processes them. */
  queues?: 'prepared'
  /** The effects of orders, for tests of payments alone. */
  orderEffects?: OrderEffects
  /** The features of the deployment; by default all. */
  features?: Features
  /** A WeChat client, for tests that need more than the simulator offers. */
  wechat?: (db: Database, now: () => Date) => WechatClient
}

/** The admin of a company. */
type AdminOf = { userId: string; companyId: string }

/** A complete server on the database of this test file, with the client that the app uses. */
export type TestServer = {
  app: FastifyInstance
  db: Database
  /** SQL on the test's database, for the clean-up between tests. */
  maintenance: Query
  clock: TestClock
  /** The client of a guest, without a token. */
  call: Call
  /** The client of a user who logged in just now. */
  signedInAs(userId: string): Call
  /** The client of a new staff account of this role. A merchant works in the named shop, or in a new one. */
  asStaff(role: Exclude<StaffRole, 'company'>, merchantId?: string): Call
  /** The client of a company's admin in the console. */
  asAdmin(admin: AdminOf): Call
  /** The client of the owner of this token. */
  clientOf(token: string): Call
  /** Any raw request, for what a typed client cannot send. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>
  /** An access token of a new log-in session. */
  tokenOf(userId: string): Promise<string>
  staffTokenOf(role: Exclude<StaffRole, 'company'>, merchantId?: string): Promise<string>
  /** A token of an existing staff account. */
  tokenOfStaff(staffId: string): Promise<string>
  /** The console token of a company's admin. */
  adminTokenOf(admin: AdminOf): Promise<string>
  /** Another process on the same database and clock, with its own caches, connections and listener. */
  another(parts?: Partial<AppParts>): Promise<FastifyInstance>
  /** The errors logged since the last call. A test that leaves any of them fails. */
  takeFaults(): LoggedFault[]
  /** The connections that broke since the last call. A file that leaves any of them fails. */
  takeBrokenConnections(): Error[]
  /** The invariants that are broken now. They are also checked after every test. */
  brokenInvariants(): Promise<Broken[]>
  /** For what connects by itself. */
  databaseUrl: string
}

/** Servers without settings of their own that no test file uses now. Building one costs more than most files of tests. */
const free: StandingServer[] = []
/** After so many files a server is replaced: rows that come and go leave its tables slow. */
const MOST_FILES = 10

/**
 * Starts a server for a test file, or takes one that an earlier file of this process left. After every test it checks
 * all invariants, that no 5xx was logged, and that each refused call declares the code. It also empties the tables.
 */
export async function startTestServer(settings: Settings = {}): Promise<TestServer> {
  restartNumbers()
  const { now: startsAt = TEST_NOW, ...parts } = settings
  const isPlain = Object.keys(parts).length === 0
  const standing = (isPlain && free.pop()) || (await startServer(parts))
  const { server, takeUndeclared } = standing
  server.clock.set(startsAt)

  afterEach(async () => {
    const logged = server.takeFaults()
    const surprises = takeUndeclared()
    const broken = await server.brokenInvariants()
    // Runs before anything can fail, so that one failed test does not affect the next ones.
    if (settings.rows !== 'kept') {
      await standing.empty()
      server.clock.set(startsAt)
    }
    expect(logged, 'requests that failed with 5xx').toEqual([])
    expect(surprises, 'refusals that the endpoint does not declare').toEqual([])
    expect(broken, 'broken invariants').toEqual([])
  })
  afterAll(async () => {
    standing.files += 1
    // A server that listened cannot listen again.
    if (!isPlain || standing.files >= MOST_FILES || server.app.server.listening) return standing.close()
    await standing.rest()
    free.push(standing)
    expect(server.takeBrokenConnections(), 'connections that broke').toEqual([])
  })
  return server
}

/** A server with what its test files share. */
type StandingServer = {
  server: TestServer
  /** How many test files have used it. */
  files: number
  /** The refusals since the last call that their endpoint does not declare. */
  takeUndeclared(): string[]
  /** Empties tables and caches. */
  empty(): Promise<void>
  /** Leaves it as a new one is: also without files and without other processes. */
  rest(): Promise<void>
  close(): Promise<void>
}

async function startServer(settings: Omit<Settings, 'now'>): Promise<StandingServer> {
  const database = await createTestDatabase()
  const { db, maintenance } = database
  if (settings.queues) await prepareJobs(database.url, { jobs: JOBS, onError: failLoudly })
  const filesDirectory = await mkdtemp(join(tmpdir(), 'paidang-files-'))
  let now = TEST_NOW
  const clock: TestClock = {
    now: () => now,
    set: (to) => {
      now = to
    },
  }
  const faults: LoggedFault[] = []
  const parts: AppParts = {
    db,
    databaseUrl: database.url,
    tokenSecret: TOKEN_SECRET,
    filesDirectory,
    metricsToken: settings.metricsToken,
    publicUrl: settings.publicUrl,
    ...(settings.trustProxy && { trustProxy: settings.trustProxy }),
    ...(settings.freeBytes && { freeBytes: settings.freeBytes }),
    now: clock.now,
    logger: { level: 'error', stream: collectInto(faults) },
    limits: settings.limits ?? 'off',
    maxLagMs: 0,
    ...(settings.orderEffects && { orderEffects: settings.orderEffects }),
    ...(settings.features && { features: settings.features }),
    wechat: settings.wechat?.(db, clock.now),
  }
  const undeclared = new Set<string>()
  const build = async (own: AppParts) => {
    const watch = (message: unknown) => watchRefusals((message as { fastify: FastifyInstance }).fastify, undeclared)
    // Fastify announces each instance before anything is registered on it.
    subscribe('fastify.initialization', watch)
    const built = buildApp(own)
    unsubscribe('fastify.initialization', watch)
    const app = await built
    await app.ready()
    return app
  }
  const app = await build(parts)

  const clientWith = (token: () => Promise<string | undefined>): Call => {
    const send: Send = async ({ method, path, body }, { once: isCreating }) => {
      const bearer = await token()
      const headers = {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        // Each call is a press of its own, as in the app.
        ...(isCreating && { 'idempotency-key': randomUUID() }),
      }
      const response = await app.inject({
        method,
        url: API_PREFIX + path,
        headers,
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: response.statusCode, body: response.json() }
    }
    return createClient({ send })
  }
  const tokenOf = async (userId: string): Promise<string> => {
    const [session] = await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id })
    if (!session) throw new Error('insert returned no row')
    return app.sessions.sign({ userId, sessionId: session.id })
  }
  const tokenOfStaff = async (staffId: string): Promise<string> => {
    const values = { staffId, createdAt: clock.now() }
    const session = only(await db.insert(staffSessions).values(values).returning({ id: staffSessions.id }))
    return app.sessions.signStaff({ staffId, sessionId: session.id })
  }
  const staffTokenOf = async (role: Exclude<StaffRole, 'company'>, merchantId?: string): Promise<string> => {
    const kind = role === 'operator' || role === 'senior' ? 'operator' : 'merchant'
    const works = kind === 'merchant' ? { merchantId: merchantId ?? (await givenMerchant(db)) } : {}
    const isLead = role === 'senior' || role === 'owner'
    const { staffId } = await givenStaffLogin(db, { kind, isLead, ...works })
    return tokenOfStaff(staffId)
  }
  const adminTokenOf = async ({ userId, companyId }: AdminOf): Promise<string> => {
    const login = only(await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id }))
    const instants = { createdAt: clock.now(), enteredAt: clock.now(), ticketExpiresAt: clock.now() }
    const [session] = await db
      .insert(analyticsSessions)
      .values({ userId, companyId, loginSessionId: login.id, ticketHash: `ticket of login ${login.id}`, ...instants })
      .returning({ id: analyticsSessions.id })
    if (!session) throw new Error('insert returned no row')
    return app.sessions.signAdmin({ userId, sessionId: session.id })
  }
  const takeFaults = () => faults.splice(0)
  const others: (() => Promise<void>)[] = []
  const another = async (over: Partial<AppParts> = {}): Promise<FastifyInstance> => {
    const onError = ({ message, stack = '' }: Error) => faults.push({ message, stack })
    const pool = createPool(database.url, { max: POOL_SIZE_OF_ANOTHER, connectionTimeoutMs: PATIENCE_MS, onError })
    const own = await build({ ...parts, db: createDatabase(pool), ...over })
    others.push(async () => {
      await own.close()
      await pool.end()
    })
    return own
  }
  const server: TestServer = {
    app,
    db,
    maintenance,
    clock,
    call: clientWith(async () => undefined),
    signedInAs: (userId) => clientWith(once(() => tokenOf(userId))),
    asStaff: (role, merchantId) => clientWith(once(() => staffTokenOf(role, merchantId))),
    adminTokenOf,
    asAdmin: (admin) => clientWith(once(() => adminTokenOf(admin))),
    clientOf: (token) => clientWith(async () => token),
    request: (options) => app.inject(options),
    tokenOf,
    takeBrokenConnections: database.takeBrokenConnections,
    staffTokenOf,
    tokenOfStaff,
    another,
    takeFaults,
    brokenInvariants: () => brokenInvariants(maintenance, now),
    databaseUrl: database.url,
  }
  const endOthers = async () => {
    for (const end of others.splice(0)) await end()
  }
  const empty = async () => {
    await emptyTables(maintenance)
    app.sessions.forgetAll()
    app.gridCache.clear()
  }
  return {
    server,
    files: 0,
    takeUndeclared() {
      const surprises = [...undeclared]
      undeclared.clear()
      return surprises
    },
    empty,
    async rest() {
      await endOthers()
      await empty()
      for (const name of await readdir(filesDirectory))
        await rm(join(filesDirectory, name), { recursive: true, force: true })
    },
    async close() {
      await endOthers()
      await app.close()
      await database.drop()
      await rm(filesDirectory, { recursive: true, force: true })
    },
  }
}

/** Notes every refusal of a call that its endpoint does not declare. */
export function watchRefusals(app: FastifyInstance, undeclared: Set<string>): void {
  app.addHook('onSend', (request, reply, payload, next) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint && reply.statusCode >= 400) {
      const { code } = JSON.parse(String(payload)) as { code: ErrorCode }
      if (!refusalsOf(endpoint).includes(code)) undeclared.add(`${endpoint.method} ${endpoint.path}: ${code}`)
    }
    next()
  })
}

/** Makes a thing at the first call and returns the same thing afterwards. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function failLoudly(error: Error): never {
  throw error
}

function collectInto(faults: LoggedFault[]): Writable {
  return new Writable({
    write(line, _encoding, done) {
      const { msg, err } = JSON.parse(String(line)) as { msg: string; err?: { message?: string; stack?: string } }
      faults.push({ message: err?.message ?? msg, stack: err?.stack ?? '' })
      done()
    },
  })
}
