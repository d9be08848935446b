import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isMigrated } from '../db/migrate.ts'
import { LEAST_FREE_BYTES } from '../process/disk-room.ts'
import { isForwarded } from './origin.ts'

/**
 * /healthz: the process answers. /readyz: the database answers and has every migration, the disk has room, and the
 * server is not stopping. A full disk is logged once, until there is room again.
 */
export function useProbes(app: FastifyInstance, freeBytes: () => Promise<number>): void {
  let wasFull = false
  const isDiskFull = async () => {
    const bytes = await freeBytes()
    const isFull = bytes < LEAST_FREE_BYTES
    if (isFull && !wasFull) app.log.error({ freeBytes: bytes }, 'the disk is full: make room in DATA_DIR')
    wasFull = isFull
    return isFull
  }
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (_request, reply) => {
    if (app.lifecycle.isStopping) return reply.status(503).send({ status: 'stopping' })
    try {
      if (await isDiskFull()) return reply.status(503).send({ status: 'disk full' })
      if (await isMigrated(app.db)) return { status: 'ok' }
      return reply.status(503).send({ status: 'migrations are missing' })
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'database unreachable' })
    }
  })
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function isFromThisMachine(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.socket.remoteAddress ?? '') && !isForwarded(request)
}

/**
 * Serves /metrics (Prometheus) to callers with the token. Without a configured token they are only for loopback, and
 * behind a proxy for nobody. Measures every request by route and status.
 */
export function useMetrics(
  app: FastifyInstance,
  { token, isBehindProxy }: { token: string | undefined; isBehindProxy: boolean },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    next()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isAllowed = token
      ? request.headers.authorization === `Bearer ${token}`
      : !isBehindProxy && isFromThisMachine(request)
    if (!isAllowed) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}
