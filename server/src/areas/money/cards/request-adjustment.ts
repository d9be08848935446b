import type { CardAdjustment } from '@paidang/api/areas/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type AdjustmentChange, whyNotAdjust } from '@paidang/domain/areas/cards/adjustment'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { assertMayAsk, type MoneyMover } from '../../ground/money-requests/assert-moves-money.ts'
import { insertAdjustment, lockOwnerForShare, type NewAdjustment } from './adjustment-queries.ts'
import { findAnyCard } from './card-ledger.ts'
import { readAdjustment } from './present-adjustment.ts'

/** `actor` is the staff member who requests. */
type Asking = { reason: string; actor: MoneyMover; now: Date }

/**
 * Requests a change of a card's balance, for an operator. No money moves before a second person approves. A change that
 * would be impossible now is refused.
 *
 * @throws ApiError staff_password_given, card_not_found, account_closed, card_adjustment_nothing, money_request_waits,
 *   money_request_reason_missing, and the codes of whyNotAdjust.
 * Source: issue "The operators' and merchants' console", four eyes
 */
export async function requestAdjustment(
  db: Database,
  { cardId, principalChange, giftChange, ...asking }: Asking & AdjustmentChange & { cardId: string },
): Promise<CardAdjustment> {
  if (principalChange === 0 && giftChange === 0) throw new ApiError('card_adjustment_nothing')
  return db.transaction(async (tx) => {
    const card = await findAnyCard(tx, cardId)
    if (!card) throw new ApiError('card_not_found')
    await lockOpenOwnerForShare(tx, card.userId)
    const refusal = whyNotAdjust(card, { principalChange, giftChange })
    if (refusal) throw new ApiError(refusal)
    const summary = `申请调整储值卡 ${card.cardNo}：本金 ¥${yuanOf(principalChange)}，赠送 ¥${yuanOf(giftChange)}`
    return ask(tx, asking, summary, { userId: card.userId, cardId, isNewCard: false, principalChange, giftChange })
  })
}

/**
 * Requests a new card for a user, with or without a gift, for an operator.
 *
 * @throws ApiError staff_password_given, user_not_found, account_closed, money_request_waits,
 *   money_request_reason_missing
 */
export async function requestCardIssue(
  db: Database,
  { userId, giftFen: giftChange, ...asking }: Asking & { userId: string; giftFen: Fen },
): Promise<CardAdjustment> {
  return db.transaction(async (tx) => {
    const { nickname } = await lockOpenOwnerForShare(tx, userId)
    const summary = `申请为「${nickname}」开储值卡，赠送 ¥${yuanOf(giftChange)}`
    return ask(tx, asking, summary, { userId, cardId: null, isNewCard: true, principalChange: 0, giftChange })
  })
}

async function lockOpenOwnerForShare(tx: Database, userId: string): Promise<{ nickname: string }> {
  const owner = await lockOwnerForShare(tx, userId)
  if (!owner) throw new ApiError('user_not_found')
  if (owner.isClosed) throw new ApiError('account_closed')
  return owner
}

async function ask(
  tx: Database,
  { reason, actor, now }: Asking,
  summary: string,
  wish: Omit<NewAdjustment, 'reason' | 'requestedBy' | 'createdAt'>,
): Promise<CardAdjustment> {
  const row = await insertAdjustment(tx, {
    ...wish,
    reason: assertMayAsk(actor, reason),
    requestedBy: actor.id,
    createdAt: now,
  })
  if (!row) throw new ApiError('money_request_waits')
  await recordAuditEvent(tx, { actorId: actor.id, action: 'card-adjustment.ask', objectId: row.id, summary, now })
  return readAdjustment(tx, row.id)
}
