import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { passwordRequests } from '../../../tables/auth.ts'

const isWaiting = eq(passwordRequests.state, 'WAITING')

/** Inserts a request. A request that already waits is only counted once more. @returns whether it is new */
export async function insertPasswordRequest(
  tx: Database,
  asked: { userId: string; account: string; contact: string; proof: string; now: Date },
): Promise<boolean> {
  const { now, ...row } = asked
  const [stands] = await tx
    .insert(passwordRequests)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({
      target: passwordRequests.userId,
      targetWhere: sql`state = 'WAITING'`,
      set: { timesAsked: sql`${passwordRequests.timesAsked} + 1` },
    })
    .returning({ timesAsked: passwordRequests.timesAsked })
  return stands?.timesAsked === 1
}

/** Locks a request until the transaction ends. Its user must be locked first. */
export async function lockPasswordRequest(
  tx: Database,
  id: string,
): Promise<typeof passwordRequests.$inferSelect | undefined> {
  const [row] = await tx.select().from(passwordRequests).where(eq(passwordRequests.id, id)).for('update')
  return row
}

/** Records an operator's decision about a locked request. */
export async function settlePasswordRequest(
  tx: Database,
  id: string,
  settled: { state: 'GIVEN' | 'REFUSED'; reason: string; endedAt: Date },
): Promise<void> {
  await tx.update(passwordRequests).set(settled).where(eq(passwordRequests.id, id))
}

const ENDED_UNDECIDED = { contact: '', proof: '' }

/** Withdraws the waiting request of an account that no longer needs it, and wipes the details given in it. */
export async function withdrawRequestOf(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordRequests)
    .set({ ...ENDED_UNDECIDED, state: 'WITHDRAWN', endedAt: now })
    .where(and(eq(passwordRequests.userId, userId), isWaiting))
}

/** Lists the waiting requests made at or before `madeBy`. */
export async function listOldRequests(
  db: Database,
  { madeBy, afterId, limit }: { madeBy: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: passwordRequests.id })
    .from(passwordRequests)
    .where(and(isWaiting, lte(passwordRequests.createdAt, madeBy), gt(passwordRequests.id, afterId)))
    .orderBy(asc(passwordRequests.id))
    .limit(limit)
}

/**
 * Expires a request that nobody decided, and wipes the details given in it. A request decided in the meantime stays.
 */
export async function expireRequest(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(passwordRequests)
    .set({ ...ENDED_UNDECIDED, state: 'EXPIRED', endedAt: now })
    .where(and(eq(passwordRequests.id, id), isWaiting))
}

/** Deletes all requests of an account. */
export async function deleteRequestsOf(tx: Database, userId: string): Promise<void> {
  await tx.delete(passwordRequests).where(eq(passwordRequests.userId, userId))
}

/** Deletes requests that ended before an instant. */
export async function deleteEndedRequests(db: Database, before: Date): Promise<void> {
  await db.delete(passwordRequests).where(lt(passwordRequests.endedAt, before))
}
