import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data, Endpoint, Page, Received } from '@paidang/api/endpoint'
import { DEFAULT_DONE, type Envelope } from '@paidang/api/envelope'
import { heedsKey } from '@paidang/api/refusals'
import { isAdmitted, isForStaff } from '@paidang/domain/kernel/access'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { Clean, Clone } from 'typebox/value'
import { publishChanges } from '../db/change-feed.ts'
import type { Database } from '../db/database.ts'
import type { KeyOwner } from '../db/idempotency-queries.ts'
import { assertSeenRow } from '../db/revision-queries.ts'
import { wroteTopic } from '../db/topics.ts'
import { writerOf } from './account-of.ts'
import { callerOf } from './console-cookie.ts'
import { refusalBody } from './error-handler.ts'
import { assertFeature } from './features.ts'
import { hashOfFile, onceForBody, onceForKey, requestText, type StoredAnswer } from './idempotency.ts'
import { assertPolicy } from './permission-matrix.ts'
import { type AppUser, type Caller, type CompanyAdmin, isCoach, type StaffUser } from './session.ts'
import { UPLOAD_RATE, type Upload, withUpload } from './upload.ts'
import { hasUnstorableText } from './validation.ts'

/** The path of the API. Source: specification §7. */
export const API_PREFIX = '/aaapi'

type UserOf<E extends Endpoint> = E['access'] extends 'app' | 'coach' ? AppUser : AppUser | undefined

/** The caller of a console call: staff, a company's admin, or either on calls for all of them. */
type StaffOf<E extends Endpoint> = E['access'] extends 'operator' | 'senior' | 'merchant' | 'owner'
  ? { staff: StaffUser }
  : E['access'] extends 'company'
    ? { admin: CompanyAdmin }
    : E['access'] extends 'staff'
      ? { staff: StaffUser | undefined; admin: CompanyAdmin | undefined }
      : unknown

/**
 * What a handler gets: the checked input, the file of an upload, the caller, the database and the clock. The database
 * is a transaction when a key guards the call. Use the reply for headers only.
 */
export type Handled<E extends Endpoint> = Received<E> & {
  user: UserOf<E>
  db: Database
  now: Date
  app: FastifyInstance
  request: FastifyRequest
  reply: FastifyReply
} & StaffOf<E> &
  (E extends { upload: string } ? { file: Upload } : unknown)

/** What is known of a call before its handler runs. */
export type Asked<E extends Endpoint> = Received<E> & { user: UserOf<E>; app: FastifyInstance; request: FastifyRequest }

/** The answer of a handler: the data, or one page of it. */
export type Result<E extends Endpoint> = E extends { paged: true }
  ? Data<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : Data<E>

const ENVELOPE_HEAD = '{"success":true,"code":0,"data":'
const tailOf = (msg: string) => `,"msg":${JSON.stringify(msg)}}`
const DEFAULT_TAIL = tailOf(DEFAULT_DONE)

/** Data of an answer that is already JSON, as the bytes to send. A cached instance is encoded only once. */
export class ReadyJson {
  private readonly usual: Buffer
  constructor(json: string) {
    this.usual = Buffer.from(ENVELOPE_HEAD + json + DEFAULT_TAIL)
  }

  /** The complete body with that `msg`. With the default message it is always the same buffer. */
  bodyWith(msg: string): Buffer {
    if (msg === DEFAULT_DONE) return this.usual
    const withoutTail = this.usual.subarray(0, this.usual.length - Buffer.byteLength(DEFAULT_TAIL))
    return Buffer.concat([withoutTail, Buffer.from(tailOf(msg))])
  }
}

/** Ready data is answered at once, without a promise. */
export type Handler<E extends Endpoint, Prepared> = (
  handled: Handled<E> & { prepared: Prepared },
) => Promise<Result<E> | ReadyJson> | ReadyJson

/** A handler with more to it. */
export type Handling<E extends Endpoint, Prepared> = {
  /** Calls outside services before the transaction. A repeat with the same key calls them again. */
  prepare?: (asked: Asked<E>) => Promise<Prepared>
  handle: Handler<E, Prepared>
  /** Whether a creation, as answered, still stands. Otherwise the same call creates anew. By default it stands. */
  stands?: Stands<E>
}

/** Reads whether what a call answered still stands. */
export type Stands<E extends Endpoint> = (db: Database, made: Data<E>, asked: Asked<E>) => Promise<boolean> | boolean

/**
 * Binds an endpoint. Its schemas validate and document. Its access is checked against token and permission matrix. Its
 * result goes into the envelope, and an Idempotency-Key makes a write happen once; `once` says what a call without one
 * gets. A call that only reads, or guards itself, ignores the key. An unknown name in a query, or in the body of a list,
 * is refused. Uploads need `acceptUploads` in the same plugin.
 *
 * @throws Error at start when the permission matrix has no row for it
 */
