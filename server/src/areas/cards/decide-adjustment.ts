import type { CardAdjustment } from '@paidang/api/areas/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotAdjust } from '@paidang/domain/areas/cards/adjustment'
import { CARD_NAME, cardNoOf } from '@paidang/domain/areas/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { assertMayDecide, type MoneyMover } from '../staff/assert-moves-money.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { type AdjustmentRow, endAdjustment, lockAdjustment } from './adjustment-queries.ts'
import { readAdjustment } from './present-adjustment.ts'
import { insertCard, lockCard, moveMoney, reserveCardId } from './queries.ts'

type Deciding = { adjustmentId: string; isApproved: boolean; note: string; by: MoneyMover; now: Date }

/**
 * A senior decides what another asked to be changed on a card, exactly once. Approved, the card moves by one ADJUST row, or is
 * issued with it, and its owner is told; what cannot be done any more leaves the adjustment waiting. His own verdict again
 * answers what stands.
 *
 * @throws ApiError staff_password_given, card_adjustment_not_found, money_request_own, money_request_ended,
 *   money_request_one_hand, card_balance_too_low, card_too_full, account_closed (approving alone)
 * Source: invariant K7
 */
export async function decideAdjustment(
  db: Database,
  { adjustmentId: id, isApproved, note, by, now }: Deciding,
): Promise<CardAdjustment> {
  return db.transaction(async (tx) => {
    const adjustment = await lockAdjustment(tx, id)
    if (!adjustment) throw new ApiError('card_adjustment_not_found')
    const state = isApproved ? 'DONE' : 'REFUSED'
    if (adjustment.state === state && adjustment.decidedBy === by.id) return readAdjustment(tx, id)
    if (isApproved && adjustment.isOwnerClosed) throw new ApiError('account_closed')
    await assertMayDecide(tx, adjustment, by)

    const cardId = isApproved ? await moveCard(tx, adjustment, now) : adjustment.cardId
    await endAdjustment(tx, id, { state, cardId, decidedBy: by.id, note: note.trim(), endedAt: now })
    await recordDeed(tx, {
      by: by.id,
      action: isApproved ? 'card-adjustment.approve' : 'card-adjustment.refuse',
      objectId: id,
      summary: `${isApproved ? '通过' : '拒绝'}${wordsOf(adjustment)}`,
      now,
    })
    return readAdjustment(tx, id)
  })
}

/** @returns the card that moved, or was issued */
async function moveCard(tx: Database, adjustment: AdjustmentRow, now: Date): Promise<string> {
  const { id, userId, principalChange, giftChange, reason } = adjustment
  const cause = { orderId: null, reference: `adjustment:${id}`, reason, actorId: null, now }
  const cardId = adjustment.cardId ?? (await reserveCardId(tx))
  if (adjustment.isNewCard) {
    const face = { id: cardId, userId, cardNo: cardNoOf(cardId), name: CARD_NAME }
    await insertCard(tx, { ...face, kind: 'ADJUST', principalFen: principalChange, giftFen: giftChange, ...cause })
  } else {
    const card = await lockCard(tx, cardId, userId)
    if (!card) throw new ApiError('card_not_found')
    const refusal = whyNotAdjust(card, adjustment)
    if (refusal) throw new ApiError(refusal)
    const isMoved = await moveMoney(tx, { cardId, kind: 'ADJUST', principalChange, giftChange, ...cause })
    if (!isMoved) throw new Error(`card ${cardId} is locked, and yet has less than was read`)
  }
  await tell(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: adjustment.isNewCard ? '储值卡已开通' : '储值卡余额调整',
    content: `${wordsOf(adjustment)}。原因：${reason}`,
    about: { kind: 'card', id: cardId },
  })
  return cardId
}

const signed = (fen: number) => `${fen > 0 ? '+' : fen < 0 ? '-' : ''}¥${yuanOf(Math.abs(fen))}`

function wordsOf({ isNewCard, principalChange, giftChange }: AdjustmentRow): string {
  if (isNewCard) return giftChange > 0 ? `开卡，赠送 ¥${yuanOf(giftChange)}` : '开卡'
  const parts = [
    principalChange === 0 ? '' : `本金 ${signed(principalChange)}`,
    giftChange === 0 ? '' : `赠送 ${signed(giftChange)}`,
  ]
  return `余额调整：${parts.filter(Boolean).join('，')}`
}
