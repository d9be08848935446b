import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { POLICY } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Answers a browser that opens an unknown path with the app, which repairs a damaged link or says that there is no
     * such page. Absent where the app is not served. @returns whether it answered: calls get the envelope
     */
    sendUnknownPage?: (request: FastifyRequest, reply: FastifyReply) => boolean
  }
}

const ONE_YEAR_SECONDS = 31_536_000

/** File names with a hash of the content, as the builds write them. */
const HASHED_OF_APP = /\.[0-9a-f]{8}\.(js|css)(\.br)?$/
const HASHED_OF_CONSOLE = /[/\\]assets[/\\]/

/** The path of an address of the app, when a program encoded its hash sign or lost it. */
const APP_PAGE = /^\/(?:%(?:25)*23|(?:\w+\/)?pages\/)/i

/** States on every page that nothing here is real. It lies above everything else and ignores taps. */
const RIBBON =
  '<div role="note" style="position:fixed;z-index:2147483647;top:0;left:50%;transform:translateX(-50%);padding:2px 12px;' +
  'border-radius:0 0 8px 8px;background:#b42318;color:#fff;font:600 12px/18px sans-serif;pointer-events:none">演示</div>'

/** The served files, and whether their pages state that this is a demo. */
type Pages = { root: string; isOpenDemo: boolean }

const pageOf = (html: string, isOpenDemo: boolean) => (isOpenDemo ? html.replace('</body>', `${RIBBON}</body>`) : html)

const sendPage = (reply: FastifyReply, page: string) =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)

/** SHA-256 of each script that is part of the page, in base64. The page's policy allows no other. */
export async function scriptHashesOf(root: string): Promise<string[]> {
  const page = existsSync(root) ? await readFile(join(root, 'index.html'), 'utf8') : ''
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  return scripts.map((code) => createHash('sha256').update(code).digest('base64'))
}

/**
 * Serves the built web app at /. Hashed files are cached for ever, the page never, and brotli is used where it exists.
 */
export async function serveWebApp(app: FastifyInstance, { root, isOpenDemo }: Pages): Promise<void> {
  if (!existsSync(root)) {
    app.log.warn({ root }, 'the web app is not built; only the API is served')
    return
  }
  const page = pageOf(await readFile(join(root, 'index.html'), 'utf8'), isOpenDemo)
  const unknownPage = page.replace(/<head>|(?=<body>)/, '$&<base href="/" />')
  app.decorate('sendUnknownPage', (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    if (!request.headers.accept?.includes('text/html')) return false
    sendPage(reply.status(APP_PAGE.test(request.url) ? 200 : 404), unknownPage)
    return true
  })
  if (isOpenDemo) {
    for (const path of ['/', '/index.html'])
      app.get(path, { schema: { hide: true } }, (_request, reply) => sendPage(reply, page))
  }
  const worker = join(root, 'sw.js')
  if (existsSync(worker)) {
    const code = await readFile(worker, 'utf8')
    app.get('/sw.js', { schema: { hide: true } }, (_request, reply) => {
      // Browsers keep the page with its policy, and take both anew once this text is another.
      const version = createHash('sha256')
        .update(page)
        .update(String(reply.getHeader(POLICY)))
        .digest('hex')
      return reply
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(code.replace('VERSION', version))
    })
  }
  await serveFiles(app, root, HASHED_OF_APP)
}

/** Serves the built console below /console. A path without a file is one of its pages, except below its assets. */
export async function serveConsole(app: FastifyInstance, { root, isOpenDemo }: Pages): Promise<void> {
  const index = join(root, 'index.html')
  if (!existsSync(index)) {
    app.log.warn({ root }, 'the console is not built')
    return
  }
  const page = pageOf(await readFile(index, 'utf8'), isOpenDemo)
  const below = async (own: FastifyInstance) => {
    own.setNotFoundHandler((request, reply) => {
      // A page in place of a script of an earlier build would show a white screen.
      if (request.url.startsWith('/console/assets/')) throw new ApiError('path_unknown')
      return sendPage(reply, page)
    })
    // The router removes the trailing slash, so the folder's own address is not a path below it.
    for (const path of isOpenDemo ? ['/', '/index.html'] : ['/'])
      own.get(path, { schema: { hide: true } }, (_request, reply) => sendPage(reply, page))
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
      reply.header('cache-control', hashed.test(path) ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
}
