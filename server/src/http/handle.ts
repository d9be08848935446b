import type { Endpoint } from '@paidang/api/endpoint'
import type { FastifyInstance } from 'fastify'
import { type Handler, type Handling, serve } from './serve.ts'

/** A call with its handler, not yet bound to a server. Also a route without an endpoint, which binds itself. */
type Bound = (app: FastifyInstance) => void

/** Pairs a call with its handler, which gets the checked input of `serve`. */
export const handle =
  <E extends Endpoint, Prepared = undefined>(
    endpoint: E,
    handling: Handler<E, Prepared> | Handling<E, Prepared>,
  ): Bound =>
  (app) =>
    serve(app, endpoint, handling)

/** The plugin of one life cycle: its calls in their order. */
export const plugin = (bound: readonly Bound[]) => async (app: FastifyInstance) => {
  for (const bind of bound) bind(app)
}
