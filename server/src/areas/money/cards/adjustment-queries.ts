import type { RequestState } from '@paidang/domain/kernel/money-request'
import { and, asc, desc, eq, gt, inArray, lte, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { cardAdjustments, storedCards } from '../../../tables/cards.ts'
import { users } from '../../../tables/identities.ts'
import { staff } from '../../../tables/staff-identities.ts'

export type AdjustmentRow = typeof cardAdjustments.$inferSelect

/** The fields of a requested adjustment. It is inserted in the state WAITING. */
export type NewAdjustment = Pick<
  AdjustmentRow,
  'userId' | 'cardId' | 'isNewCard' | 'principalChange' | 'giftChange' | 'reason' | 'requestedBy' | 'createdAt'
>

/** Inserts a requested adjustment. Undefined while another one of the card, or another new card of the user, waits. */
export async function insertAdjustment(tx: Database, adjustment: NewAdjustment): Promise<AdjustmentRow | undefined> {
  const [row] = await tx.insert(cardAdjustments).values(adjustment).onConflictDoNothing().returning()
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
export async function listOldAdjustments(
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

/** Withdraws all waiting adjustments of a user whose account is being closed. */
export async function withdrawAllOf(tx: Database, userId: string, end: { note: string; endedAt: Date }): Promise<void> {
  await tx
    .update(cardAdjustments)
    .set({ state: 'WITHDRAWN', ...end })
    .where(and(eq(cardAdjustments.userId, userId), eq(cardAdjustments.state, 'WAITING')))
}

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

const asker = alias(staff, 'asker')
const decider = alias(staff, 'decider')
const { id: ownerId, nickname, avatar } = users
const selectAdjustments = (db: Database) =>
  db
    .select({
      adjustment: cardAdjustments,
      owner: { id: ownerId, nickname, avatar },
      card: storedCards,
      requestedBy: { id: asker.id, nickname: asker.nickname },
      decidedBy: { id: decider.id, nickname: decider.nickname },
    })
    .from(cardAdjustments)
    .innerJoin(users, eq(users.id, cardAdjustments.userId))
    .innerJoin(asker, eq(asker.id, cardAdjustments.requestedBy))
    .leftJoin(decider, eq(decider.id, cardAdjustments.decidedBy))
    .leftJoin(storedCards, eq(storedCards.id, cardAdjustments.cardId))
    .$dynamic()

export type AdjustmentOfCard = Awaited<ReturnType<typeof selectAdjustments>>[number]

export async function findAdjustmentOfCard(db: Database, id: string): Promise<AdjustmentOfCard | undefined> {
  const [row] = await selectAdjustments(db).where(eq(cardAdjustments.id, id))
  return row
}

/** One page of adjustments of one state or all, and of one card or all. Waiting ones come first, then the latest. */
export async function pageAdjustments(
  db: Database,
  {
    state,
    cardNo,
    limit,
    offset,
  }: { state: RequestState | undefined; cardNo: string | undefined; limit: number; offset: number },
): Promise<{ rows: AdjustmentOfCard[]; total: number }> {
  const ofNumber = db
    .select({ id: storedCards.id })
    .from(storedCards)
    .where(eq(storedCards.cardNo, cardNo ?? ''))
  const condition = and(
    state && eq(cardAdjustments.state, state),
    cardNo === undefined ? undefined : inArray(cardAdjustments.cardId, ofNumber),
  )
  const rows = await selectAdjustments(db)
    .where(condition)
    .orderBy(desc(sql`(${cardAdjustments.state} = 'WAITING')`), desc(cardAdjustments.id))
    .limit(limit)
    .offset(offset)
  const matching = db.select({ id: cardAdjustments.id }).from(cardAdjustments).where(condition)
  return { rows, total: await countUpTo(db, matching) }
}
