import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../db/database.ts'
import { isNothingWritten } from '../db/faults.ts'
import { claimKey, claimKeyAhead, KEY_SECONDS, type KeyOwner, storeAnswer } from '../db/idempotency-queries.ts'
import type { SecretBox } from '../process/secret-box.ts'

/** The replayed parts: status and body of the first answer. */
export type StoredAnswer = { status: number; body: string }

/** The database with the stored answers, and the box that seals them. */
type Answers = { db: Database; box: SecretBox }

/** The form of a key, a random text of the caller. */
const KEY_FORM = /^[A-Za-z0-9_-]{8,100}$/

/** A call with its body as text, equal for equal requests. A slash at the end of the path is ignored. */
export function requestText(method: string, url: string, body: unknown): string {
  return `${method} ${url.replace(/\/(?=\?|$)/, '')}\n${JSON.stringify(body ?? null)}`
}

/** Replaces an uploaded file in the request's text. */
export function hashOfFile(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}

/** Marks a stored answer that is packed. An earlier version cannot open such a text. */
const PACKED = 'z'

/** An answer as it is stored: most of it are names of fields, and what is written costs the database most. */
const sealedAnswer = (box: SecretBox, body: string) => PACKED + box.seal(deflateSync(body, { level: 1 }))

function openedAnswer(box: SecretBox, stored: string): string {
  const packed = stored.startsWith(PACKED) ? box.openBytes(stored.slice(PACKED.length)) : undefined
  const body = packed ? inflateSync(packed).toString() : box.open(stored)
  if (body === undefined) throw new Error('a stored answer was sealed under another secret')
  return body
}

/**
 * Runs a write at most once per user and key. The key's row is inserted first, in the same transaction, so a
 * simultaneous twin waits there. The answer is stored with it, a refusal (4xx) too, but never a fault (5xx). It is
 * sealed, since it may contain a link, a number or anything else that the rest of the database does not show.
 * Source: decision "The HTTP surface".
 *
 * @param work does the write with the given transaction and answers; an ApiError rolls it back, and a second
 *   transaction stores the refusal
 * @throws ApiError idempotency_key_invalid, idempotency_key_reused; whatever the work throws beyond 4xx
 */
export async function onceForKey(
  { db, box }: Answers,
  { key, hash, ...owner }: KeyOwner & { key: string; hash: string },
  work: (tx: Database) => Promise<StoredAnswer>,
  refuse: (error: ApiError) => StoredAnswer,
): Promise<StoredAnswer> {
  if (!KEY_FORM.test(key)) throw new ApiError('idempotency_key_invalid')
  const claim = { ...owner, key, hash, seconds: KEY_SECONDS }
  const claimed = (tx: Database, answerOf: () => Promise<StoredAnswer>) => firstAnswer({ tx, box }, claim, answerOf)
  const answerOf = (tx: Database) =>
    work(tx).catch((error: unknown) => {
      // 429 asks to wait and to send the same again.
      const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429
      throw isFinal ? new Refused(refuse(error)) : error
    })

  try {
    // Nearly every key is new. It goes out with the first statement of the work.
    const first = db.transaction(async (tx) => {
      await claimKeyAhead(tx, claim)
      const answer = await answerOf(tx)
      await storeAnswer(tx, { ...owner, key, status: answer.status, body: sealedAnswer(box, answer.body) })
      return answer
    })
    return await first.catch((error: unknown) => {
      if (!isNothingWritten(error)) throw error
      return db.transaction((tx) => claimed(tx, () => answerOf(tx)))
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The refusal rolls back everything, so a success needs no savepoint. If a twin was faster since, its answer
    // counts.
    return await db.transaction((tx) => claimed(tx, async () => error.answer))
  }
}

/** How long the same call with the same body counts as a repeat, in seconds. Source: decision record 038 */
const REPEAT_SECONDS = 10

/**
 * Runs a write without a key at most once in 10 seconds per user, call and body, as long as what it made stands. A
 * simultaneous twin waits as above. A refusal has no effect that a repeat could double, so it is not stored.
 *
 * @param stillStands whether what the body of an earlier answer tells still stands
 * @throws whatever the work throws
 */
export async function onceForBody(
  { db, box }: Answers,
  { hash, ...owner }: KeyOwner & { hash: string },
  {
    work,
    stillStands,
  }: { work: (tx: Database) => Promise<StoredAnswer>; stillStands: (tx: Database, body: string) => Promise<boolean> },
): Promise<StoredAnswer> {
  // No caller can send this key, because of its space.
  const key = `same ${hash}`
  return db.transaction((tx) =>
    firstAnswer({ tx, box }, { ...owner, key, hash, seconds: REPEAT_SECONDS, stillStands }, () => work(tx)),
  )
}

type Claim = KeyOwner & {
  key: string
  hash: string
  seconds: number
  stillStands?: (tx: Database, body: string) => Promise<boolean>
}

/** The answer that is stored for a key and stands. Without one, the answer of the work, which is stored. */
async function firstAnswer(
  { tx, box }: { tx: Database; box: SecretBox },
  { seconds, stillStands = async () => true, ...owned }: Claim,
  answerOf: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const earlier = await claimKey(tx, { ...owned, seconds })
  if (earlier) {
    if (earlier.requestHash !== owned.hash) throw new ApiError('idempotency_key_reused')
    const body = openedAnswer(box, earlier.body)
    if (await stillStands(tx, body)) return { status: earlier.status, body }
  }
  const answer = await answerOf()
  await storeAnswer(tx, { ...owned, status: answer.status, body: sealedAnswer(box, answer.body) })
  return answer
}

/** Thrown to roll back a refused call. Its answer is stored afterwards. */
class Refused extends Error {
  readonly answer: StoredAnswer
  constructor(answer: StoredAnswer) {
    super('the call is refused')
    this.answer = answer
  }
}
