import { ApiError } from '@paidang/api/catalogue/errors'
import { MARK_DAYS } from '@paidang/domain/areas/balls/seat-rules'
import { instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { startOf } from './ball-fee.ts'
import type { BallRow } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { isSilent } from './end-silent-seats.ts'
import { factsOf } from './firm-seat.ts'
import { lockOpenBall, lockOwnBall } from './open-ball.ts'
import { assertPlays } from './propose-change.ts'
import { updateSeat } from './seat-queries.ts'

const DAY_MS = 86_400_000

type Marking = { ballId: string; userId: string; isNoShow: boolean; by: string; now: Date }

/**
 * The initiator says of a player that he did not come, from the start until two days after the end, or takes it back with
 * what the player answered; he is told. Saying it again changes nothing.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled (it was not played), ball_not_over, ball_mark_too_late,
 *   ball_player_unknown
 * Source: decision "Ball games"
 */
export async function markNoShow(db: Database, { ballId, userId, isNoShow, by, now }: Marking): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, by })
    if (ball.status === 'CANCELLED' || ball.status === 'UNPAID') throw new ApiError('ball_settled')
    if (now.getTime() < startOf(ball).getTime()) throw new ApiError('ball_not_over')
    if (now.getTime() > lastMark(ball).getTime()) throw new ApiError('ball_mark_too_late')
    if (userId === by) throw new ApiError('ball_player_unknown')
    const seat = await assertPlays(tx, ballId, userId)
    // Out of the game since its start, although no job has run.
    if (isSilent(seat)) throw new ApiError('ball_player_unknown')
    if ((seat.noShowAt !== null) === isNoShow) return
    await updateSeat(tx, seat.id, { noShowAt: isNoShow ? now : null, noShowAnswer: null })
    await publishBall(tx, ball, [])
    await tell(tx, {
      receiverIds: [userId],
      senderId: by,
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
 * Who was marked says what he has to say, and the initiator is told; an empty answer takes it back. Saying the same again
 * changes nothing.
 *
 * @throws ApiError ball_not_found, ball_not_marked
 * Source: decision "Ball games"
 */
export async function answerNoShow(
  db: Database,
  { ballId, answer, by }: { ballId: string; answer: string; by: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own } = await lockOpenBall(tx, { ballId, by })
    if (!own?.noShowAt) throw new ApiError('ball_not_marked')
    const noShowAnswer = answer.trim() || null
    if (own.noShowAnswer === noShowAnswer) return
    await updateSeat(tx, own.id, { noShowAnswer })
    await publishBall(tx, ball, [])
    if (noShowAnswer === null) return
    await tell(tx, {
      receiverIds: [ball.initiatorId],
      senderId: by,
      category: 'invitation',
      title: `${own.nickname} 说明了未到的原因`,
      content: `${factsOf(ball)}：${noShowAnswer}`,
      about: { kind: 'ball', id: ballId },
    })
  })
}
