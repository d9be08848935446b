import * as api from '@paidang/api/areas/money/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotAdjust } from '@paidang/domain/areas/money/cards/adjustment'
import { CARD_NAME, cardNoOf } from '@paidang/domain/areas/money/cards/stored-card'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { whyNotWithdraw } from '@paidang/domain/kernel/money-request'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { cardAdjustments, storedCards } from '../../../tables/cards.ts'
import { users } from '../../../tables/identities.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { assertMayAsk, assertMayDecide, type MoneyMover } from '../../ground/money-requests/assert-moves-money.ts'
import { insertCard, lockCard, moveMoney, reserveCardId } from './card-ledger.ts'
import { type AdjustmentRow, endAdjustment, lockAdjustment, lockOwnerForShare } from './end-adjustments.ts'
import { readAnyCard } from './read-card.ts'

const asker = alias(staff, 'asker')
const decider = alias(staff, 'decider')
const { id: ownerId, nickname, avatar } = users
const selectAdjustments = (db: Database) =>
  db
    .select({
      adjustment: cardAdjustments,
      owner: { id: ownerId, nickname, avatar },
      card: storedCards,
      requestedBy: { id: asker.id, nickname: asker.nickname },
      decidedBy: { id: decider.id, nickname: decider.nickname },
    })
    .from(cardAdjustments)
    .innerJoin(users, eq(users.id, cardAdjustments.userId))
    .innerJoin(asker, eq(asker.id, cardAdjustments.requestedBy))
    .leftJoin(decider, eq(decider.id, cardAdjustments.decidedBy))
    .leftJoin(storedCards, eq(storedCards.id, cardAdjustments.cardId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectAdjustments>>[number]

/** An adjustment as the staff see it. */
function present({ adjustment, owner, card, requestedBy, decidedBy }: Row): api.CardAdjustment {
  const { id, state, isNewCard, principalChange, giftChange, reason, note, createdAt, endedAt } = adjustment
  return {
    id,
    state,
    owner,
    card: card && {
      id: card.id,
      cardNo: card.cardNo,
      principalFen: card.principalFen,
      giftFen: card.giftFen,
      revision: card.revision,
    },
    isNewCard,
    principalChange,
    giftChange,
    reason,
    note,
    requestedBy,
    decidedBy,
    createTime: createdAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
  }
}

/** An adjustment in its current state. It must exist. */
async function readAdjustment(db: Database, id: string): Promise<api.CardAdjustment> {
  const [row] = await selectAdjustments(db).where(eq(cardAdjustments.id, id))
  if (!row) throw new Error(`adjustment ${id} is gone`)
  return present(row)
}

/** `actor` is the staff member who requests. */
type Asking = { reason: string; actor: MoneyMover; now: Date }

async function lockOpenOwnerForShare(tx: Database, userId: string): Promise<{ nickname: string }> {
  const owner = await lockOwnerForShare(tx, userId)
  if (!owner) throw new ApiError('user_not_found')
  if (owner.isClosed) throw new ApiError('account_closed')
  return owner
}

/** Records a request, unless another one of the card, or another new card of the user, waits. */
async function ask(
  tx: Database,
  { reason, actor, now }: Asking,
  summary: string,
  wish: Pick<AdjustmentRow, 'userId' | 'cardId' | 'isNewCard' | 'principalChange' | 'giftChange'>,
): Promise<api.CardAdjustment> {
  const asked = { ...wish, reason: assertMayAsk(actor, reason), requestedBy: actor.id, createdAt: now }
  const [row] = await tx.insert(cardAdjustments).values(asked).onConflictDoNothing().returning()
  if (!row) throw new ApiError('money_request_waits')
  await recordAuditEvent(tx, { actorId: actor.id, action: 'card-adjustment.ask', objectId: row.id, summary, now })
  return readAdjustment(tx, row.id)
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
): Promise<api.CardAdjustment> {
  return db.transaction(async (tx) => {
    const { nickname } = await lockOpenOwnerForShare(tx, userId)
    const summary = `申请为「${nickname}」开储值卡，赠送 ¥${yuanOf(giftChange)}`
    return ask(tx, asking, summary, { userId, cardId: null, isNewCard: true, principalChange: 0, giftChange })
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

/**
 * An approval moves the card by one ADJUST row, or issues it with that row, and notifies its owner. If the adjustment
 * is no longer possible, it keeps waiting. The senior's own verdict again returns the current state.
 */
function decideAdjustment({
  params: { id },
  body: { approve, note = '', revision: seen },
  staff: actor,
  db,
  now,
}: Handled<typeof api.decideCardAdjustment>) {
  return db.transaction(async (tx) => {
    const adjustment = await lockAdjustment(tx, id)
    if (!adjustment) throw new ApiError('card_adjustment_not_found')
    const state = approve ? 'DONE' : 'REFUSED'
    if (adjustment.state === state && adjustment.decidedBy === actor.id) return readAdjustment(tx, id)
    if (approve && adjustment.isOwnerClosed) throw new ApiError('account_closed')
    await assertMayDecide(tx, adjustment, actor)
    if (adjustment.cardId !== null) await assertSeenRow(tx, 'stored_cards', { id: adjustment.cardId, seen })

    const cardId = approve ? await moveCard(tx, adjustment, now) : adjustment.cardId
    await endAdjustment(tx, id, { state, cardId, decidedBy: actor.id, note: note.trim(), endedAt: now })
    await recordAuditEvent(tx, {
      actorId: actor.id,
      action: approve ? 'card-adjustment.approve' : 'card-adjustment.refuse',
      objectId: id,
      summary: `${approve ? '通过' : '拒绝'}${wordsOf(adjustment)}`,
      now,
    })
    return readAdjustment(tx, id)
  })
}

export default plugin([
  // No money moves before a second person approves. A change that would be impossible now is refused.
  handle(
    api.adjustCard,
    async ({ params: { id: cardId }, body: { principalChange, giftChange, reason }, staff: actor, db, now }) => {
      if (principalChange === 0 && giftChange === 0) throw new ApiError('card_adjustment_nothing')
      return db.transaction(async (tx) => {
        const card = await readAnyCard(tx, cardId)
        await lockOpenOwnerForShare(tx, card.userId)
        const refusal = whyNotAdjust(card, { principalChange, giftChange })
        if (refusal) throw new ApiError(refusal)
        const summary = `申请调整储值卡 ${card.cardNo}：本金 ¥${yuanOf(principalChange)}，赠送 ¥${yuanOf(giftChange)}`
        const wish = { userId: card.userId, cardId, isNewCard: false, principalChange, giftChange }
        return ask(tx, { reason, actor, now }, summary, wish)
      })
    },
  ),

  handle(api.issueCard, ({ body, staff: actor, db, now }) => requestCardIssue(db, { ...body, actor, now })),

  handle(api.decideCardAdjustment, decideAdjustment),

  // Withdrawing again returns the current state.
  handle(api.withdrawCardAdjustment, ({ params: { id }, staff: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const adjustment = await lockAdjustment(tx, id)
      if (!adjustment) throw new ApiError('card_adjustment_not_found')
      if (adjustment.state === 'WITHDRAWN' && adjustment.requestedBy === actorId) return readAdjustment(tx, id)
      const refusal = whyNotWithdraw(adjustment, actorId)
      if (refusal) throw new ApiError(refusal)
      const { cardId } = adjustment
      await endAdjustment(tx, id, { state: 'WITHDRAWN', cardId, decidedBy: null, note: '', endedAt: now })
      const summary = '撤回储值卡调整申请'
      await recordAuditEvent(tx, { actorId, action: 'card-adjustment.withdraw', objectId: id, summary, now })
      return readAdjustment(tx, id)
    }),
  ),

  // Waiting ones come first, then the latest.
  handle(api.listCardAdjustments, ({ query, db }) => {
    const { state, cardNo } = query
    const ofNumber = db
      .select({ id: storedCards.id })
      .from(storedCards)
      .where(eq(storedCards.cardNo, cardNo ?? ''))
    const where = and(
      state && eq(cardAdjustments.state, state),
      cardNo === undefined ? undefined : inArray(cardAdjustments.cardId, ofNumber),
    )
    const order = [desc(sql`(${cardAdjustments.state} = 'WAITING')`), desc(cardAdjustments.id)]
    return pageOf(db, selectAdjustments(db), { where, order, query, present })
  }),
])
