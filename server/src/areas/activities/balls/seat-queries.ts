import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballParticipants, ballRequests } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import type { OrderRow } from '../../money/payments/order.ts'

export type SeatRow = typeof ballParticipants.$inferSelect

/** A seat with its player. */
export type PlayerSeat = SeatRow & { nickname: string; avatar: string | null; level: number }

/** All seats that were ever taken in a game, in the order of taking. */
export async function listSeats(db: Database, ballId: string): Promise<PlayerSeat[]> {
  return db
    .select({
      ...getTableColumns(ballParticipants),
      nickname: users.nickname,
      avatar: users.avatar,
      level: users.level,
    })
    .from(ballParticipants)
    .innerJoin(users, eq(users.id, ballParticipants.userId))
    .where(eq(ballParticipants.ballId, ballId))
    .orderBy(asc(ballParticipants.id))
}

/** A new seat. The game's counter is changed by countSeat. */
export type NewSeat = Pick<
  typeof ballParticipants.$inferInsert,
  'ballId' | 'userId' | 'state' | 'orderId' | 'heldUntil' | 'confirmedAt' | 'createdAt'
>

export async function insertSeat(tx: Database, seat: NewSeat): Promise<SeatRow> {
  const [row] = await tx.insert(ballParticipants).values(seat).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Changes a seat of a locked game. */
export async function updateSeat(
  tx: Database,
  id: string,
  change: Partial<Omit<SeatRow, 'id' | 'ballId' | 'userId' | 'createdAt'>>,
): Promise<SeatRow> {
  const [row] = await tx.update(ballParticipants).set(change).where(eq(ballParticipants.id, id)).returning()
  if (!row) throw new Error(`seat ${id} is gone`)
  return row
}

/** The seat that an order pays for. */
export async function findSeatOfOrder(db: Database, orderId: string): Promise<SeatRow | undefined> {
  const [row] = await db.select().from(ballParticipants).where(eq(ballParticipants.orderId, orderId))
  return row
}

export async function findOrderById(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}

/** The seat that is offered to a user from the waiting list. */
export async function findOfferedSeat(db: Database, ballId: string, userId: string): Promise<SeatRow | undefined> {
  const { ballId: ball, userId: user, state } = ballParticipants
  const [row] = await db
    .select()
    .from(ballParticipants)
    .where(and(eq(ball, ballId), eq(user, userId), eq(state, 'OFFERED')))
  return row
}

/** The order that pays for a seat. */
export async function findOrderOfSeat(db: Database, seat: SeatRow): Promise<OrderRow | undefined> {
  return seat.orderId === null ? undefined : findOrderById(db, seat.orderId)
}

/** Seats of a game that were offered or held until `now` at the latest. */
export async function listExpiredSeats(db: Database, ballId: string, now: Date): Promise<SeatRow[]> {
  return db
    .select()
    .from(ballParticipants)
    .where(
      and(
        eq(ballParticipants.ballId, ballId),
        inArray(ballParticipants.state, ['OFFERED', 'HELD']),
        lte(ballParticipants.heldUntil, now),
      ),
    )
    .orderBy(asc(ballParticipants.id))
}

/** The earliest seat that was given back late and that nobody has taken since. */
export async function findLateLeaver(db: Database, ballId: string): Promise<SeatRow | undefined> {
  const [row] = await db
    .select()
    .from(ballParticipants)
    .where(
      and(
        eq(ballParticipants.ballId, ballId),
        eq(ballParticipants.state, 'LEFT_LATE'),
        sql`${ballParticipants.refilledBy} is null`,
      ),
    )
    .orderBy(asc(ballParticipants.leftAt), asc(ballParticipants.id))
    .limit(1)
  return row
}

const BALL_ORDER_KINDS = ['BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP'] as const

const isOfBall = (ballId: string): SQL | undefined =>
  and(inArray(orders.kind, BALL_ORDER_KINDS), eq(orders.objectId, ballId))

/** All orders of a game, by payer, because refunds lock the payers' cards one after the other. */
export async function listOrdersOfBall(db: Database, ballId: string): Promise<OrderRow[]> {
  return db.select().from(orders).where(isOfBall(ballId)).orderBy(asc(orders.userId), asc(orders.id))
}

/** A person's latest order of a game. */
export async function findLatestOrder(db: Database, ballId: string, userId: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(isOfBall(ballId), eq(orders.userId, userId)))
    .orderBy(desc(orders.id))
    .limit(1)
  return row
}

/** The initiator's verdict on a user's request to play out of the level range; null without a current request. */
export async function findRequestStatus(db: Database, ballId: string, userId: string): Promise<number | null> {
  const [row] = await db
    .select({ approveStatus: ballRequests.approveStatus })
    .from(ballRequests)
    .where(and(eq(ballRequests.ballId, ballId), eq(ballRequests.userId, userId), isNull(ballRequests.withdrawnAt)))
    .orderBy(desc(ballRequests.id))
    .limit(1)
  return row?.approveStatus ?? null
}
