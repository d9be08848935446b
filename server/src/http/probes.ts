import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'
import { LEAST_FREE_BYTES } from '../process/disk-room.ts'

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
