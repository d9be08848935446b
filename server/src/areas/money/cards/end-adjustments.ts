import type { RequestState } from '@paidang/domain/kernel/money-request'
import { overLimitSince, WAITING } from '@paidang/domain/kernel/waiting'
import { and, asc, eq, gt, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { cardAdjustments } from '../../../tables/cards.ts'
import { users } from '../../../tables/identities.ts'

export type AdjustmentRow = typeof cardAdjustments.$inferSelect

/** The owner of a card. Locks the user's row, so that the account is not closed before the transaction ends. */
export async function lockOwnerForShare(
  tx: Database,
  userId: string | SQLWrapper,
): Promise<{ nickname: string; isClosed: boolean } | undefined> {
  const [row] = await tx
    .select({ nickname: users.nickname, isClosed: sql<boolean>`${users.closedAt} is not null` })
    .from(users)
    .where(sql`${users.id} = (${userId})`)
    .for('key share')
  return row
}

/**
 * Locks an adjustment, so that nobody else ends it before the transaction ends. Says whether the owner's account is
 * closed, and prevents its closing meanwhile. The order of locks is that of closing an account: the owner, the
 * adjustment, then its card.
 */
export async function lockAdjustment(
  tx: Database,
  id: string,
): Promise<(AdjustmentRow & { isOwnerClosed: boolean }) | undefined> {
  const ownerId = tx.select({ id: cardAdjustments.userId }).from(cardAdjustments).where(eq(cardAdjustments.id, id))
  const owner = await lockOwnerForShare(tx, ownerId)
  const [row] = await tx.select().from(cardAdjustments).where(eq(cardAdjustments.id, id)).for('update')
  return row && owner && { ...row, isOwnerClosed: owner.isClosed }
}

/** Stores the end of a locked adjustment. */
export async function endAdjustment(
  tx: Database,
  id: string,
  end: { state: Exclude<RequestState, 'WAITING'>; cardId: string | null; note: string; endedAt: Date } & {
    decidedBy: string | null
  },
): Promise<void> {
  await tx.update(cardAdjustments).set(end).where(eq(cardAdjustments.id, id))
}

/** Waiting adjustments that were requested at or before `madeBy`, by id. */
async function listOldAdjustments(
  db: Database,
  { madeBy, afterId, limit }: { madeBy: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const { id, state, createdAt } = cardAdjustments
  return db
    .select({ id })
    .from(cardAdjustments)
    .where(and(eq(state, 'WAITING'), lte(createdAt, madeBy), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
}

/** The note that the staff sees on an adjustment that was withdrawn automatically. */
const CLOSED = '持卡人已注销，申请自动撤回'

/**
 * Withdraws the waiting adjustments of a person's cards when their account ends.
 *
 * @param tx holds the lock of the person's row
 */
export async function endAdjustments(tx: Database, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await tx
    .update(cardAdjustments)
    .set({ state: 'WITHDRAWN', note: CLOSED, endedAt: now })
    .where(and(eq(cardAdjustments.userId, userId), eq(cardAdjustments.state, 'WAITING')))
}

/**
 * Withdraws adjustments that nobody decided within their limit. Somebody who still needs one asks again.
 *
 * Source: decision record 037
 */
export async function expireAdjustments({ db, now, signal, onFault }: JobContext): Promise<void> {
  const note = `超过${WAITING.CARD_ADJUSTMENT.limit}天无人审批，申请自动失效`
  await processEach({
    what: 'expire card adjustment',
    list: (page) => listOldAdjustments(db, { madeBy: overLimitSince('CARD_ADJUSTMENT', now), ...page }),
    each: ({ id }) =>
      db.transaction(async (tx) => {
        const adjustment = await lockAdjustment(tx, id)
        if (adjustment?.state !== 'WAITING') return
        const { cardId } = adjustment
        await endAdjustment(tx, id, { state: 'WITHDRAWN', cardId, decidedBy: null, note, endedAt: now })
      }),
    signal,
    onFault,
  })
}
