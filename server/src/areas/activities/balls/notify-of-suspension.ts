import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { listSeatsWithInitiator } from './host-queries.ts'

/** Notifies all other players of a suspended initiator's games that they can leave with their money until the start. */
export async function notifyGamesOfSuspension(tx: Database, initiatorId: string): Promise<void> {
  for (const game of await listSeatsWithInitiator(tx, initiatorId)) {
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
