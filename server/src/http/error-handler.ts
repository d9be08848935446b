import { ApiError, type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import type { Envelope } from '@paidang/api/envelope'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  isClosedAccount,
  isConnectionFault,
  isDiskFull,
  isGoneCourt,
  isSerializationFault,
  isTimeout,
  takenKey,
} from '../db/faults.ts'
import { TAKEN_KEYS } from './taken-keys.ts'

/** Seconds after which a client may try again when the database is down, or too many ask. */
export const RETRY_AFTER_SECONDS = '2'

/** The body of a refusal. */
export function refusalBody(error: ApiError): Envelope<never> {
  return { success: false, code: error.code, data: error.data, msg: error.message }
}

/** Fastify's own errors and their codes in our catalogue. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_VALIDATION: 'input_invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'input_invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'input_invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'input_invalid',
  FST_ERR_CTP_BODY_TOO_LARGE: 'input_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_BAD_URL: 'input_invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'input_invalid',
}

/** The error for an empty part of the path, by its format. Source: specification §5 */
const EMPTY_FORMATS: Record<string, ErrorCode> = { 'user-id': 'user_id_missing' }
/** The error for a text that its format refuses. */
const FORMATS: Record<string, ErrorCode> = { 'free-text': 'text_hidden' }

/**
 * Converts every error to a refusal of the catalogue. An unexpected error becomes `unexpected` and reveals no
 * internals.
 *
 * @param missing the call's errors for a missing field of its body or a missing part of its path
 * @param path the parts of the path by name
 */
export function asApiError(
  error: unknown,
  missing: Endpoint['missing'] = {},
  path: Record<string, string> = {},
): ApiError {
  if (error instanceof ApiError) return error
  if (isConnectionFault(error) || isSerializationFault(error) || isTimeout(error)) return new ApiError('server_busy')
  if (isDiskFull(error)) return new ApiError('server_busy')
  if (isClosedAccount(error)) return new ApiError('account_closed')
  if (isGoneCourt(error)) return new ApiError('court_not_found')
  const takenCode = TAKEN_KEYS[takenKey(error) ?? '']
  if (takenCode) return new ApiError(takenCode)
  const { code, statusCode, validation } = error as Partial<FastifyError>
  if (validation) {
    const { instancePath = '', params } = validation[0] ?? {}
    const name = params?.missingProperty ?? params?.additionalProperty ?? ''
    const field = (instancePath || String(name)).replace(/^\//, '')
    const isEmptyPart = path[field] === ''
    // A field that somebody made up may be called constructor, which every object has.
    const isNamed = (instancePath === '' || isEmptyPart) && Object.hasOwn(missing, field)
    const sentence = isNamed ? missing[field] : undefined
    const ofFormat = (isEmptyPart ? EMPTY_FORMATS : FORMATS)[String(params?.format)]
    return new ApiError(sentence ?? ofFormat ?? 'input_invalid', { data: { field } })
  }
  const known = code === undefined ? undefined : FASTIFY_CODES[code]
  if (known) return new ApiError(known)
  // A static file that is absent, or outside the served folder.
  if (statusCode === 403 || statusCode === 404) return new ApiError('path_unknown')
  if (statusCode === 429) return new ApiError('requests_too_many')
  // An error of the JSON parser has a status and no code of ours.
  if (statusCode === 400) return new ApiError('input_invalid')
  return new ApiError('unexpected')
}

/** Answers what Fastify refuses before it looks for a route: an invalid or too long address. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asApiError(error)
  if (request.server.sendUnknownPage?.(request, reply)) return
  reply.status(refusal.status).type('application/json; charset=utf-8').send(refusalBody(refusal))
}

/**
 * Converts every thrown error to the envelope, logs unexpected ones, and answers unknown paths in the same form. A
 * browser that opens an unknown path gets a page.
 */
export function useErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const path = request.params as Record<string, string>
    // A client that disconnected while sending gets no answer, and that is no fault of ours.
    const refusal = request.raw.readableAborted
      ? new ApiError('input_invalid')
      : asApiError(error, request.routeOptions.config.endpoint?.missing, path)
    if (refusal.code === 'path_unknown' && app.sendUnknownPage?.(request, reply)) return reply
    reply.refusal = refusal.code
    if (refusal.code === 'unexpected') {
      const where = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
      app.reportError?.(error, { where, requestId: request.id })
    }
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    else if (takenKey(error)) request.log.warn({ err: error }, 'another request took the same key first')
    if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    return reply.status(refusal.status).type('application/json; charset=utf-8').send(refusalBody(refusal))
  })
  app.setNotFoundHandler((request, reply) => {
    if (app.sendUnknownPage?.(request, reply)) return reply
    const refusal = new ApiError('path_unknown')
    reply.refusal = refusal.code
    return reply.status(errors.path_unknown.status).send(refusalBody(refusal))
  })
}
