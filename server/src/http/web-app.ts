import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 31_536_000

/** Names that the content gave, as the builds write them. */
const HASHED_OF_APP = /\.[0-9a-f]{8}\.(js|css)(\.br)?$/
const HASHED_OF_CONSOLE = /[/\\]assets[/\\]/

/** Serves the built web app at /: hashed files for ever, the page itself always fresh, brotli where it was prepared. */
export async function serveWebApp(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(root)) {
    app.log.warn({ root }, 'the web app is not built; only the API is served')
    return
  }
  await serveFiles(app, root, HASHED_OF_APP)
}

/** Serves the built console below /console; what is no file there is one of its pages. */
export async function serveConsole(app: FastifyInstance, root: string): Promise<void> {
  const index = join(root, 'index.html')
  if (!existsSync(index)) {
    app.log.warn({ root }, 'the console is not built')
    return
  }
  const page = await readFile(index)
  const below = async (own: FastifyInstance) => {
    own.setNotFoundHandler((_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
    )
    await serveFiles(own, root, HASHED_OF_CONSOLE)
  }
  await app.register(below, { prefix: '/console' })
}

async function serveFiles(app: FastifyInstance, root: string, hashed: RegExp): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    preCompressed: true,
    wildcard: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.setHeader(
        'cache-control',
        hashed.test(path) ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
}
