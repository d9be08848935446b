import type { CardAdjustment } from '@paidang/api/areas/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotMoveMoney } from '@paidang/domain/areas/auth/staff-account'
import { type AdjustmentChange, whyNotAdjust } from '@paidang/domain/areas/cards/adjustment'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { insertAdjustment, keepOwner, type NewAdjustment } from './adjustment-queries.ts'
import { readAdjustment } from './present-adjustment.ts'
import { findAnyCard } from './queries.ts'

/** `by` is whoever of the staff asks. */
type Asking = { reason: string; by: Pick<StaffUser, 'id' | 'isPasswordGiven'>; now: Date }

/**
 * An operator asks for a change on a card. Nothing moves before a second person approves, but what could not be done now is
 * not asked for.
 *
 * @throws ApiError staff_password_given, card_not_found, account_closed, card_adjustment_nothing, card_adjustment_waits, card_adjustment_reason_missing
 *   and what whyNotAdjust says
 * Source: issue "The operators' and merchants' console", four eyes
 */
export async function askAdjustment(
  db: Database,
  { cardId, principalChange, giftChange, ...asking }: Asking & AdjustmentChange & { cardId: string },
): Promise<CardAdjustment> {
  if (principalChange === 0 && giftChange === 0) throw new ApiError('card_adjustment_nothing')
  return db.transaction(async (tx) => {
    const card = await findAnyCard(tx, cardId)
    if (!card) throw new ApiError('card_not_found')
    await keepOpenOwner(tx, card.userId)
    const refusal = whyNotAdjust(card, { principalChange, giftChange })
    if (refusal) throw new ApiError(refusal)
    const summary = `申请调整储值卡 ${card.cardNo}：本金 ¥${yuanOf(principalChange)}，赠送 ¥${yuanOf(giftChange)}`
    return ask(tx, asking, summary, { userId: card.userId, cardId, isNewCard: false, principalChange, giftChange })
  })
}

/**
 * An operator asks for a new card of a user, with a gift on it or nothing.
 *
 * @throws ApiError staff_password_given, user_not_found, account_closed, card_adjustment_waits, card_adjustment_reason_missing
 */
export async function askForCard(
  db: Database,
  { userId, giftFen: giftChange, ...asking }: Asking & { userId: string; giftFen: Fen },
): Promise<CardAdjustment> {
  return db.transaction(async (tx) => {
    const { nickname } = await keepOpenOwner(tx, userId)
    const summary = `申请为「${nickname}」开储值卡，赠送 ¥${yuanOf(giftChange)}`
    return ask(tx, asking, summary, { userId, cardId: null, isNewCard: true, principalChange: 0, giftChange })
  })
}

async function keepOpenOwner(tx: Database, userId: string): Promise<{ nickname: string }> {
  const owner = await keepOwner(tx, userId)
  if (!owner) throw new ApiError('user_not_found')
  if (owner.isClosed) throw new ApiError('account_closed')
  return owner
}

async function ask(
  tx: Database,
  { reason, by, now }: Asking,
  summary: string,
  wish: Omit<NewAdjustment, 'reason' | 'askedBy' | 'createdAt'>,
): Promise<CardAdjustment> {
  const refusal = whyNotMoveMoney(by)
  if (refusal) throw new ApiError(refusal)
  if (reason.trim() === '') throw new ApiError('card_adjustment_reason_missing')
  const row = await insertAdjustment(tx, { ...wish, reason: reason.trim(), askedBy: by.id, createdAt: now })
  if (!row) throw new ApiError('card_adjustment_waits')
  await recordDeed(tx, { by: by.id, action: 'card-adjustment.ask', objectId: row.id, summary, now })
  return readAdjustment(tx, row.id)
}
