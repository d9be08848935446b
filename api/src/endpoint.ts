import type { Access } from '@paidang/domain/kernel/access'
import type { Feature } from '@paidang/domain/kernel/features'
import type { RevisedTable } from '@paidang/domain/kernel/revision'
import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './catalogue/errors.ts'

/**
 * The messages of the app when an action ends: the success sentence and the failure fallback. Source: specification §8.
 */
export type Outcome = { done?: string; failed: string }

/**
 * One call of the API as a plain value. The server binds it, clients call it, and the reference is generated from it.
 * `path` is below /aaapi in Fastify's form (`/course-invitation/:id`).
 * `summary`: what the call does or answers, without a full stop; `description`: more about it, in sentences.
 * `errors`: its refusals beside those that `refusalsOf` derives from the other fields.
 * `paged`: `data` is one page of a list, and the envelope carries `total`.
 * `reads`: the call is no GET, but it changes nothing. An Idempotency-Key is accepted and ignored, because a repeat
 * must see the present state.
 * `mayLag`: a list, a search or a figure whose answer may be seconds old. Where there is a replica it answers, except to a
 * person who has just written. No open screen is told to read it again, and nobody decides on it alone.
 * `guardsItself`: the write does not run in one transaction that could store an answer for its key. The call may ask an
 * outside service, delete a file, or answer a secret. It may also count a wrong password or code for good. The key is
 * accepted. The call itself makes a repeat harmless: it answers the present state. No client repeats it unasked,
 * because the effect of the first call may make the second one fail.
 * `once`: a repeat would create the same again. `by-key`: it is money, hours or stock, so the call needs an
 * Idempotency-Key. `by-body`: its callers may know of no keys. Without one, the same call with the same body within 10
 * seconds is a repeat. The app keeps the key of such a call until it has an answer. Source: decision record 038
 * `upload`: the body is a multipart form with one file of that kind, in the part `file`.
 * `missing`: the error for an omitted field of the body or part of the path, if it is not 参数错误.
 * `needs`: the feature that a deployment must have for it.
 * `limit`: how many requests one account, or one address without a log-in, may make in that many minutes.
 * `decidesOn`: the table of the row that the call decides on or overwrites, and that others may change. It is the row of
 * `params.id`, or else the caller's shop. The server compares its revision with the one in the body, or in the query of a DELETE.
 * A call that locks anything else first compares by itself.
 * `beforeFactor`: staff may call it before they set up the required second factor.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  access: Access
  summary: string
  description?: readonly string[]
  errors?: readonly ErrorCode[]
  outcome?: Outcome
  params?: TSchema
  query?: TSchema
  body?: TSchema
  data: TSchema
  paged?: true
  reads?: true
  mayLag?: true
  guardsItself?: true
  once?: 'by-key' | 'by-body'
  needs?: Feature
  decidesOn?: RevisedTable
  beforeFactor?: true
  limit?: { requests: number; minutes: number }
  upload?: 'picture' | 'table'
  missing?: Record<string, ErrorCode>
}

/**
 * What the reference says about an area: a sentence or two on its tag, and what its fields mean. `coach.id` is the id in
 * `coach`, which may be a property, a named schema or a call. `id` is any other. A named schema stands by its name.
 * A field that is not here has its meaning in the schema itself, or in `shapes` for all areas.
 */
export type AreaReference = { about?: string; fields: Readonly<Record<string, string>> }

type Part<E, K extends string> = E extends Record<K, infer S extends TSchema> ? { [P in K]: Static<S> } : unknown

type Given<E, K extends string> =
  E extends Record<K, infer S extends TSchema>
    ? object extends Static<S>
      ? { [P in K]?: Static<S> }
      : { [P in K]: Static<S> }
    : unknown

/** The input of a caller: only the parts that the endpoint declares. A part without a required field may be absent. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Given<E, 'query'> & Given<E, 'body'>

/** The input of a handler. An absent body is empty by then. */
export type Received<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

/** The answer of the server's handler, which the envelope carries under `data`. */
export type Data<E extends Endpoint> = Static<E['data']>

/** One page of a list with the number of all rows. */
export type Page<Row> = { rows: Row[]; total: number }

/** What a call resolves to: a page for paged endpoints, else the data itself. */
export type Answer<E extends Endpoint> = E extends { paged: true }
  ? Data<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : Data<E>
