import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isForwarded } from './origin.ts'

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
