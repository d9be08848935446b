import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairQueue } from '../process/fair-queue.ts'
import { accountOf } from './account-of.ts'
import { holdDeadline, restartDeadline } from './receive-deadline.ts'

/** The bytes of one uploaded file, and a name that nobody guesses: the same however often the work with them is run again. */
export type Upload = { bytes: Buffer; name: string }

/** The part of the form that carries the file. Source: `Endpoint.upload` */
const PART = 'file'
/** The largest file, to the byte. Source: specification §6 "Contract photo" */
const MAX_FILE_BYTES = 2_097_152
/** Boundaries and the headers of the part. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 16_384
const LIMITS = { files: 1, fields: 0, parts: 1, fileSize: MAX_FILE_BYTES, fieldNameSize: 100, headerPairs: 20 }

/** A refused sender may finish, since a client that is cut off while it sends never reads why; one that sends on and on is. */
const MAX_DISCARDED_BYTES = 33_554_432
/**
 * Files that are received, wait for work or are worked on in this process, 2 MB of memory each. The app sends the nine pictures
 * of a form at once: six wait unread. Source: decision record 027
 */
const receiving = new FairQueue({
  atOnce: 24,
  perAccount: 3,
  waitingPerAccount: 12,
  waiting: 240,
  refusal: 'uploads_too_many',
})
/** Pictures that are worked on at once: each may take some hundred megabytes and a whole core. All that were received may wait. */
const atWork = new FairQueue({
  atOnce: 1,
  perAccount: 1,
  waitingPerAccount: 24,
  waiting: 24,
  refusal: 'uploads_too_many',
})

/** 128 bits. */
const NAME_BYTES = 16

/** Tries of one user in ten minutes, whether they succeed or not; counted in each process by itself, as all requests are. */
export const UPLOAD_RATE = {
  max: 30,
  timeWindow: 600_000,
  allowList: () => false,
  errorResponseBuilder: () => new ApiError('uploads_too_many'),
}

/** The body of an upload, for the reference; forms are not checked by schema. */
export const UPLOAD_FORM = {
  type: 'object',
  required: [PART],
  properties: { [PART]: { type: 'string', format: 'binary' } },
} as const

/** Lets the routes of this plugin take multipart forms; all others go on to refuse them. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: LIMITS })
}

/**
 * Receives the file of a form and works on it when its turn comes. Accounts take turns at both: one that sends much, or slowly,
 * keeps nobody else waiting for long.
 *
 * @throws ApiError uploads_too_many, server_busy (too many wait; nothing is read), content_type_unsupported, picture_too_large,
 *   input_invalid (no such form: cut off, another part, more than one), whatever the work throws
 */
export async function withUpload<T>(request: FastifyRequest, work: (file: Upload) => T | Promise<T>): Promise<T> {
  const { raw } = request
  const account = accountOf(request)
  let isRead = false
  holdDeadline(raw)
  try {
    return await receiving.run(account, async () => {
      isRead = true
      restartDeadline(raw)
      const bytes = await receive(request)
      return atWork.run(account, () => work({ bytes, name: randomBytes(NAME_BYTES).toString('base64url') }))
    })
  } catch (error) {
    if (!isRead) {
      restartDeadline(raw)
      discardRest(raw)
    }
    throw error
  }
}

async function receive(request: FastifyRequest): Promise<Buffer> {
  try {
    // Whoever left while waiting sends nothing more.
    if (request.raw.destroyed) throw new ApiError('input_invalid')
    if (!request.isMultipart()) throw new ApiError('content_type_unsupported')
    // What says of itself that it is too long need not be read for it.
    if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new ApiError('picture_too_large')
    return await readOnlyFile(request)
  } catch (error) {
    discardRest(request.raw)
    if (error instanceof ApiError) throw error
    // Whatever else fails here fails on what the client sent, or did not send to its end.
    request.log.info({ err: error }, 'form refused')
    throw new ApiError('input_invalid')
  }
}

async function readOnlyFile(request: FastifyRequest): Promise<Buffer> {
  let bytes: Buffer | undefined
  for await (const part of request.parts()) {
    if (bytes || part.type !== 'file' || part.fieldname !== PART) throw new ApiError('input_invalid')
    const { file } = part
    // The parser itself would read on to the end of the part.
    file.once('limit', () => file.destroy(new ApiError('picture_too_large')))
    const chunks: Buffer[] = []
    for await (const chunk of file) chunks.push(chunk)
    // A form that arrives in one piece is past its limit before anybody listens.
    if (file.truncated) throw new ApiError('picture_too_large')
    bytes = Buffer.concat(chunks)
  }
  if (!bytes) throw new ApiError('input_invalid')
  return bytes
}

function discardRest(raw: IncomingMessage): void {
  let discarded = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MAX_DISCARDED_BYTES) raw.destroy()
  })
}
