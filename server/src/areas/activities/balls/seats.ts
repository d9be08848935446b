import { ApiError } from '@paidang/api/catalogue/errors'
import { LIVE_SEATS } from '@paidang/domain/areas/activities/balls/ball-status'
import { and, asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballParticipants, ballRequests } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'

export type SeatRow = typeof ballParticipants.$inferSelect

/** A seat with its player. */
export type PlayerSeat = SeatRow & { nickname: string; avatar: string | null; level: number; levelIsUnsaid: boolean }

/** All seats that were ever taken in a game, in the order of taking. */
export async function listSeats(db: Database, ballId: string): Promise<PlayerSeat[]> {
  return db
    .select({
      ...getTableColumns(ballParticipants),
      nickname: users.nickname,
      avatar: users.avatar,
      level: users.level,
      levelIsUnsaid,
    })
    .from(ballParticipants)
    .innerJoin(users, eq(users.id, ballParticipants.userId))
    .where(eq(ballParticipants.ballId, ballId))
    .orderBy(asc(ballParticipants.id))
}

/** The seat that an order pays for. */
export async function findSeatOfOrder(db: Database, orderId: string): Promise<SeatRow | undefined> {
  const [row] = await db.select().from(ballParticipants).where(eq(ballParticipants.orderId, orderId))
  return row
}

/** Inserts a new seat. The game's counter is changed by countSeat. */
export async function insertSeat(tx: Database, seat: typeof ballParticipants.$inferInsert): Promise<SeatRow> {
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

/** Whether a seat is one that nobody else can take. */
export const isLive = ({ state }: Pick<SeatRow, 'state'>) => LIVE_SEATS.some((live) => live === state)

/** Whether a seat's player plays, or pays for it. */
export const isTaken = ({ state }: Pick<SeatRow, 'state'>) => state === 'HELD' || state === 'CONFIRMED'

/** Whether a player has a seat at `now`. A seat that waits for an answer or money is held for a limited time. */
export const isHeldAt = (seat: Pick<SeatRow, 'heldUntil'> | undefined, now: Date) =>
  seat !== undefined && (seat.heldUntil === null || seat.heldUntil > now)

/** Whether a seat's player has not agreed to a change of the game. At the start they leave the game. */
export const isUnanswered = ({ state, changedAt }: SeatRow) => state === 'CONFIRMED' && changedAt !== null

/** Whether a seat was given back late, and nobody has taken the place since. The money stays in the game. */
export const isLateUnfilled = ({ state, refilledBy }: SeatRow) => state === 'LEFT_LATE' && refilledBy === null

/** The players of these seats. */
export const playersOf = (seats: readonly SeatRow[]) => seats.map(({ userId }) => userId)

/** @throws ApiError ball_player_unknown unless the user has a confirmed seat */
export async function assertPlays(tx: Database, ballId: string, userId: string): Promise<PlayerSeat> {
  const seat = (await listSeats(tx, ballId)).find((it) => it.userId === userId && it.state === 'CONFIRMED')
  if (!seat) throw new ApiError('ball_player_unknown')
  return seat
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
