import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { productNow } from './columns.ts'
import type { Database } from './database.ts'
import { idempotencyKeys } from './machinery-tables.ts'
import { NothingWritten } from './pool.ts'
import { param, statement } from './statement.ts'

/** The owner of a key. Users and staff have separate ids. */
export type KeyOwner = { audience: 'app' | 'staff'; userId: string }
type Key = KeyOwner & { key: string }
type Answer = { status: number; body: string }

/** How long an answer is replayed for a key, in seconds. Source: decision "The HTTP surface" */
export const KEY_SECONDS = 24 * 3_600

/** Whether an answer is too old to replay, by the clock that also set its time. */
const isOver = (createdAt: SQLWrapper, seconds: SQLWrapper) =>
  sql`${createdAt} < ${productNow} - make_interval(secs => ${seconds})`

type NewKey = Key & { hash: string; seconds: number }
const claimRow = () => sql`
    insert into ${idempotencyKeys} as k (audience, user_id, key, request_hash)
    values (${param('audience')}, ${param('userId')}, ${param('key')}, ${param('hash')})
    on conflict (audience, user_id, key) do update
      set request_hash = excluded.request_hash, status = null, body = null, created_at = ${productNow}
      where ${isOver(sql`k.created_at`, param('seconds'))}`

const claim = statement<NewKey>(() => sql`${claimRow()} returning true as "isTaken"`)
const claimAhead = statement<NewKey>(claimRow, { isSentWithNext: true, mustWrite: true })

const answerWith = statement<Key & Answer>(
  () => sql`
    update ${idempotencyKeys} set status = ${param('status')}, body = ${param('body')}
    where audience = ${param('audience')} and user_id = ${param('userId')} and key = ${param('key')}`,
  { isSentWithNext: true },
)

/**
 * Takes the key for this transaction, and waits for a twin that runs now. A row that is older than `seconds` counts as
 * absent.
 *
 * @returns the stored row when there is one
 */
export async function claimKey(
  tx: Database,
  { audience, userId, key, hash, seconds }: NewKey,
): Promise<{ requestHash: string; status: number; body: string } | undefined> {
  const taken = await tx.execute(claim({ audience, userId, key, hash, seconds }))
  if (taken.rowCount === 1) return undefined
  const [row] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, status: idempotencyKeys.status, body: idempotencyKeys.body })
    .from(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.audience, audience), eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)),
    )
  // A row without an answer is never visible: it is written and answered in one transaction.
  if (!row || row.status === null || row.body === null)
    throw new Error('an idempotency key without an answer was committed')
  return { requestHash: row.requestHash, status: row.status, body: row.body }
}

/**
 * The same in one message with the next statement. A key that somebody has fails it, and the transaction with it.
 *
 * @throws NothingWritten, here or from the next statement
 */
export async function claimKeyAhead(tx: Database, { audience, userId, key, hash, seconds }: NewKey): Promise<void> {
  const { command, rowCount } = await tx.execute(claimAhead({ audience, userId, key, hash, seconds }))
  // A text that the connection does not know yet is answered at once.
  if (command !== '' && rowCount === 0) throw new NothingWritten()
}

/** Stores the answer with its key. */
export async function storeAnswer(tx: Database, answer: Key & Answer): Promise<void> {
  await tx.execute(answerWith(answer))
}

/** Deletes up to `limit` expired keys, except those in use now. @returns how many */
export async function deleteOldKeys(db: Database, limit: number): Promise<number> {
  const { audience, userId, key, createdAt } = idempotencyKeys
  const { rowCount } = await db.execute(sql`
    delete from ${idempotencyKeys}
    where (audience, user_id, key) in (
      select ${audience}, ${userId}, ${key} from ${idempotencyKeys}
      where ${isOver(createdAt, sql.param(KEY_SECONDS))}
      order by ${createdAt} limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}
