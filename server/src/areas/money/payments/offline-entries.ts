import * as api from '@paidang/api/areas/money/admin-offline'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  formsOfReceiptNo,
  needsSecondPerson,
  OFFLINE_WAY_NAMES,
  plainReceiptNo,
  waitsUntil,
  whyNotEnterPayment,
  whyNotEnterRefund,
} from '@paidang/domain/areas/money/payments/offline'
import { FEATURE_OF } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whyNotWithdraw } from '@paidang/domain/kernel/money-request'
import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertFeature } from '../../../http/features.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { offlineEntries, orders, refunds } from '../../../tables/payments.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { assertMayAsk, assertMayDecide, type MoneyMover } from '../../ground/money-requests/assert-moves-money.ts'
import { correctEntry, finishCorrection, takeBack } from './offline-corrections.ts'
import {
  type EntryRow,
  endEntry,
  findEntry,
  kindOf,
  lockEntry,
  notifyPayer,
  present,
  readEntry,
  selectEntries,
  wordsOf,
} from './offline-rows.ts'
import { readSettings } from './offline-settings.ts'
import { lockOrder, lockOrderAndObject, type OrderEffects, type OrderRow, orderTopic } from './order.ts'
import { insertPayment, newNumber } from './payment-rows.ts'
import type { RefundRow } from './refunds.ts'
import { settlePayment } from './settle-payment.ts'

/** Settles the locked order with the money of an entry that counts, like any payment. */
async function settleEntry(
  tx: Database,
  { entry, order, effects, now }: { entry: EntryRow; order: OrderRow; effects: OrderEffects; now: Date },
): Promise<void> {
  const { id: entryId, amountFen, way, receiptNo } = entry
  const outTradeNo = newNumber('P')
  const times = { nextPollAt: now, createdAt: now }
  await insertPayment(tx, { orderId: order.id, provider: 'OFFLINE', entryId, outTradeNo, amountFen, ...times })
  const received = { transactionId: receiptNo, amountFen, currency: 'CNY' }
  const settled = await settlePayment(tx, { outTradeNo, received, effects, now })
  // Of money that pays nothing the payer has been told already.
  if (settled.state !== 'PAID') return
  const text = `前台已收款 ¥${yuanOf(amountFen)}（${OFFLINE_WAY_NAMES[way]}，收据号 ${receiptNo}）`
  await notifyPayer(tx, order, { title: '付款成功', text })
}

/** Ends the locked refund with an entry that counts: its payer has the money. */
async function finishRefund(
  tx: Database,
  { entry, order, refund, now }: { entry: EntryRow; order: OrderRow; refund: RefundRow; now: Date },
): Promise<void> {
  const { id: entryId, amountFen, way, receiptNo } = entry
  const done = { state: 'DONE' as const, entryId, doneAt: now }
  await tx.update(refunds).set(done).where(eq(refunds.id, refund.id))
  const text = `¥${yuanOf(amountFen)} 已在前台退还（${OFFLINE_WAY_NAMES[way]}，单号 ${receiptNo}）`
  await notifyPayer(tx, order, { title: '退款已退还', text })
  await publishChanges(tx, [orderTopic(order.id)])
}

/** What a staff member enters, beside what it is for. */
type Typed = Pick<Handled<typeof api.enterOfflinePayment>['body'], 'amountFen' | 'way' | 'receiptNo' | 'reason'>

/**
 * Records an entry about a locked order. Up to the limit it counts from the start. Of two that name the same receipt, or
 * the same order or refund, the key refuses one.
 */
async function insertEntry(
  tx: Database,
  {
    of,
    typed,
    actor,
    limitFen,
    now,
  }: {
    of: Pick<EntryRow, 'orderId' | 'refundId'>
    typed: Typed
    actor: MoneyMover
    limitFen: number
    now: Date
  },
): Promise<EntryRow> {
  const reason = assertMayAsk(actor, typed.reason)
  const receiptNo = plainReceiptNo(typed.receiptNo)
  if (receiptNo === undefined) throw new ApiError('offline_receipt_invalid')
  // The key knows one form only. Nobody writes the forms of before any more, so that no race changes what is read here.
  const forms = inArray(offlineEntries.receiptNo, formsOfReceiptNo(typed.receiptNo))
  const { correctsId, correctedAt, state } = offlineEntries
  const counts = and(forms, inArray(state, ['WAITING', 'DONE']), isNull(correctsId), isNull(correctedAt))
  const isOfBefore = (await tx.$count(offlineEntries, and(counts, ne(offlineEntries.receiptNo, receiptNo)))) > 0
  if (isOfBefore) throw new ApiError('offline_receipt_used')
  const { amountFen, way } = typed
  const waits = needsSecondPerson(amountFen, limitFen)
  const end = waits ? {} : { state: 'DONE' as const, endedAt: now }
  const [entry] = await tx
    .insert(offlineEntries)
    .values({ ...of, amountFen, limitFen, way, receiptNo, reason, requestedBy: actor.id, createdAt: now, ...end })
    .onConflictDoNothing()
    .returning()
  if (!entry) {
    const isUsed = (await tx.$count(offlineEntries, counts)) > 0
    throw new ApiError(isUsed ? 'offline_receipt_used' : 'money_request_waits')
  }
  const summary = `${waits ? '登记待复核：' : ''}${wordsOf(entry)}，${reason}`
  await recordAuditEvent(tx, { actorId: actor.id, action: 'offline-entry.enter', objectId: entry.id, summary, now })
  return entry
}

