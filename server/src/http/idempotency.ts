import { createHash } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../db/database.ts'
import { claimKey, type KeyOwner, storeAnswer } from '../db/idempotency-queries.ts'
import type { SecretBox } from '../process/secret-box.ts'

/** The replayed parts: status and body of the first answer. */
export type StoredAnswer = { status: number; body: string }

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
  { db, box }: { db: Database; box: SecretBox },
  { key, hash, ...owner }: KeyOwner & { key: string; hash: string },
  work: (tx: Database) => Promise<StoredAnswer>,
  refuse: (error: ApiError) => StoredAnswer,
): Promise<StoredAnswer> {
  if (!KEY_FORM.test(key)) throw new ApiError('idempotency_key_invalid')
  const claimed = async (tx: Database, answerOf: () => Promise<StoredAnswer>): Promise<StoredAnswer> => {
    const earlier = await claimKey(tx, { ...owner, key, hash })
    if (earlier) {
      if (earlier.requestHash !== hash) throw new ApiError('idempotency_key_reused')
      const body = box.open(earlier.body)
      if (body === undefined) throw new Error('a stored answer was sealed under another secret')
      return { status: earlier.status, body }
    }
    const answer = await answerOf()
    await storeAnswer(tx, { ...owner, key, status: answer.status, body: box.seal(answer.body) })
    return answer
  }

  try {
    return await db.transaction((tx) =>
      claimed(tx, () =>
        work(tx).catch((error: unknown) => {
          throw error instanceof ApiError && error.status < 500 ? new Refused(refuse(error)) : error
        }),
      ),
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The refusal rolls back everything, so a success needs no savepoint. If a twin was faster since, its answer
    // counts.
    return await db.transaction((tx) => claimed(tx, async () => error.answer))
  }
}

/** Thrown to roll back a refused call. Its answer is stored afterwards. */
class Refused extends Error {
  readonly answer: StoredAnswer
  constructor(answer: StoredAnswer) {
    super('the call is refused')
    this.answer = answer
  }
}
