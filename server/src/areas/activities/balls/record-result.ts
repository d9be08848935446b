import type { BallResult, recordBallResult as endpoint } from '@paidang/api/areas/ball-results'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { isPossibleResult, isResultInTime, setsText, winnerOf } from '@paidang/domain/areas/balls/result'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { lockOpenBall } from './open-ball.ts'
import { presentResult } from './read-result.ts'
import { findUndisputedResult, insertResult, type ResultRow } from './result-queries.ts'

type Score = Input<typeof endpoint>['body']
type Recording = { ballId: string; score: Score; actorId: string; now: Date }

/**
 * A player of a finished game records how it ended, until a week later. The other side is asked whether that is right.
 * A game has one result at a time; a disputed one makes room for another.
 *
 * @throws ApiError ball_not_found (the caller did not play), ball_not_finished, ball_result_too_late,
 *   ball_result_stands
 * @throws ApiError ball_result_invalid (the caller is on neither side, or see isPossibleResult)
 * Source: issue "People", level from results; permission matrix
 */
export async function recordBallResult(db: Database, { ballId, score, actorId, now }: Recording): Promise<BallResult> {
  return db.transaction(async (tx) => {
    const { ball, own, seats } = await lockOpenBall(tx, { ballId, actorId })
    if (own?.state !== 'CONFIRMED') throw new ApiError('ball_not_found')
    if (ball.status !== 'FINISHED') throw new ApiError('ball_not_finished')
    if (!isResultInTime(ball, now)) throw new ApiError('ball_result_too_late')
    const playerIds = seats
      .filter(({ state, noShowAt }) => state === 'CONFIRMED' && noShowAt === null)
      .map(({ userId }) => userId)
    const winner = winnerOf(score.sets)
    const isHis = [...score.sideA, ...score.sideB].includes(actorId)
    if (!winner || !isHis || !isPossibleResult({ matchType: ball.matchType, playerIds }, score)) {
      throw new ApiError('ball_result_invalid')
    }
    if (await findUndisputedResult(tx, ballId)) throw new ApiError('ball_result_stands')

    const { sideA, sideB, sets } = score
    const result = { ballId, recordedBy: actorId, sets: setsText(sets), winner, createdAt: now, sideA, sideB }
    const row = await insertResult(tx, result)
    await publishBall(tx, ball, [])
    await askOtherSide(tx, ball, row, { score, nickname: own.nickname })
    return presentResult(tx, row, actorId)
  })
}

async function askOtherSide(
  tx: Database,
  ball: BallRow,
  { id, recordedBy, winner }: ResultRow,
  { score: { sideA, sideB, sets }, nickname }: { score: Score; nickname: string },
): Promise<void> {
  const isA = sideA.includes(recordedBy)
  const hasWon = isA === (winner === 'A')
  // Each side reads its own games first.
  const theirs = isA ? sets.map(({ a, b }) => ({ a: b, b: a })) : sets
  await notify(tx, {
    receiverIds: isA ? sideB : sideA,
    senderId: recordedBy,
    category: 'invitation',
    title: `${nickname} 记录了比分，请确认`,
    content: `${factsOf(ball)}：${hasWon ? '对方胜' : '我方胜'} ${setsText(theirs)}`,
    about: { kind: 'ball_result', id },
    asksForDecision: true,
  })
}