function assertPayable(order: OrderRow, seenFen: number, now: Date): void {
  const refusal = whyNotEnterPayment(order, seenFen, now)
  if (refusal) throw new ApiError(refusal)
}

function assertWaits(refund: RefundRow, seenFen: number): void {
  const refusal = whyNotEnterRefund(refund, seenFen)
  if (refusal) throw new ApiError(refusal)
}

/** The refund, locked after its order. @throws ApiError refund_not_found */
async function lockRefund(tx: Database, id: string): Promise<{ order: OrderRow; refund: RefundRow }> {
  const [seen] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, id))
  const order = seen && (await lockOrder(tx, seen.orderId))
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update')
  if (!order || !refund) throw new ApiError('refund_not_found')
  return { order, refund }
}

/** Whether a correction of the order's payment waits: by its verdict there may be nothing to give back. */
async function correctionWaits(tx: Database, orderId: string): Promise<boolean> {
  const { correctsId, state } = offlineEntries
  const isIt = and(eq(offlineEntries.orderId, orderId), isNotNull(correctsId), eq(state, 'WAITING'))
  return (await tx.$count(offlineEntries, isIt)) > 0
}

/** Tells the payer that an entry does not count. Its money is at the desk, or still to be fetched there. */
async function notifyNotCounted(
  tx: Database,
  entry: EntryRow,
  order: OrderRow,
  how: '没有通过复核' | '已由前台撤回',
): Promise<void> {
  const kind = kindOf(entry)
  // Of a correction that does not count the payer was not told. Of money for an order that ended meanwhile they were.
  if (kind === 'CORRECTION' || (kind === 'PAYMENT' && order.state === 'CLOSED')) return
  const sum = `¥${yuanOf(entry.amountFen)}（${OFFLINE_WAY_NAMES[entry.way]}）`
  await notifyPayer(
    tx,
    order,
    kind === 'PAYMENT'
      ? { title: '前台收款没有生效', text: `前台登记的收款 ${sum}${how}。付过的钱请到前台取回` }
      : { title: '前台退还没有生效', text: `前台登记的退还 ${sum}${how}。这笔退款仍待到前台领取` },
  )
}

/**
 * The verdict of the second person. What the money is for is locked before the entry, as by everybody else. An approval
 * that has become impossible is refused, and the entry keeps waiting.
 */
function decideEntry({
  params: { id },
  body: { approve, note = '' },
  staff: actor,
  db,
  now,
  app: { payments },
}: Handled<typeof api.decideOfflineEntry>) {
  const { effects } = payments
  return db.transaction(async (tx) => {
    const seen = await findEntry(tx, id)
    if (!seen) throw new ApiError('offline_entry_not_found')
    const { order, refund } =
      seen.refundId === null
        ? { order: await lockOrderAndObject(tx, seen.orderId, effects), refund: undefined }
        : await lockRefund(tx, seen.refundId)
    const entry = await lockEntry(tx, id)
    const state = approve ? 'DONE' : 'REFUSED'
    if (entry.state === state && entry.decidedBy === actor.id) return readEntry(tx, id, { effects, now })
    await assertMayDecide(tx, entry, actor)

    const end = { state, decidedBy: actor.id, note: note.trim(), endedAt: now } as const
    if (!approve) {
      await endEntry(tx, entry, end)
      await notifyNotCounted(tx, entry, order, '没有通过复核')
    } else if (entry.correctsId !== null) {
      const taken = await takeBack(tx, { order, effects, now })
      await endEntry(tx, entry, { ...end, refundId: taken.refundId })
      await finishCorrection(tx, { entry, order, ...taken, now })
    } else if (refund) {
      assertWaits(refund, entry.amountFen)
      await endEntry(tx, entry, end)
      await finishRefund(tx, { entry, order, refund, now })
    } else {
      assertPayable(order, entry.amountFen, now)
      await endEntry(tx, entry, end)
      await settleEntry(tx, { entry, order, effects, now })
    }
    await recordAuditEvent(tx, {
      actorId: actor.id,
      action: approve ? 'offline-entry.approve' : 'offline-entry.refuse',
      objectId: id,
      summary: `${approve ? '通过' : '拒绝'}${wordsOf(entry)}`,
      now,
    })
    return readEntry(tx, id, { effects, now })
  })
}

