import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballRequests } from '../../../tables/balls.ts'

export type RequestRow = typeof ballRequests.$inferSelect

/** Inserts a user's request to the initiator of a locked game. */
export async function insertRequest(
  tx: Database,
  request: Pick<RequestRow, 'ballId' | 'userId' | 'note' | 'createdAt'>,
): Promise<RequestRow> {
  const [row] = await tx.insert(ballRequests).values(request).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

export async function findRequest(db: Database, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(ballRequests).where(eq(ballRequests.id, id))
  return row
}

/** Requests of a locked game that nobody has decided. */
export async function listOpenRequests(tx: Database, ballId: string): Promise<RequestRow[]> {
  return tx
    .select()
    .from(ballRequests)
    .where(and(eq(ballRequests.ballId, ballId), eq(ballRequests.approveStatus, 0)))
    .orderBy(asc(ballRequests.id))
}

/** How often a user withdrew a request in a locked game. */
export async function countWithdrawn(tx: Database, ballId: string, userId: string): Promise<number> {
  const own = and(eq(ballRequests.ballId, ballId), eq(ballRequests.userId, userId))
  return tx.$count(ballRequests, and(own, isNotNull(ballRequests.withdrawnAt)))
}

/** Withdraws a user's request in a locked game, unless it is decided. @returns the request's id, if there was one */
export async function withdrawRow(
  tx: Database,
  { ballId, userId, now }: { ballId: string; userId: string; now: Date },
): Promise<string | undefined> {
  const isOpen = and(eq(ballRequests.userId, userId), eq(ballRequests.approveStatus, APPROVAL.PENDING))
  const [row] = await tx
    .update(ballRequests)
    .set({ approveStatus: APPROVAL.REJECTED, decidedAt: now, withdrawnAt: now })
    .where(and(eq(ballRequests.ballId, ballId), isOpen))
    .returning({ id: ballRequests.id })
  return row?.id
}

/** Stores the initiator's verdict on a request in a locked game. */
export async function decideRow(
  tx: Database,
  { id, approveStatus, now }: { id: string; approveStatus: 1 | 2; now: Date },
): Promise<void> {
  await tx.update(ballRequests).set({ approveStatus, decidedAt: now }).where(eq(ballRequests.id, id))
}
