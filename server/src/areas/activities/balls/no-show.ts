import { arriveAtBall } from '@paidang/api/areas/activities/arrivals'
import * as api from '@paidang/api/areas/activities/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MARK_DAYS } from '@paidang/domain/areas/activities/balls/seat-rules'
import { handle, plugin } from '../../../http/handle.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { recordArrival } from '../arrivals/arrivals.ts'
import { endOf, notifyOfBall, publishBall, startOf } from './ball-row.ts'
import { readBallDetail } from './detail.ts'
import { lockOpenBall, lockOwnBall } from './open-ball.ts'
import { askAsMarked } from './results.ts'
import { assertPlays, isUnanswered, updateSeat } from './seats.ts'

const MARK_MS = MARK_DAYS * 86_400_000

export default plugin([
  handle(arriveAtBall, async ({ params: { id }, user: { id: userId }, db, now }) => {
    await db.transaction(async (tx) => {
      const { own } = await lockOpenBall(tx, { ballId: id, actorId: userId })
      if (own?.state !== 'CONFIRMED' || isUnanswered(own)) throw new ApiError('action_forbidden')
      await recordArrival(tx, { kind: 'ball', id }, { userId, now })
    })
    return null
  }),

  // Removing the mark also removes the player's answer. The player is notified. Marking again changes nothing.
  handle(api.markNoShow, async ({ body, user: { id: actorId }, db, now, app }) => {
    const { id: ballId, userId, isNoShow } = body
    await db.transaction(async (tx) => {
      const { ball } = await lockOwnBall(tx, { ballId, actorId })
      if (ball.status === 'CANCELLED' || ball.status === 'UNPAID') throw new ApiError('ball_settled')
      if (now < startOf(ball)) throw new ApiError('ball_not_over')
      if (now.getTime() > endOf(ball).getTime() + MARK_MS) throw new ApiError('ball_mark_too_late')
      if (userId === actorId) throw new ApiError('ball_player_unknown')
      const seat = await assertPlays(tx, ballId, userId)
      // The player left the game at its start, although no job has run.
      if (isUnanswered(seat)) throw new ApiError('ball_player_unknown')
      if ((seat.noShowAt !== null) === isNoShow) return
      await updateSeat(tx, seat.id, { noShowAt: isNoShow ? now : null, noShowAnswer: null })
      await askAsMarked(tx, ball, { userId, isNoShow, now })
      await publishBall(tx, ball)
      const news = isNoShow
        ? { title: '您被标记为未到', text: '如有不符，可在球局中说明' }
        : { title: '未到标记已撤销' }
      await notifyOfBall(tx, ball, { receiverIds: [userId], senderId: actorId, ...news })
    })
    return readBallDetail(db, { ballId, actorId, now, app })
  }),

  // The initiator is notified. An empty answer removes the explanation. The same answer again changes nothing.
  handleReviewed(
    api.answerNoShow,
    { kind: 'ball', words: ({ body: { answer } }) => ({ answer }), about: ({ body }) => body.id },
    async ({ body: { id: ballId }, user: { id: actorId }, db, now, app }, say) => {
      await say(async (tx, { answer = '' }) => {
        const { ball, own } = await lockOpenBall(tx, { ballId, actorId })
        if (!own?.noShowAt) throw new ApiError('ball_not_marked')
        const noShowAnswer = answer.trim() || null
        if (own.noShowAnswer === noShowAnswer) return
        await updateSeat(tx, own.id, { noShowAnswer })
        await publishBall(tx, ball)
        if (noShowAnswer === null) return
        const title = `${own.nickname} 说明了未到的原因`
        await notifyOfBall(tx, ball, {
          receiverIds: [ball.initiatorId],
          senderId: actorId,
          title,
          text: noShowAnswer,
        })
      })
      return readBallDetail(db, { ballId, actorId, now, app })
    },
  ),
])
