import type * as api from '@paidang/api/areas/money/admin-offline'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  isCorrectable,
  OFFLINE_WAY_NAMES,
  whyNotCorrect,
  whyNotTakeBack,
} from '@paidang/domain/areas/money/payments/offline'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { Handled } from '../../../http/serve.ts'
import { offlineEntries, refunds } from '../../../tables/payments.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { assertMayAsk } from '../../ground/money-requests/assert-moves-money.ts'
import {
  type EntryRow,
  findEntry,
  isUntouchedSurplus,
  isUsed,
  kindOf,
  lockEntry,
  notifyPayer,
  readEntry,
  wordsOf,
} from './offline-rows.ts'
import { lockOrderAndObject, type OrderEffects, type OrderRow } from './order.ts'

type Taking = { order: OrderRow; effects: OrderEffects; now: Date }

/** Of money that bought nothing the refund alone is taken back: nothing waits at the desk any more. */
async function takeBackSurplus(tx: Database, orderId: string): Promise<{ refundId: string; besides: string }> {
  const [refund] = await tx
    .update(refunds)
    .set({ target: 'CORRECTION', reason: CORRECTION_REASON })
    .where(isUntouchedSurplus(orderId))
    .returning({ id: refunds.id })
  if (!refund) throw new ApiError('offline_money_used')
  return { refundId: refund.id, besides: '' }
}

/**
 * Takes back all that the payment of a locked order brought, with a refund that waits for its entry.
 *
 * @returns the refund's id, and what the payer has to know besides
 * @throws ApiError offline_money_used, offline_order_not_correctable
 */
export async function takeBack(
  tx: Database,
  { order, effects, now }: Taking,
): Promise<{ refundId: string; besides: string }> {
  const { kind: orderKind, state: orderState } = order
  const refusal = whyNotTakeBack({ orderKind, orderState, isUsed: await isUsed(tx, { order, effects, now }) })
  if (refusal) throw new ApiError(refusal)
  if (orderState === 'CLOSED') return takeBackSurplus(tx, order.id)
  const besides = isCorrectable(orderKind) ? await effects[orderKind].takeBack(tx, order, { effects, now }) : undefined
  if (besides === undefined) throw new ApiError('offline_money_used')
  const isIt = and(eq(refunds.orderId, order.id), eq(refunds.target, 'CORRECTION'))
  const [refund] = await tx.select({ id: refunds.id }).from(refunds).where(isIt)
  if (!refund) throw new Error(`order ${order.id} was taken back without a refund`)
  return { refundId: refund.id, besides }
}

/** Asks to take a payment back. The order is locked before its entry, as by everybody else. */
export function correctEntry({
  params: { id },
  body,
  staff: actor,
  db,
  now,
  app: { payments },
}: Handled<typeof api.correctOfflineEntry>) {
  const { effects } = payments
  return db.transaction(async (tx) => {
    const seen = await findEntry(tx, id)
    if (!seen) throw new ApiError('offline_entry_not_found')
    const order = await lockOrderAndObject(tx, seen.orderId, effects)
    const entry = await lockEntry(tx, id)
    const { correctsId, state } = offlineEntries
    const refusal = whyNotCorrect({
      ...{ kind: kindOf(entry), state: entry.state, isCorrected: entry.correctedAt !== null },
      waits: (await tx.$count(offlineEntries, and(eq(correctsId, id), eq(state, 'WAITING')))) > 0,
      ...{ orderKind: order.kind, orderState: order.state, isUsed: await isUsed(tx, { order, effects, now }) },
    })
    if (refusal) throw new ApiError(refusal)
    const reason = assertMayAsk(actor, body.reason)
    const { orderId, amountFen, way, receiptNo } = entry
    // Under a limit of nothing it waits for a second person, whatever its amount.
    const [row] = await tx
      .insert(offlineEntries)
      .values({
        ...{ orderId, amountFen, way, receiptNo, correctsId: id, limitFen: 0 },
        ...{ reason, requestedBy: actor.id, createdAt: now },
      })
      .returning()
    if (!row) throw new Error(`entry ${id} is locked, and yet somebody else corrects it`)
    const summary = `登记待复核：${wordsOf(row)}，${reason}`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'offline-entry.correct', objectId: row.id, summary, now })
    return readEntry(tx, row.id, { effects, now })
  })
}

/** Ends the refund of a correction that counts, frees the receipt, and tells the payer. */
export async function finishCorrection(
  tx: Database,
  {
    entry,
    order,
    refundId,
    besides,
    now,
  }: { entry: EntryRow; order: OrderRow; refundId: string; besides: string; now: Date },
): Promise<void> {
  const { id: entryId, correctsId, amountFen, way, receiptNo, reason } = entry
  if (correctsId === null) throw new Error(`entry ${entryId} corrects nothing`)
  await tx.update(refunds).set({ state: 'DONE', entryId, doneAt: now }).where(eq(refunds.id, refundId))
  await tx.update(offlineEntries).set({ correctedAt: now }).where(eq(offlineEntries.id, correctsId))
  const sum = `¥${yuanOf(amountFen)}（${OFFLINE_WAY_NAMES[way]}，收据号 ${receiptNo}）`
  const taken = order.state === 'CLOSED' ? '没有待退还的钱，不用到前台领取' : `这笔订单买的内容已收回${besides}`
  await notifyPayer(tx, order, {
    title: '前台收款已冲正',
    text: `收款 ${sum}${CORRECTION_REASON}，${taken}。原因：${reason}`,
  })
}
