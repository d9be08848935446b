import { ApiError } from '@paidang/api/catalogue/errors'
import { MATCH_TYPES } from '@paidang/domain/areas/balls/ball-status'
import { isAnswerInTime } from '@paidang/domain/areas/balls/result'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { moveRatings } from '../../people/profile/levels.ts'
import { type BallRow, lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { answerResult, findResult, listResultPlayers, type ResultRow, setRatingChange } from './result-queries.ts'
import { listSeats } from './seat-queries.ts'

/**
 * A player of the other side answers whether a result is right. A yes changes the ratings of all players, exactly once.
 * A no makes room for another result. The author is notified. The same verdict again changes nothing.
 *
 * @throws ApiError ball_result_not_found, action_forbidden (not of the other side)
 * @throws ApiError message_decided (the opposite verdict was given before)
 * @throws ApiError ball_result_absent (the caller is marked as a no-show)
 * @throws ApiError ball_result_closed (more than 14 days after the game)
 * Source: decision "Messages", issue "People"
 */
async function decideResult(
  tx: Database,
  { objectId, actorId, verdict, now }: Pick<Decision, 'objectId' | 'actorId' | 'verdict' | 'now'>,
): Promise<void> {
  const result = await findResult(tx, objectId)
  const ball = result && (await lockBall(tx, result.ballId))
  if (!ball) throw new ApiError('ball_result_not_found')
  const players = await listResultPlayers(tx, result.id)
  const sideOf = (userId: string) => players.find(({ id }) => id === userId)?.side
  if (sideOf(actorId) === undefined || sideOf(actorId) === sideOf(result.recordedBy))
    throw new ApiError('action_forbidden')
  const state = verdict === APPROVAL.APPROVED ? 'AGREED' : 'DISPUTED'
  if (result.state === state) return
  if (result.state !== 'PROPOSED') throw new ApiError('message_decided')
  const seats = await listSeats(tx, ball.id)
  if (seats.some(({ userId, noShowAt }) => userId === actorId && noShowAt !== null))
    throw new ApiError('ball_result_absent')
  if (!isAnswerInTime(ball, now)) throw new ApiError('ball_result_closed')

  await answerResult(tx, { id: result.id, state, answeredBy: actorId, now })
  if (state === 'AGREED') await count(tx, { ball, result, now })
  await publishBall(tx, ball, [])
  const nickname = players.find(({ id }) => id === actorId)?.nickname ?? ''
  await notify(tx, {
    receiverIds: [result.recordedBy],
    senderId: actorId,
    category: 'invitation',
    title: state === 'AGREED' ? '比分已确认' : '比分有异议',
    content: `${factsOf(ball)}：${nickname} ${state === 'AGREED' ? '确认了比分' : '认为比分不对，请核对后重新记录'}`,
    about: { kind: 'ball', id: ball.id },
  })
}

async function count(
  tx: Database,
  { ball, result, now }: { ball: BallRow; result: ResultRow; now: Date },
): Promise<void> {
  const players = await listResultPlayers(tx, result.id)
  const onSide = (side: 'A' | 'B') => players.filter((player) => player.side === side).map(({ id }) => id)
  const changes = await moveRatings(tx, {
    sideA: onSide('A'),
    sideB: onSide('B'),
    winner: result.winner,
    discipline: ball.matchType === MATCH_TYPES.SINGLE ? 'single' : 'double',
    note: `${ball.title} ${result.sets}`,
    now,
  })
  for (const { userId, change: ratingChange } of changes) {
    await setRatingChange(tx, { resultId: result.id, userId, ratingChange })
  }
}

/** What the other side's verdict on a message that asks whether a result is right does. */
export const resultEffect: Effect = {
  async lock(tx, resultId) {
    const result = await findResult(tx, resultId)
    if (result) await lockBall(tx, result.ballId)
  },
  decide: decideResult,
}
