import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'

/** /healthz: the process answers. /readyz: the database answers and has every migration, and the server is not stopping. */
export function useProbes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (_request, reply) => {
    if (app.lifecycle.isStopping) return reply.status(503).send({ status: 'stopping' })
    try {
      if (await isMigrated(app.db)) return { status: 'ok' }
      return reply.status(503).send({ status: 'migrations are missing' })
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'database unreachable' })
    }
  })
}
