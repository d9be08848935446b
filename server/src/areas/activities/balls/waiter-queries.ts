import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballWaiters } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'

export type WaiterRow = typeof ballWaiters.$inferSelect

type OfPerson = { ballId: string; userId: string }

/** The users who wait for a seat, first come first. */
export async function listWaiting(
  db: Database,
  ballId: string,
): Promise<{ id: string; nickname: string; avatar: string | null }[]> {
  return db
    .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
    .from(ballWaiters)
    .innerJoin(users, eq(users.id, ballWaiters.userId))
    .where(and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.state, 'WAITING')))
    .orderBy(asc(ballWaiters.id))
}

/** Puts a user at the end of a locked game's waiting list. */
export async function insertWaiter(tx: Database, waiter: OfPerson & { createdAt: Date }): Promise<void> {
  await tx.insert(ballWaiters).values(waiter)
}

/** The user who has waited longest in a locked game. */
export async function findFirstWaiter(tx: Database, ballId: string): Promise<WaiterRow | undefined> {
  const [row] = await tx
    .select()
    .from(ballWaiters)
    .where(and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.state, 'WAITING')))
    .orderBy(asc(ballWaiters.id))
    .limit(1)
  return row
}

/** Records that a waiting user is offered a seat now. */
export async function markOffered(tx: Database, { id }: WaiterRow): Promise<void> {
  await tx.update(ballWaiters).set({ state: 'OFFERED' }).where(eq(ballWaiters.id, id))
}

/** Ends a user's waiting in a locked game, for a seat or for their answer to an offer. @returns whether they waited */
export async function endWaiting(
  tx: Database,
  { ballId, userId }: OfPerson,
  state: 'SEATED' | 'EXPIRED' | 'LEFT',
): Promise<boolean> {
  const own = and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.userId, userId))
  const rows = await tx
    .update(ballWaiters)
    .set({ state })
    .where(and(own, inArray(ballWaiters.state, ['WAITING', 'OFFERED'])))
    .returning({ id: ballWaiters.id })
  return rows.length > 0
}
