import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What a proxy may call a request. It stands in logs and in comments of statements. */
const ID_FORM = /^[\w.-]{1,64}$/

/** The id of a request, by which its log lines, its answer and its statements are found: that of the proxy, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ID_FORM.test(given) ? given : randomUUID()
}

const current = new AsyncLocalStorage<string>()

/** The comment that names the request which asks; undefined outside requests. */
export function commentOfRequest(): string | undefined {
  const id = current.getStore()
  return id === undefined ? undefined : `request ${id}`
}

/** Keeps the id of each request for what it causes. It costs every promise a little. */
export function rememberRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => current.run(request.id, next))
  // Reading a body leaves the context of its request.
  app.addHook('preValidation', (request, _reply, next) => current.run(request.id, next))
}
