import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'

/** Below this, PostgreSQL and uploads soon fail. A segment of its log takes 16 MB, and a few are written ahead. */
const LEAST_FREE_BYTES = 67_108_864

/**
 * The bytes that an unprivileged account can still write to the disk of a directory, even before the directory exists.
 */
export async function freeBytesAt(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch (error) {
    const parent = dirname(directory)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error
    return freeBytesAt(parent)
  }
}

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
