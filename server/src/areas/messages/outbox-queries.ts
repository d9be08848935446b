import { and, asc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { messageSettings, messages, outbox, subscriptions } from './tables.ts'
import type { WechatWords } from './wechat-words.ts'

/** How long a worker has for one message: much longer than any call to WeChat may take. */
const CLAIM = sql`interval '2 minutes'`

/** What neither went out nor was given up. */
const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.givenUpAt))

/** Machines agree on the database's clock, whatever a server takes for now. */
const isUnclaimed = or(isNull(outbox.claimedUntil), sql`${outbox.claimedUntil} <= clock_timestamp()`)

/** A message that is due, and its receiver as WeChat and his settings know him. */
export type DueMessage = Awaited<ReturnType<typeof listDue>>[number]

/** Messages whose time has come and that no worker has, in the order of their ids. */
export async function listDue(db: Database, { now, afterId, limit }: { now: Date; afterId: string; limit: number }) {
  const columns = {
    id: outbox.id,
    words: sql<WechatWords>`${outbox.payload}`,
    attempts: outbox.attempts,
    nextAttemptAt: outbox.nextAttemptAt,
    /** A claim that ended by itself: nobody wrote what came of it. */
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

/** Takes a waiting message for one attempt. @returns which attempt it is; undefined when another worker was faster */
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

/** Writes what came of a message, unless a later attempt is under way. @returns whether it was this attempt's to say */
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

/** What is left of a person's consents to a template after one message, or after WeChat says that `all` are spent. */
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

/** Removes what went out or was given up before then. */
export async function deleteEnded(db: Database, before: Date): Promise<void> {
  await db.delete(outbox).where(or(lt(outbox.sentAt, before), lt(outbox.givenUpAt, before)))
}

/** What is held back for a person is due now; it waits anew where his settings still want quiet. */
export async function releaseHeld(tx: Database, receiverId: string, now: Date): Promise<void> {
  const own = sql`${outbox.messageId} in (select id from ${messages} where receiver_id = ${receiverId})`
  await tx
    .update(outbox)
    .set({ nextAttemptAt: now })
    .where(and(isWaiting, eq(outbox.attempts, 0), gt(outbox.nextAttemptAt, now), own))
}
