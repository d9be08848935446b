import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { messageSettings, messages, outbox, subscriptions } from '../../../tables/messages.ts'
import type { WechatText } from './wechat-text.ts'

/** How long a worker may claim one message. This is much longer than any call to WeChat may take. */
const CLAIM = sql`interval '2 minutes'`

/** Messages that were neither sent nor given up. */
export const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.givenUpAt))

/** All machines use the clock of the database, because the clocks of servers differ. */
const isUnclaimed = or(isNull(outbox.claimedUntil), sql`${outbox.claimedUntil} <= clock_timestamp()`)

/** A due message with its receiver's WeChat id and quiet hours. */
export type DueMessage = Awaited<ReturnType<typeof listDue>>[number]

/** Due messages that no worker has claimed, ordered by id. */
export async function listDue(db: Database, { now, afterId, limit }: { now: Date; afterId: string; limit: number }) {
  const columns = {
    id: outbox.id,
    words: sql<WechatText>`${outbox.payload}`,
    attempts: outbox.attempts,
    nextAttemptAt: outbox.nextAttemptAt,
    /** Not null for a claim that expired: its worker never stored a result. */
    claimedUntil: outbox.claimedUntil,
    receiverId: messages.receiverId,
    isRead: sql<boolean>`${messages.readStatus} = 1 or ${messages.deletedAt} is not null`,
    openId: users.openId,
    quietFrom: messageSettings.quietFrom,
    quietTo: messageSettings.quietTo,
  }
  return db
    .select(columns)
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .innerJoin(users, eq(users.id, messages.receiverId))
    .leftJoin(messageSettings, eq(messageSettings.userId, users.id))
    .where(and(isWaiting, isUnclaimed, lte(outbox.nextAttemptAt, now), gt(outbox.id, afterId)))
    .orderBy(asc(outbox.id))
    .limit(limit)
}

/**
 * Claims a waiting message for one attempt.
 *
 * @returns the number of the attempt; undefined if another worker claimed it first
 */
export async function claimMessage(db: Database, id: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .update(outbox)
    .set({ claimedUntil: sql`clock_timestamp() + ${CLAIM}`, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.id, id), isWaiting, isNull(outbox.claimedUntil), lte(outbox.nextAttemptAt, now)))
    .returning({ attempts: outbox.attempts })
  return row?.attempts
}

type Ending = Partial<
  Pick<typeof outbox.$inferInsert, 'sentAt' | 'givenUpAt' | 'lastError' | 'mayBeSent' | 'nextAttemptAt'>
>

/**
 * Stores the result of an attempt, unless a later attempt has started.
 *
 * @returns whether the result was stored
 */
export async function settleMessage(
  db: Database,
  { id, attempts }: { id: string; attempts: number },
  ending: Ending,
): Promise<boolean> {
  const rows = await db
    .update(outbox)
    .set({ ...ending, claimedUntil: null })
    .where(and(eq(outbox.id, id), isWaiting, eq(outbox.attempts, attempts)))
    .returning({ id: outbox.id })
  return rows.length > 0
}

/** Reduces a person's remaining consents to a template by one message, or to zero when WeChat reports `all` spent. */
export async function spendQuota(
  tx: Database,
  { userId, template }: { userId: string; template: string },
  spent: 'one' | 'all' = 'one',
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ quota: spent === 'all' ? 0 : sql`greatest(${subscriptions.quota} - 1, 0)` })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.template, template)))
}
