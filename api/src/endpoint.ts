import type { Access } from '@paidang/domain/kernel/access'
import type { Feature } from '@paidang/domain/kernel/features'
import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './catalogue/errors.ts'

/** What the app says when an action ends: the sentence of success and the fallback of failure. Source: specification §8. */
export type Outcome = { done?: string; failed: string }

/**
 * One call of the API as a plain value: the server binds it, clients call it, the reference is generated from it.
 * `path` stands below /aaapi in Fastify's form (`/course-invitation/:id`). `paged` says that `data` is one page of a list
 * and that the envelope carries `total`. `reads` says of a call that is no GET that it changes nothing all the same: an
 * Idempotency-Key is accepted and has no meaning, since a repeat must see the present. `guardsItself`
 * says of a write that it runs in no one transaction that could keep an answer for its key, since it asks somebody outside,
 * counts a wrong password or code for good, takes a file away, or answers a secret: the key is accepted, and its own nature makes
 * a repeat harmless, which answers the present. So no client repeats it unasked: what the first one did may stand in the way of the
 * second. `upload` says that the body is a multipart form with one file, in the part `file`. `missing` says what is answered for a
 * field of the body or a part of the path that is left out, where that is not 参数错误.
 * `needs` says which feature a deployment must have for it.
 * `limit` says how many requests one account, or one address without a log-in, may make in so many minutes.
 * `beforeFactor` says that staff may call it before they set up the second factor that is demanded of them.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  summary: string
  outcome?: Outcome
  params?: TSchema
  query?: TSchema
  body?: TSchema
  data: TSchema
  paged?: true
  reads?: true
  guardsItself?: true
  needs?: Feature
  beforeFactor?: true
  limit?: { requests: number; minutes: number }
  upload?: true
  missing?: Record<string, ErrorCode>
}

type Part<E, K extends string> = E extends Record<K, infer S extends TSchema> ? { [P in K]: Static<S> } : unknown

/** What a caller passes: only the parts that the endpoint declares. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

/** What the server's handler answers, and what the envelope carries under `data`. */
export type Data<E extends Endpoint> = Static<E['data']>

/** One page of a list with the number of all rows. */
export type Page<Row> = { rows: Row[]; total: number }

/** What a call resolves to: a page for paged endpoints, else the data itself. */
export type Answer<E extends Endpoint> = E extends { paged: true }
  ? Data<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : Data<E>
