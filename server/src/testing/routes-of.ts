import { LIVE_PATH } from '@paidang/api/live'
import type { FastifyInstance } from 'fastify'
import { matrixName } from '../http/permission-matrix.ts'
import { API_PREFIX } from '../http/serve.ts'

/**
 * Routes outside the API document: the two calls that describe the API, the live connection, and the webhooks. The
 * payment provider and WeChat call the webhooks.
 */
const UNDOCUMENTED = [
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/docs' },
  { method: 'GET', path: LIVE_PATH },
  { method: 'POST', path: '/payments/notify/:provider' },
  { method: 'GET', path: '/wechat/push' },
  { method: 'POST', path: '/wechat/push' },
] as const

/** The API's calls as the permission matrix writes them, for example `PUT /course-invitation/join/by-player/{a}/{b}`. */
export function routesOf(app: FastifyInstance): string[] {
  const documented = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => nameOf(method, path)),
  )
  const hidden = UNDOCUMENTED.filter(({ method, path }) => app.hasRoute({ method, url: API_PREFIX + path }))
  return [...documented, ...hidden.map(({ method, path }) => nameOf(method, API_PREFIX + path))]
}

/** The calls that need an Idempotency-Key. */
export function keyedRoutesOf(app: FastifyInstance): Set<string> {
  const names = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries((methods ?? {}) as Record<string, { parameters?: { required?: boolean; in: string }[] }>)
      .filter(([, { parameters = [] }]) => parameters.some((one) => one.in === 'header' && one.required))
      .map(([method]) => nameOf(method, path)),
  )
  return new Set(names)
}

/**
 * One call's name in the matrix. Only files have a path of several parts. `?` marks a last part that may be missing.
 */
export function nameOf(method: string, path: string): string {
  const below = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path
  return matrixName(method.toUpperCase(), below.replace(/\{?\*\}?$/, '{relativePath}').replace(/\?$/, ''))
}
