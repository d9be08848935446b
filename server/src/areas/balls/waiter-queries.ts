import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { ballWaiters } from './tables.ts'

export type WaiterRow = typeof ballWaiters.$inferSelect

type OfPerson = { ballId: string; userId: string }

/** Who waits for a seat, first come first. */
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

/** Puts somebody at the end of a locked game's waiting list. */
export async function insertWaiter(tx: Database, waiter: OfPerson & { createdAt: Date }): Promise<void> {
  await tx.insert(ballWaiters).values(waiter)
}

/** Who has waited longest in a locked game. */
export async function findFirstWaiter(tx: Database, ballId: string): Promise<WaiterRow | undefined> {
  const [row] = await tx
    .select()
    .from(ballWaiters)
    .where(and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.state, 'WAITING')))
    .orderBy(asc(ballWaiters.id))
    .limit(1)
  return row
}

/** Whoever waited longest is offered a seat now. */
export async function markOffered(tx: Database, { id }: WaiterRow): Promise<void> {
  await tx.update(ballWaiters).set({ state: 'OFFERED' }).where(eq(ballWaiters.id, id))
}

/** Somebody waits no more in a locked game, neither for a seat nor for his own word on one. @returns whether he did */
export async function endWaiting(
  tx: Database,
  { ballId, userId }: OfPerson,
  state: 'SEATED' | 'LAPSED' | 'LEFT',
): Promise<boolean> {
  const own = and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.userId, userId))
  const rows = await tx
    .update(ballWaiters)
    .set({ state })
    .where(and(own, inArray(ballWaiters.state, ['WAITING', 'OFFERED'])))
    .returning({ id: ballWaiters.id })
  return rows.length > 0
}
