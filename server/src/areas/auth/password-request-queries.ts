import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { passwordRequests } from './tables.ts'

const isWaiting = eq(passwordRequests.state, 'WAITING')

/** Writes a request down; one that waits already is counted once more. @returns whether it is a new one */
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

/** Locks a request until the transaction ends. */
export async function lockPasswordRequest(
  tx: Database,
  id: string,
): Promise<typeof passwordRequests.$inferSelect | undefined> {
  const [row] = await tx.select().from(passwordRequests).where(eq(passwordRequests.id, id)).for('update')
  return row
}

/** An operator's decision about a locked request. */
export async function settlePasswordRequest(
  tx: Database,
  id: string,
  settled: { state: 'GIVEN' | 'REFUSED'; reason: string; endedAt: Date },
): Promise<void> {
  await tx.update(passwordRequests).set(settled).where(eq(passwordRequests.id, id))
}

const ENDED_UNDECIDED = { contact: '', proof: '' }

/** Ends what waits of an account that needs it no more, and wipes what was said for it. */
export async function withdrawRequestOf(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordRequests)
    .set({ ...ENDED_UNDECIDED, state: 'WITHDRAWN', endedAt: now })
    .where(and(eq(passwordRequests.userId, userId), isWaiting))
}

/** Requests that wait since `madeBy` or longer. */
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

/** Ends a request that nobody decided, and wipes what was said for it; one that was decided meanwhile stays. */
export async function lapseRequest(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(passwordRequests)
    .set({ ...ENDED_UNDECIDED, state: 'LAPSED', endedAt: now })
    .where(and(eq(passwordRequests.id, id), isWaiting))
}

/** Takes away whatever an account asked for. */
export async function deleteRequestsOf(tx: Database, userId: string): Promise<void> {
  await tx.delete(passwordRequests).where(eq(passwordRequests.userId, userId))
}

/** Deletes requests that ended before an instant. */
export async function deleteEndedRequests(db: Database, before: Date): Promise<void> {
  await db.delete(passwordRequests).where(lt(passwordRequests.endedAt, before))
}
