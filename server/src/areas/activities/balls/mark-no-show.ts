import { ApiError } from '@paidang/api/catalogue/errors'
import { MARK_DAYS } from '@paidang/domain/areas/balls/seat-rules'
import { instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { startOf } from './ball-fee.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { isUnanswered } from './end-unanswered-seats.ts'
import { lockOpenBall, lockOwnBall } from './open-ball.ts'
import { assertPlays } from './propose-change.ts'
import { updateSeat } from './seat-queries.ts'

const DAY_MS = 86_400_000

type Marking = { ballId: string; userId: string; isNoShow: boolean; actorId: string; now: Date }

/**
 * The initiator marks a player as a no-show, from the start until two days after the end. Removing the mark also
 * removes the player's answer. The player is notified. Marking again changes nothing.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled (it was not played), ball_not_over,
 *   ball_mark_too_late, ball_player_unknown
 * Source: decision "Ball games"
 */
export async function markNoShow(db: Database, { ballId, userId, isNoShow, actorId, now }: Marking): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, actorId })
    if (ball.status === 'CANCELLED' || ball.status === 'UNPAID') throw new ApiError('ball_settled')
    if (now.getTime() < startOf(ball).getTime()) throw new ApiError('ball_not_over')
    if (now.getTime() > lastMark(ball).getTime()) throw new ApiError('ball_mark_too_late')
    if (userId === actorId) throw new ApiError('ball_player_unknown')
    const seat = await assertPlays(tx, ballId, userId)
    // The player left the game at its start, although no job has run.
    if (isUnanswered(seat)) throw new ApiError('ball_player_unknown')
    if ((seat.noShowAt !== null) === isNoShow) return
    await updateSeat(tx, seat.id, { noShowAt: isNoShow ? now : null, noShowAnswer: null })
    await publishBall(tx, ball, [])
    await notify(tx, {
      receiverIds: [userId],
      senderId: actorId,
      category: 'invitation',
      title: isNoShow ? '您被标记为未到' : '未到标记已撤销',
      content: isNoShow ? `${factsOf(ball)}：如有不符，可在球局中说明` : factsOf(ball),
      about: { kind: 'ball', id: ballId },
    })
  })
}

const lastMark = ({ activityDate, endTimeSlot }: BallRow) =>
  new Date(instantOf(activityDate, endTimeSlot).getTime() + MARK_DAYS * DAY_MS)

/**
 * A marked player explains, and the initiator is notified. An empty answer removes the explanation. The same answer
 * again changes nothing.
 *
 * @throws ApiError ball_not_found, ball_not_marked
 * Source: decision "Ball games"
 */
export async function answerNoShow(
  db: Database,
  { ballId, answer, actorId }: { ballId: string; answer: string; actorId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own } = await lockOpenBall(tx, { ballId, actorId })
    if (!own?.noShowAt) throw new ApiError('ball_not_marked')
    const noShowAnswer = answer.trim() || null
    if (own.noShowAnswer === noShowAnswer) return
    await updateSeat(tx, own.id, { noShowAnswer })
    await publishBall(tx, ball, [])
    if (noShowAnswer === null) return
    await notify(tx, {
      receiverIds: [ball.initiatorId],
      senderId: actorId,
      category: 'invitation',
      title: `${own.nickname} 说明了未到的原因`,
      content: `${factsOf(ball)}：${noShowAnswer}`,
      about: { kind: 'ball', id: ballId },
    })
  })
}
