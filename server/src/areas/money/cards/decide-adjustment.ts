import type { CardAdjustment } from '@paidang/api/areas/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotAdjust } from '@paidang/domain/areas/cards/adjustment'
import { CARD_NAME, cardNoOf } from '@paidang/domain/areas/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { assertMayDecide, type MoneyMover } from '../../ground/money-requests/assert-moves-money.ts'
import { type AdjustmentRow, endAdjustment, lockAdjustment } from './adjustment-queries.ts'
import { insertCard, lockCard, moveMoney, reserveCardId } from './card-ledger.ts'
import { readAdjustment } from './present-adjustment.ts'

type Deciding = { adjustmentId: string; isApproved: boolean; note: string; actor: MoneyMover; now: Date } & {
  /** The revision of the card that was seen. */
  seen: number | undefined
}

/**
 * Decides once about an adjustment that another staff member requested, for a senior. An approval moves the card by one
 * ADJUST row, or issues it with that row, and notifies its owner. If the adjustment is no longer possible, it keeps
 * waiting. The senior's own verdict again returns the current state.
 *
 * @throws ApiError staff_password_given, card_adjustment_not_found, money_request_own, money_request_ended,
 *   money_request_one_hand, revision_outdated (of the card), card_balance_too_low, card_too_full; account_closed (only for an approval).
 * Source: invariant K7
 */
export async function decideAdjustment(
  db: Database,
  { adjustmentId: id, isApproved, note, seen, actor, now }: Deciding,
): Promise<CardAdjustment> {
  return db.transaction(async (tx) => {
    const adjustment = await lockAdjustment(tx, id)
    if (!adjustment) throw new ApiError('card_adjustment_not_found')
    const state = isApproved ? 'DONE' : 'REFUSED'
    if (adjustment.state === state && adjustment.decidedBy === actor.id) return readAdjustment(tx, id)
    if (isApproved && adjustment.isOwnerClosed) throw new ApiError('account_closed')
    await assertMayDecide(tx, adjustment, actor)
    if (adjustment.cardId !== null) await assertSeenRow(tx, 'stored_cards', { id: adjustment.cardId, seen })

    const cardId = isApproved ? await moveCard(tx, adjustment, now) : adjustment.cardId
    await endAdjustment(tx, id, { state, cardId, decidedBy: actor.id, note: note.trim(), endedAt: now })
    await recordAuditEvent(tx, {
      actorId: actor.id,
      action: isApproved ? 'card-adjustment.approve' : 'card-adjustment.refuse',
      objectId: id,
      summary: `${isApproved ? '通过' : '拒绝'}${wordsOf(adjustment)}`,
      now,
    })
    return readAdjustment(tx, id)
  })
}

/**
 * Moves or issues the card of an approved adjustment, and notifies its owner.
 *
 * @returns the id of the card
 */
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
  await notify(tx, {
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
