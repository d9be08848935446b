import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairQueue } from '../process/fair-queue.ts'
import { accountOf } from './account-of.ts'
import { holdDeadline, restartDeadline } from './receive-deadline.ts'

/** The bytes of one uploaded file, and a name that nobody can guess. A repeat of the work has the same name. */
export type Upload = { bytes: Buffer; name: string }

type Kind = NonNullable<Endpoint['upload']>

/** The part of the form that carries the file. Source: `Endpoint.upload` */
const PART = 'file'
/** The largest file, exact to the byte. Source: specification §6 "Contract photo" */
const MAX_FILE_BYTES = 2_097_152
/** The file with its boundaries and the headers of its part. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 16_384
const LIMITS = { files: 1, fields: 0, parts: 1, fileSize: MAX_FILE_BYTES, fieldNameSize: 100, headerPairs: 20 }

/**
 * A refused sender may finish, since a client that is cut off never reads the reason. Beyond this limit it is cut off.
 */
const MAX_DISCARDED_BYTES = 33_554_432
/**
 * Files that are received, wait for work or are processed in this process, with 2 MB of memory each. The app sends the
 * nine pictures of a form at once; six of them wait unread.
 * Source: decision record 027
 */
const receiving = new FairQueue({
  atOnce: 24,
  perAccount: 3,
  waitingPerAccount: 12,
  waiting: 240,
  refusal: 'uploads_too_many',
})
/**
 * Pictures that are processed at once. Each may take some hundred megabytes and a whole core. All received ones may
 * wait.
 */
const atWork = new FairQueue({
  atOnce: 1,
  perAccount: 1,
  waitingPerAccount: 24,
  waiting: 24,
  refusal: 'uploads_too_many',
})

/** 128 bits. */
const NAME_BYTES = 16

/**
 * The tries of one user in ten minutes, successful or not.
 */
export const UPLOAD_RATE = {
  max: 30,
  timeWindow: 600_000,
  allowList: () => false,
  errorResponseBuilder: () => new ApiError('uploads_too_many'),
}

/** The body of an upload, for the reference. Forms are not checked by schema. */
export const UPLOAD_FORM = {
  type: 'object',
  required: [PART],
  properties: { [PART]: { type: 'string', format: 'binary' } },
} as const

/** Lets the routes of this plugin accept multipart forms. All other routes refuse them. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: LIMITS })
}

/**
 * Receives the file of a form and processes it when its turn comes. Accounts take turns at both, so a large or slow
 * sender does not delay others for long.
 *
 * @throws ApiError uploads_too_many, server_busy (too many wait; nothing is read), content_type_unsupported,
 *   picture_too_large or table_too_large; input_invalid (no such form: cut off, another part, more than one); whatever
 *   the work throws
 */
export async function withUpload<T>(
  request: FastifyRequest,
  kind: Kind,
  work: (file: Upload) => T | Promise<T>,
): Promise<T> {
  const { raw } = request
  const account = accountOf(request)
  let isRead = false
  holdDeadline(raw)
  try {
    return await receiving.run(account, async () => {
      isRead = true
      restartDeadline(raw)
      const bytes = await receive(request, kind)
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

async function receive(request: FastifyRequest, kind: Kind): Promise<Buffer> {
  try {
    // A client that disconnected while waiting sends nothing more.
    if (request.raw.destroyed) throw new ApiError('input_invalid')
    if (!request.isMultipart()) throw new ApiError('content_type_unsupported')
    // A body that declares itself too long is not read.
    if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw new ApiError(`${kind}_too_large`)
    return await readOnlyFile(request, kind)
  } catch (error) {
    discardRest(request.raw)
    if (error instanceof ApiError) throw error
    // Any other failure here is caused by bad or incomplete input of the client.
    request.log.info({ err: error }, 'form refused')
    throw new ApiError('input_invalid')
  }
}

async function readOnlyFile(request: FastifyRequest, kind: Kind): Promise<Buffer> {
  let bytes: Buffer | undefined
  for await (const part of request.parts()) {
    if (bytes || part.type !== 'file' || part.fieldname !== PART) throw new ApiError('input_invalid')
    const { file } = part
    // The parser itself would read to the end of the part.
    file.once('limit', () => file.destroy(new ApiError(`${kind}_too_large`)))
    const chunks: Buffer[] = []
    for await (const chunk of file) chunks.push(chunk)
    // A form that arrives in one piece exceeds its limit before the listener is added.
    if (file.truncated) throw new ApiError(`${kind}_too_large`)
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
