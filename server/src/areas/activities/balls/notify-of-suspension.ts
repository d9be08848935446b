import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/activities/balls/ball-status'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { notify } from '../../ground/messages/notify.ts'

/** Notifies all other players of a suspended initiator's games that they can leave with their money until the start. */
export async function notifyGamesOfSuspension(tx: Database, initiatorId: string): Promise<void> {
  const { id, activityDate, beginTimeSlot, endTimeSlot, title, status } = ballGames
  const { ballId, userId, state } = ballParticipants
  const seats = await tx
    .select({ id, activityDate, beginTimeSlot, endTimeSlot, title, userId })
    .from(ballGames)
    .innerJoin(ballParticipants, and(eq(ballId, id), eq(state, 'CONFIRMED'), ne(userId, initiatorId)))
    .where(and(eq(ballGames.initiatorId, initiatorId), inArray(status, ACTIVE_BALL_STATUSES)))
    .orderBy(asc(id), asc(userId))
  for (const game of seats) {
    const when = `${monthDotDay(game.activityDate)} ${whenOf(game.beginTimeSlot, game.endTimeSlot)}`
    await notify(tx, {
      receiverIds: [game.userId],
      senderId: null,
      category: 'invitation',
      title: '球局发起人账号已停用',
      content: `${when} ${game.title} 的发起人账号已停用，球局照常；不想参加的，开始前可免费退出，已付的费用退回`,
      about: { kind: 'ball', id: game.id },
    })
  }
}
