import { STANDING_BALLS } from '@paidang/domain/areas/balls/ball-status'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { ballGames, ballParticipants } from './tables.ts'

/** Says to all other players of a suspended initiator's games that they leave with their money until the start. */
export async function notifyOfSuspension(tx: Database, initiatorId: string): Promise<void> {
  const { id, activityDate, beginTimeSlot, endTimeSlot, title, status } = ballGames
  const { ballId, userId, state } = ballParticipants
  const rows = await tx
    .select({ id, activityDate, beginTimeSlot, endTimeSlot, title, userId })
    .from(ballGames)
    .innerJoin(ballParticipants, and(eq(ballId, id), eq(state, 'FIRM'), ne(userId, initiatorId)))
    .where(and(eq(ballGames.initiatorId, initiatorId), inArray(status, STANDING_BALLS)))
    .orderBy(asc(id), asc(userId))
  for (const game of rows) {
    const when = `${monthDotDay(game.activityDate)} ${whenOf(game.beginTimeSlot, game.endTimeSlot)}`
    await tell(tx, {
      receiverIds: [game.userId],
      senderId: null,
      category: 'invitation',
      title: '球局发起人账号已停用',
      content: `${when} ${game.title} 的发起人账号已停用，球局照常；不想参加的，开始前可免费退出，已付的费用退回`,
      about: { kind: 'ball', id: game.id },
    })
  }
}