export function serve<E extends Endpoint, Prepared = undefined>(
  app: FastifyInstance,
  endpoint: E,
  handling: Handler<E, Prepared> | Handling<E, Prepared>,
): void {
  const {
    method,
    path,
    access,
    params,
    query,
    body,
    data,
    summary,
    paged,
    upload,
    outcome,
    beforeFactor,
    limit,
    needs,
    once,
    decidesOn,
    mayLag,
    reads,
  } = endpoint as Endpoint
  const writes = method !== 'GET' && !reads
  assertPolicy(app.permissionMatrix, method, path, access)
  const missed = mayMiss(endpoint)
  const {
    prepare,
    handle: handler,
    stands,
  } = 'handle' in handling ? handling : ({ handle: handling } as Handling<E, Prepared>)
  const msg = outcome?.done ?? DEFAULT_DONE
  const done = (result: unknown): Envelope<unknown> =>
    paged
      ? { success: true, code: 0, data: (result as Page<unknown>).rows, msg, total: (result as Page<unknown>).total }
      : { success: true, code: 0, data: result, msg }

  const jsonOf = (result: unknown) =>
    result instanceof ReadyJson ? result.bodyWith(msg).toString() : JSON.stringify(done(result))

  app.route({
    method,
    // The optional last part may be left out with its slash. It is then empty.
    url: API_PREFIX + path + (missed === undefined ? '' : '?'),
    schema: {
      summary,
      ...(access === 'open' ? {} : { security: [{ bearer: [] }] }),
      ...(params && { params }),
      querystring: closed(query ?? Type.Object({})),
      ...(body && { body: paged ? closed(body) : body }),
      response: { 200: envelopeOf(data, paged, msg) },
    },
    config: {
      endpoint: endpoint as Endpoint,
      ...(upload && { rateLimit: UPLOAD_RATE }),
      ...(limit && { rateLimit: { max: limit.requests, timeWindow: limit.minutes * 60_000 } }),
    },
    onRequest: (request, _reply, next) => {
      const admit = (caller: Caller) => {
        const { user, staff, admin } = admitted(caller, access)
        if (staff && !beforeFactor && app.sessions.lacksFactor(staff)) throw new ApiError('factor_demanded')
        request.caller = user
        request.staff = staff
        request.admin = admin
        if (needs) assertFeature(app.features, needs)
        if (once === 'by-key' && request.headers['idempotency-key'] === undefined)
          throw new ApiError('idempotency_key_missing')
      }
      const caller = callerOf(app.sessions, request)
      if (caller instanceof Promise) return void caller.then(admit).then(() => next(), next)
      admit(caller)
      next()
    },
    preValidation: (request, _reply, next) => {
      if (body && request.body === undefined) request.body = {}
      if (missed !== undefined) request.params = { [missed]: '', ...(request.params as object) }
      const isBad =
        hasUnstorableText(request.body) || hasUnstorableText(request.query) || hasUnstorableText(request.params)
      next(isBad ? new ApiError('input_invalid') : undefined)
    },
    handler: (request, reply) => {
      const { caller: user, staff, admin } = request
      const person = user ?? admin
      const owner: KeyOwner | undefined = staff
        ? { audience: 'staff', userId: staff.id }
        : person && { audience: 'app', userId: person.id }
      // Fields without a schema never reach a use case. So callers cannot set fields by spreading the body. Clean works
      // on a copy: the hash of a repeat must cover everything that was sent.
      const input = {
        params: request.params,
        query: request.query,
        body: body && cleaned(body, request.body as object),
      }
      const seen = decidesOn && takeRevision((input.body ?? input.query) as { revision?: number })
      const send = (result: unknown) => {
        if (result instanceof ReadyJson) sendJson(reply, 200, result.bodyWith(msg))
        else reply.send(done(result))
      }
      const key = request.headers['idempotency-key']
      const answerWith = (prepared: Prepared | undefined, file: Upload | undefined): Promise<void> | undefined => {
        const handle = (db: Database) =>
          handler({
            ...input,
            file,
            user,
            staff,
            admin,
            db,
            now: app.now(),
            app,
            request,
            reply,
            prepared,
          } as unknown as Handled<E> & {
            prepared: Prepared
          })
        const id = (input.params as { id?: string } | undefined)?.id ?? staff?.merchantId ?? undefined
        const run = (db: Database) =>
          decidesOn === undefined || seen === undefined || id === undefined
            ? handle(db)
            : db.transaction(async (tx) => {
                await assertSeenRow(tx, decidesOn, { id, seen })
                return handle(tx)
              })
        const { replica } = app
        const who = writerOf(request)
        /** Whoever wrote reads from the primary for a while, on every host. */
        const noteWriter = async (tx: Database) => {
          if (replica && who !== undefined && writes) await publishChanges(tx, [wroteTopic(who)])
        }
        /** What fails there for any reason of the replica, the primary answers. */
        const readThere = async (there: Database) => {
          try {
            return await run(there)
          } catch (error) {
            if (error instanceof ApiError) throw error
            replica?.failed(error)
            return run(app.db)
          }
        }
        const isKeyed = typeof key === 'string'
        if (!heedsKey(endpoint) || !owner || !(isKeyed || once === 'by-body')) {
          const there = mayLag && replica?.databaseFor(who)
          const result = there ? readThere(there) : run(app.db)
          if (!(result instanceof ReadyJson)) {
            return result.then(async (answer) => {
              await noteWriter(app.db).catch((error: unknown) => {
                // What was done stays done, and this process knows at least.
                request.log.warn({ err: error }, 'other processes do not know who wrote')
                if (who !== undefined) replica?.wrote(who)
              })
              send(answer)
            })
          }
          send(result)
          return undefined
        }
        const content = file ? hashOfFile(file.bytes) : request.body
        const called = { ...owner, hash: app.answerBox.hash(requestText(method, request.url, content)) }
        const answers = { db: app.db, box: app.answerBox }
        const stillStands = async (tx: Database, answered: string) =>
          !stands ||
          stands(tx, JSON.parse(answered).data as Data<E>, { ...input, user, app, request } as unknown as Asked<E>)
        const work = async (tx: Database) => {
          const body = jsonOf(await run(tx))
          await noteWriter(tx)
          return { status: 200, body }
        }
        const stored = isKeyed
          ? onceForKey(
              answers,
              { ...called, key },
              work,
              (error): StoredAnswer => ({ status: error.status, body: JSON.stringify(refusalBody(error)) }),
            )
          : onceForBody(answers, called, { work, stillStands })
        return stored.then(({ status, body }) => void sendJson(reply, status, body))
      }
      const answer = (file?: Upload): Promise<void> | undefined =>
        prepare
          ? prepare({ ...input, user, app, request } as unknown as Asked<E>).then((prepared) =>
              answerWith(prepared, file),
            )
          : answerWith(undefined, file)
      // Nothing is returned to Fastify. It would otherwise add listeners to each answer's stream and wait for its end.
      const answered = upload ? withUpload(request, upload, answer) : answer()
      answered?.catch((error: unknown) => void reply.send(error))
    },
  })
}

