import type { BallResult } from '@paidang/api/areas/ball-results'
import { ApiError } from '@paidang/api/catalogue/errors'
import { setsOf } from '@paidang/domain/areas/balls/result'
import type { Database } from '../../../db/database.ts'
import { findPeople } from './ball-queries.ts'
import { openBall } from './open-ball.ts'
import { findAskingMessage, findUndisputedResult, listResultPlayers, type ResultRow } from './result-queries.ts'

/**
 * How a game ended, for those who played in it. Null while no result was recorded, or after it was disputed.
 *
 * @throws ApiError ball_not_found, also for callers who see the game and do not play in it.
 * Source: permission matrix
 */
export async function readBallResult(
  db: Database,
  { ballId, actorId }: { ballId: string; actorId: string },
): Promise<BallResult | null> {
  const { own } = await openBall(db, { ballId, actorId })
  if (own?.state !== 'CONFIRMED') throw new ApiError('ball_not_found')
  const row = await findUndisputedResult(db, ballId)
  return row ? presentResult(db, row, actorId) : null
}

/** A result as one of the players sees it. */
export async function presentResult(db: Database, row: ResultRow, actorId: string): Promise<BallResult> {
  const players = await listResultPlayers(db, row.id)
  const onSide = (side: 'A' | 'B') =>
    players.filter((player) => player.side === side).map(({ id, nickname, avatar }) => ({ id, nickname, avatar }))
  const [recordedBy] = await findPeople(db, [row.recordedBy])
  if (!recordedBy) throw new Error(`user ${row.recordedBy} is gone`)
  const { id, nickname, avatar } = recordedBy
  return {
    id: row.id,
    ballId: row.ballId,
    recordedBy: { id, nickname, avatar },
    sideA: onSide('A'),
    sideB: onSide('B'),
    sets: setsOf(row.sets),
    winner: row.winner,
    state: row.state,
    messageId: await findAskingMessage(db, { resultId: row.id, receiverId: actorId }),
    createTime: row.createdAt.toISOString(),
  }
}
