import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { connectionsOf } from '../db/database.ts'
import { isForwarded } from './origin.ts'
import { API_PREFIX } from './serve.ts'

/** A figure of the whole deployment, which every process would read alike. */
export type Figure = { name: string; help: string; labels?: Record<string, string>; value: number }

/** The parts of what is measured. */
type Parts = {
  token: string | undefined
  isBehindProxy: boolean
  /** Reads the figures of the deployment from the database. */
  figures(): Promise<Figure[]>
  /** By default this process is the only one. */
  ofAllProcesses: MetricsOfAll | undefined
}

/** Makes a reader of the metrics of all processes of this machine together, of which this one has its own. */
export type MetricsOfAll = (own: Registry) => () => Promise<string>

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that is sent. */
    refusal: string | undefined
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
/** Several scrapers cost the database as much as one. */
const FIGURES_KEPT_MS = 5_000
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

function isFromThisMachine(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.socket.remoteAddress ?? '') && !isForwarded(request)
}

/**
 * Serves /metrics (Prometheus) to callers with the token. Without a configured token they are only for loopback, and
 * behind a proxy for nobody. Whichever process answers, it answers for all of the machine.
 */
export function useMetrics(app: FastifyInstance, { token, isBehindProxy, figures, ofAllProcesses }: Parts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  measureProcess(app, registry)
  const own = ofAllProcesses?.(registry) ?? (() => registry.metrics())
  let read: { at: number; text: Promise<string> } | undefined
  const ofDeployment = () => {
    if (!read || performance.now() - read.at > FIGURES_KEPT_MS) {
      read = { at: performance.now(), text: textOf(app, figures) }
    }
    return read.text
  }
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isAllowed = token
      ? request.headers.authorization === `Bearer ${token}`
      : !isBehindProxy && isFromThisMachine(request)
    if (!isAllowed) return reply.callNotFound()
    return reply.type(registry.contentType).send(`${await own()}\n${await ofDeployment()}`)
  })
  app.addHook('onClose', async () => registry.clear())
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const answers = new Counter({
    name: 'paidang_answers_total',
    help: 'Answers of the API by call and code; ok is what was done',
    labelNames: ['method', 'route', 'code'],
    registers: [registry],
  })
  app.decorateReply('refusal', undefined)
  app.addHook('onResponse', (request, reply, next) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (route.startsWith(API_PREFIX)) answers.inc({ method, route, code: reply.refusal ?? 'ok' })
    next()
  })
}

/** What this process holds: connections to the database, open screens, the cache of grids. */
function measureProcess(app: FastifyInstance, registry: Registry): void {
  const gauge = (name: string, help: string, read: () => Record<string, number>, label: string) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number)
      },
    })
  gauge(
    'paidang_pool_connections',
    'Connections to the database: open, idle; and callers that wait for one',
    () => {
      const { connections: open, idle, waiting } = connectionsOf(app.db)
      return { open, idle, waiting }
    },
    'state',
  )
  const redis = (): Record<string, number> => {
    const isUp = app.lifecycle.redisIsUp()
    return isUp === undefined ? {} : { redis: Number(isUp) }
  }
  gauge('paidang_redis_up', 'Whether Redis does its work, where one is set', redis, 'kind')
  gauge('paidang_sockets', 'Open screens that wait for changes', () => ({ live: socketsOf(app) }), 'kind')
  gauge('paidang_cache_entries', 'Entries of the caches', () => ({ grid: app.gridCache.stats().entries }), 'cache')
  new Counter({
    name: 'paidang_cache_reads_total',
    help: 'Reads of the caches, by whether they were found',
    labelNames: ['cache', 'found'],
    registers: [registry],
    collect() {
      const { hits, misses } = app.gridCache.stats()
      this.reset()
      this.inc({ cache: 'grid', found: 'yes' }, hits)
      this.inc({ cache: 'grid', found: 'no' }, misses)
    },
  })
}

/** The number of live connections of this process. */
export function socketsOf(app: FastifyInstance): number {
  return app.websocketServer?.clients.size ?? 0
}

/** The figures of the deployment. While the database is away, what the processes know is still told. */
async function textOf(app: FastifyInstance, figures: Parts['figures']): Promise<string> {
  const registry = new Registry()
  const gauges = new Map<string, Gauge>()
  const set = ({ name, help, labels = {}, value }: Figure) => {
    const known = gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    gauges.set(name, known)
    known.set(labels, value)
  }
  const isRead = { name: 'paidang_database_read', help: 'Whether the figures of the database could be read' }
  try {
    for (const figure of await figures()) set(figure)
    set({ ...isRead, value: 1 })
  } catch (error) {
    app.log.warn({ err: error }, 'figures of the deployment')
    set({ ...isRead, value: 0 })
  }
  return registry.metrics()
}