/** A copy of a body without what its schema does not know. Most bodies are flat, and have nothing to clean inside. */
function cleaned(schema: TSchema, body: object): unknown {
  const known = (schema as Partial<TObject>).properties
  const isFlat =
    known !== undefined &&
    Object.entries(body).every(
      ([name, value]) => Object.hasOwn(known, name) && (typeof value !== 'object' || value === null),
    )
  return isFlat ? { ...body } : Clean(schema, Clone(body))
}

/** Takes the revision out of a body, or out of the query of a DELETE, because it is compared here. */
function takeRevision(input: { revision?: number }): number | undefined {
  const { revision } = input
  delete input.revision
  return revision
}

/** The last part of a call's path, when the call has an error for its absence. */
function mayMiss({ path, params, missing }: Endpoint): string | undefined {
  const last = path.match(/\/:(\w+)$/)?.[1] ?? ''
  const named = (params as TObject | undefined)?.properties[last] as { format?: string } | undefined
  return missing?.[last] !== undefined || named?.format === 'user-id' ? last : undefined
}

/** The same schema without unknown names: what a list does not obey, it refuses. */
function closed(schema: TSchema): TSchema {
  return { ...schema, additionalProperties: false }
}

function envelopeOf(data: Endpoint['data'], paged: true | undefined, done: string) {
  return Type.Object(
    {
      success: Type.Boolean({ description: 'Whether the call succeeded.' }),
      code: Type.Integer({ description: '0: there is no error.' }),
      data,
      msg: Type.String({ description: 'The sentence for the user, in Chinese.' }),
      ...(paged && { total: Type.Integer({ description: 'How many rows all pages have together.' }) }),
    },
    { description: `Success: ${done}` },
  )
}

function sendJson(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  return reply.status(status).type('application/json; charset=utf-8').serializer(String).send(body)
}

type Admitted = { user?: AppUser | undefined; staff?: StaffUser; admin?: CompanyAdmin }

/** The caller for the handler, or the refusal of the matrix: 401 only when a needed log-in is missing. */
function admitted(caller: Caller, access: Endpoint['access']): Admitted {
  if (access === 'open') return { user: caller.kind === 'app' ? caller.user : undefined }
  if (caller.kind === 'guest' || caller.kind === 'expired') throw new ApiError('session_expired')
  if (isForStaff(access)) {
    if (caller.kind === 'staff' && isAdmitted(caller.staff.role, access)) return { staff: caller.staff }
    if (caller.kind === 'company' && isAdmitted('company', access)) return { admin: caller.admin }
    throw new ApiError('action_forbidden')
  }
  if (caller.kind !== 'app') throw new ApiError('action_forbidden')
  if (access === 'coach' && !isCoach(caller.user)) throw new ApiError('action_forbidden')
  return { user: caller.user }
}
