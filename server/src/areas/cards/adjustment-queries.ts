import type { RequestState } from '@paidang/domain/kernel/money-request'
import { and, desc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo } from '../../db/count-up-to.ts'
import type { Database } from '../../db/database.ts'
import { staff } from '../auth/tables.ts'
import { users } from '../profile/tables.ts'
import { cardAdjustments, storedCards } from './tables.ts'

export type AdjustmentRow = typeof cardAdjustments.$inferSelect

/** What is asked for, WAITING. */
export type NewAdjustment = Pick<
  AdjustmentRow,
  'userId' | 'cardId' | 'isNewCard' | 'principalChange' | 'giftChange' | 'reason' | 'askedBy' | 'createdAt'
>

/** Writes what is asked for; undefined while another of the card, or another new card of the user, waits. */
export async function insertAdjustment(tx: Database, adjustment: NewAdjustment): Promise<AdjustmentRow | undefined> {
  const [row] = await tx.insert(cardAdjustments).values(adjustment).onConflictDoNothing().returning()
  return row
}

/**
 * The adjustment, until the transaction ends nobody else's to end, and whether its owner's account is closed, which it will not
 * be meanwhile. Locked in the order in which closing an account does it: the owner, the adjustment, then its card.
 */
export async function lockAdjustment(
  tx: Database,
  id: string,
): Promise<(AdjustmentRow & { isOwnerClosed: boolean }) | undefined> {
  const ownerId = tx.select({ id: cardAdjustments.userId }).from(cardAdjustments).where(eq(cardAdjustments.id, id))
  const owner = await keepOwner(tx, ownerId)
  const [row] = await tx.select().from(cardAdjustments).where(eq(cardAdjustments.id, id)).for('update')
  return row && owner && { ...row, isOwnerClosed: owner.isClosed }
}

/** How a locked adjustment ended. */
export async function endAdjustment(
  tx: Database,
  id: string,
  end: { state: Exclude<RequestState, 'WAITING'>; cardId: string | null; note: string; endedAt: Date } & {
    decidedBy: string | null
  },
): Promise<void> {
  await tx.update(cardAdjustments).set(end).where(eq(cardAdjustments.id, id))
}

/** Ends all that waits of a user, who closes his account. */
export async function withdrawAllOf(tx: Database, userId: string, end: { note: string; endedAt: Date }): Promise<void> {
  await tx
    .update(cardAdjustments)
    .set({ state: 'WITHDRAWN', ...end })
    .where(and(eq(cardAdjustments.userId, userId), eq(cardAdjustments.state, 'WAITING')))
}

/** The user of a card; until the transaction ends, his account does not close. */
export async function keepOwner(
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
      askedBy: { id: asker.id, nickname: asker.nickname },
      decidedBy: { id: decider.id, nickname: decider.nickname },
    })
    .from(cardAdjustments)
    .innerJoin(users, eq(users.id, cardAdjustments.userId))
    .innerJoin(asker, eq(asker.id, cardAdjustments.askedBy))
    .leftJoin(decider, eq(decider.id, cardAdjustments.decidedBy))
    .leftJoin(storedCards, eq(storedCards.id, cardAdjustments.cardId))
    .$dynamic()

export type AdjustmentOfCard = Awaited<ReturnType<typeof selectAdjustments>>[number]

export async function findAdjustmentOfCard(db: Database, id: string): Promise<AdjustmentOfCard | undefined> {
  const [row] = await selectAdjustments(db).where(eq(cardAdjustments.id, id))
  return row
}

/** One page of adjustments of one state or all, of one card or all: those that wait first, then the latest. */
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
  const wanted = and(
    state && eq(cardAdjustments.state, state),
    cardNo === undefined ? undefined : inArray(cardAdjustments.cardId, ofNumber),
  )
  const rows = await selectAdjustments(db)
    .where(wanted)
    .orderBy(desc(sql`(${cardAdjustments.state} = 'WAITING')`), desc(cardAdjustments.id))
    .limit(limit)
    .offset(offset)
  const matching = db.select({ id: cardAdjustments.id }).from(cardAdjustments).where(wanted)
  return { rows, total: await countUpTo(db, matching) }
}
