import { ApiError } from '@paidang/api/catalogue/errors'
import { ACTIVE_BALL_STATUSES, type BallStatus } from '@paidang/domain/areas/activities/balls/ball-status'
import { dateAndWeekday, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { ballTopic } from '../../../db/topics.ts'
import { ballGames } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { type Notice, notify } from '../../ground/messages/notify.ts'
import { gridTopicsOf } from '../../time/schedule/claim-cells.ts'

export type BallRow = typeof ballGames.$inferSelect

/**
 * Locks and reads the game until the transaction ends. Code that changes its seats, orders or claims must lock it
 * first.
 */
export async function lockBall(tx: Database, id: string): Promise<BallRow | undefined> {
  const [row] = await tx.select().from(ballGames).where(eq(ballGames.id, id)).for('update')
  return row
}

/** Reads a game again that this transaction has locked. */
export async function rereadBall(tx: Database, id: string): Promise<BallRow> {
  const ball = await lockBall(tx, id)
  if (!ball) throw new Error(`ball game ${id} is locked, and yet is gone`)
  return ball
}

/** Changes a locked game. */
export async function updateBall(
  tx: Database,
  id: string,
  change: Partial<typeof ballGames.$inferInsert>,
): Promise<BallRow> {
  const [row] = await tx.update(ballGames).set(change).where(eq(ballGames.id, id)).returning()
  if (!row) throw new Error(`ball game ${id} is gone`)
  return row
}

/**
 * Counts one seat more or less, and updates the status to full or open.
 *
 * @returns the changed row; undefined when there is no seat to take or to give back
 */
export async function countSeat(tx: Database, id: string, by: 1 | -1): Promise<BallRow | undefined> {
  const { seatsTaken, maxPlayers, status } = ballGames
  const after = sql`${seatsTaken} + ${by}`
  const [row] = await tx
    .update(ballGames)
    .set({
      seatsTaken: after,
      status: sql`case when ${status} not in ('OPEN', 'FULL') then ${status}
        when ${after} = ${maxPlayers} then 'FULL' else 'OPEN' end`,
    })
    .where(and(eq(ballGames.id, id), sql`${after} between 0 and ${maxPlayers}`))
    .returning()
  return row
}

/** Notifies open pages of a game, and the grids of the people whose half-hours changed. */
export async function publishBall(tx: Database, ball: BallRow, personIds: readonly string[] = []): Promise<void> {
  const venueId = ball.courtId === null ? null : ball.stadiumId
  const grids = gridTopicsOf({ venueId, personIds, day: ball.activityDate })
  await publishChanges(tx, [ballTopic(ball.id), ...grids])
}

/** When a game begins. */
export const startOf = ({ activityDate, beginTimeSlot }: Pick<BallRow, 'activityDate' | 'beginTimeSlot'>) =>
  instantOf(activityDate, beginTimeSlot)

/** When a game ends. */
export const endOf = ({ activityDate, endTimeSlot }: Pick<BallRow, 'activityDate' | 'endTimeSlot'>) =>
  instantOf(activityDate, endTimeSlot)

/** Whether a game is active: seats can be taken and left. */
export const isActive = (status: BallStatus) => ACTIVE_BALL_STATUSES.some((standing) => standing === status)

/** Whether a game is active and has not begun. */
export const isToCome = (ball: Pick<BallRow, 'status' | 'activityDate' | 'beginTimeSlot'>, now: Date) =>
  isActive(ball.status) && startOf(ball) > now

/** @throws ApiError ball_settled when the game is over or called off, ball_started once it has begun */
export function assertNotStarted(ball: BallRow, now: Date): void {
  if (!isActive(ball.status) && ball.status !== 'UNPAID') throw new ApiError('ball_settled')
  if (startOf(ball) <= now) throw new ApiError('ball_started')
}

/**
 * For actions that also require that the initiator has paid.
 *
 * @throws ApiError ball_settled unless the game is active, ball_started once it has begun
 */
export function assertActive(ball: BallRow, now: Date): void {
  if (!isActive(ball.status)) throw new ApiError('ball_settled')
  assertNotStarted(ball, now)
}

/** A game in a message: its title and time. */
export const factsOf = ({ title, activityDate, beginTimeSlot, endTimeSlot }: BallRow) =>
  `${title}，${dateAndWeekday(activityDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`

/** Sends a message about a game, which names it and then says `text`. */
export const notifyOfBall = (
  tx: Database,
  ball: BallRow,
  {
    text,
    ...notice
  }: { text?: string | undefined } & Pick<Notice, 'receiverIds' | 'senderId' | 'title'> & Partial<Notice>,
) =>
  notify(tx, {
    category: 'invitation',
    content: text === undefined ? factsOf(ball) : `${factsOf(ball)}：${text}`,
    about: { kind: 'ball', id: ball.id },
    ...notice,
  })

/** A person as games check them: level, gender if it was stated, and whether they are a coach of any kind. */
export async function findPeople(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id, nickname, avatar, level, genderStated } = users
  const gender = sql<number | null>`case when ${genderStated} then ${users.gender} end`
  return db
    .select({ id, nickname, avatar, level, gender, isCoach: sql<boolean>`${users.userType} <> 0` })
    .from(users)
    .where(inArray(users.id, [...ids]))
}

/** A user's name in a message; empty for an unknown user. */
export async function nameOf(db: Database, userId: string): Promise<string> {
  const [person] = await findPeople(db, [userId])
  return person?.nickname ?? ''
}
