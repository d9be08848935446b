import * as api from '@paidang/api/areas/ground/admin-outbox'
import { type OutboxState, outboxStateOf } from '@paidang/domain/areas/ground/messages/outbox'
import { and, desc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { enqueueJob } from '../../../jobs/queue-queries.ts'
import { users } from '../../../tables/identities.ts'
import { messages, outbox, waitsForOperators } from '../../../tables/messages.ts'
import { recordAuditEvent } from '../audit-log/audit-log.ts'
import { isWaiting } from './outbox-queries.ts'
import { FINAL_REASONS } from './send-outbox.ts'
import type { WechatText } from './wechat-text.ts'

/** How many messages one call sends again at most. */
const MOST_AT_ONCE = 1_000

/** The job that sends due messages. */
const SENDING_JOB = 'send-outbox'

/** The maximum age of a message that is sent again without being named. */
const MS_PER_DAY = 86_400_000

/** The SQL conditions that match outboxStateOf. */
const IN_STATE: Record<OutboxState, SQL | undefined> = {
  WAITING: and(isWaiting, isNull(outbox.lastError)),
  FAILING: and(isWaiting, isNotNull(outbox.lastError)),
  SENT: isNotNull(outbox.sentAt),
  GIVEN_UP: isNotNull(outbox.givenUpAt),
}

/** Outbox rows with the text and the receiver of their messages. */
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

type Row = Awaited<ReturnType<typeof selectOutbox>>[number]

function present({ words, sentAt, givenUpAt, createdAt, nextAttemptAt, ...row }: Row): api.OutboxRow {
  const endedAt = sentAt ?? givenUpAt
  return {
    ...row,
    state: outboxStateOf({ sentAt, givenUpAt, lastError: row.lastError }),
    template: words.template,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: endedAt ? null : nextAttemptAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

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

export default plugin([
  handle(api.listOutbox, ({ query, db }) => {
    const { state, receiverId } = query
    const ofReceiver = receiverId === undefined ? undefined : eq(messages.receiverId, receiverId)
    const where = and(state && IN_STATE[state], ofReceiver)
    return pageOf(db, selectOutbox(db), { where, order: [desc(outbox.id)], query, present })
  }),

  // Messages claimed by a worker do not change.
  handle(api.retryOutbox, ({ body: { ids }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const failed = tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            or(IN_STATE.FAILING, IN_STATE.GIVEN_UP),
            isNull(outbox.claimedUntil),
            ids ? inArray(outbox.id, ids) : isWorthAnother(now),
          ),
        )
        .orderBy(desc(outbox.id))
        .limit(MOST_AT_ONCE)
        .for('update')
      const due = await tx
        .update(outbox)
        .set({ nextAttemptAt: now, givenUpAt: null, lastError: null, mayBeSent: false, dismissedAt: null })
        .where(inArray(outbox.id, failed))
        .returning({ id: outbox.id })
      const [first] = due
      if (!first) return { retried: 0 }
      await enqueueJob(tx, SENDING_JOB)
      const summary = due.length === 1 ? '重发一条微信消息' : `重发 ${due.length} 条微信消息`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'outbox.retry', objectId: first.id, summary, now })
      return { retried: due.length }
    }),
  ),

  // The messages leave the inbox of operators and stay in the list. A repeat changes nothing.
  handle(api.dismissOutbox, ({ body: { ids }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const gone = await tx
        .update(outbox)
        .set({ dismissedAt: now })
        .where(and(waitsForOperators(outbox), ids && inArray(outbox.id, ids)))
        .returning({ id: outbox.id })
      const [first] = gone
      if (!first) return { dismissed: 0 }
      const summary = `${gone.length} 条未送达的微信消息标为已处理`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'outbox.dismiss', objectId: first.id, summary, now })
      return { dismissed: gone.length }
    }),
  ),
])