export default plugin([
  // The order is locked before anything is compared, so that of many entries one pays it.
  handle(api.enterOfflinePayment, ({ params: { id }, body: typed, staff: actor, db, now, app }) =>
    db.transaction(async (tx) => {
      const { features, payments } = app
      const { effects } = payments
      const order = await lockOrderAndObject(tx, id, effects)
      assertPayable(order, typed.amountFen, now)
      assertFeature(features, FEATURE_OF[order.kind])
      const { isOffered, limitFen } = await readSettings(tx, features)
      if (!isOffered) throw new ApiError('offline_payments_off')
      const of = { orderId: id, refundId: null }
      const entry = await insertEntry(tx, { of, typed, actor, limitFen, now })
      if (entry.state === 'DONE') await settleEntry(tx, { entry, order, effects, now })
      else
        await tx
          .update(orders)
          .set({ expiresAt: waitsUntil(order, now) })
          .where(eq(orders.id, id))
      await publishChanges(tx, [orderTopic(id)])
      return readEntry(tx, entry.id, { effects, now })
    }),
  ),

  // Money that came here goes back here, also where the desk takes none any more.
  handle(api.enterOfflineRefund, ({ params: { id }, body: typed, staff: actor, db, now, app }) =>
    db.transaction(async (tx) => {
      const { order, refund } = await lockRefund(tx, id)
      assertWaits(refund, typed.amountFen)
      if (await correctionWaits(tx, order.id)) throw new ApiError('money_request_waits')
      const { limitFen } = await readSettings(tx, app.features)
      const of = { orderId: order.id, refundId: id }
      const entry = await insertEntry(tx, { of, typed, actor, limitFen, now })
      if (entry.state === 'DONE') await finishRefund(tx, { entry, order, refund, now })
      return readEntry(tx, entry.id, { effects: app.payments.effects, now })
    }),
  ),

  handle(api.correctOfflineEntry, correctEntry),

  handle(api.decideOfflineEntry, decideEntry),

  // Withdrawing again returns the current state.
  handle(api.withdrawOfflineEntry, ({ params: { id }, staff: { id: actorId }, db, now, app }) =>
    db.transaction(async (tx) => {
      const look = { effects: app.payments.effects, now }
      const seen = await findEntry(tx, id)
      const order = seen && (await lockOrder(tx, seen.orderId))
      const entry = await lockEntry(tx, id)
      if (entry.state === 'WITHDRAWN' && entry.requestedBy === actorId) return readEntry(tx, id, look)
      const refusal = whyNotWithdraw(entry, actorId)
      if (refusal) throw new ApiError(refusal)
      await endEntry(tx, entry, { state: 'WITHDRAWN', decidedBy: null, note: '', endedAt: now })
      if (order) await notifyNotCounted(tx, entry, order, '已由前台撤回')
      const summary = `撤回${wordsOf(entry)}`
      await recordAuditEvent(tx, { actorId, action: 'offline-entry.withdraw', objectId: id, summary, now })
      return readEntry(tx, id, look)
    }),
  ),

  // Waiting ones come first, then the latest.
  handle(api.listOfflineEntries, async ({ query, db, now, app }) => {
    const { state, orderId, receiptNo } = query
    const where = and(
      state && eq(offlineEntries.state, state),
      orderId === undefined ? undefined : eq(offlineEntries.orderId, orderId),
      receiptNo === undefined ? undefined : inArray(offlineEntries.receiptNo, formsOfReceiptNo(receiptNo)),
    )
    const order = [desc(sql`(${offlineEntries.state} = 'WAITING')`), desc(offlineEntries.id)]
    const { rows, total } = await pageOf(db, selectEntries(db), { where, order, query, present: (row) => row })
    const look = { effects: app.payments.effects, now }
    const shown: api.OfflineEntry[] = []
    for (const row of rows) shown.push(await present(db, row, look))
    return { rows: shown, total }
  }),
])
