import type { OutboxState } from '@paidang/domain/areas/messages/outbox'
import { and, desc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { messages, outbox, waitsForOperators } from '../../../tables/messages.ts'
import { FINAL_REASONS } from './final-errors.ts'
import type { WechatText } from './wechat-text.ts'

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.givenUpAt))

/** The SQL conditions that match outboxStateOf. */
const IN_STATE: Record<OutboxState, SQL | undefined> = {
  WAITING: and(isWaiting, isNull(outbox.lastError)),
  FAILING: and(isWaiting, isNotNull(outbox.lastError)),
  SENT: isNotNull(outbox.sentAt),
  GIVEN_UP: isNotNull(outbox.givenUpAt),
}

const selectOutbox = (db: Database) =>
  db
    .select({
      id: outbox.id,
      words: sql<WechatText>`${outbox.payload}`,
      attempts: outbox.attempts,
      lastError: outbox.lastError,
      mayBeSent: outbox.mayBeSent,
      waitsForOperators: waitsForOperators(outbox),
      createdAt: outbox.createdAt,
      nextAttemptAt: outbox.nextAttemptAt,
      sentAt: outbox.sentAt,
      givenUpAt: outbox.givenUpAt,
      title: messages.title,
      content: messages.content,
      receiver: { id: users.id, nickname: users.nickname, avatar: users.avatar },
    })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .innerJoin(users, eq(users.id, messages.receiverId))
    .$dynamic()

/** An outbox row with the text and the receiver of its message. */
export type OutboxListRow = Awaited<ReturnType<typeof selectOutbox>>[number]

/** One page of the outbox, latest first: of one state, of one receiver, or all. */
export async function pageOutbox(
  db: Database,
  {
    state,
    receiverId,
    limit,
    offset,
  }: { state?: OutboxState | undefined; receiverId?: string | undefined; limit: number; offset: number },
): Promise<{ rows: OutboxListRow[]; total: number }> {
  const ofReceiver =
    receiverId &&
    inArray(outbox.messageId, db.select({ id: messages.id }).from(messages).where(eq(messages.receiverId, receiverId)))
  const condition = and(state && IN_STATE[state], ofReceiver || undefined)
  const rows = await selectOutbox(db).where(condition).orderBy(desc(outbox.id)).limit(limit).offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: outbox.id }).from(outbox).where(condition)) }
}

/** The maximum age of a message that is sent again without being named. */
const MS_PER_DAY = 86_400_000

/**
 * A message qualifies to be sent again without review. It surely did not arrive, its failure is not permanent, and it
 * is recent.
 */
const isWorthAnother = (now: Date) =>
  and(
    not(outbox.mayBeSent),
    gt(outbox.createdAt, new Date(now.getTime() - MS_PER_DAY)),
    ...FINAL_REASONS.map((reason) => sql`${outbox.lastError} not similar to ${reason}`),
  )

/**
 * Makes failed messages due now. These are the named ones, or those of the last day that `isWorthAnother` admits. The
 * latest come first, `limit` at most. Messages claimed by a worker do not change.
 *
 * @returns the ids of the messages
 */
export async function makeDue(
  tx: Database,
  { ids, limit, now }: { ids?: readonly string[] | undefined; limit: number; now: Date },
): Promise<string[]> {
  const failed = and(
    or(IN_STATE.FAILING, IN_STATE.GIVEN_UP),
    isNull(outbox.claimedUntil),
    ids ? inArray(outbox.id, [...ids]) : isWorthAnother(now),
  )
  const input = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(failed)
    .orderBy(desc(outbox.id))
    .limit(limit)
    .for('update')
  const rows = await tx
    .update(outbox)
    .set({ nextAttemptAt: now, givenUpAt: null, lastError: null, mayBeSent: false, dismissedAt: null })
    .where(inArray(outbox.id, input))
    .returning({ id: outbox.id })
  return rows.map(({ id }) => id)
}

/** Takes the given-up messages that wait for operators out of the inbox: the named ones, or all. @returns their ids */
export async function dismissGivenUp(
  tx: Database,
  { ids, now }: { ids?: readonly string[] | undefined; now: Date },
): Promise<string[]> {
  const rows = await tx
    .update(outbox)
    .set({ dismissedAt: now })
    .where(and(waitsForOperators(outbox), ids && inArray(outbox.id, [...ids])))
    .returning({ id: outbox.id })
  return rows.map(({ id }) => id)
}
