import type * as api from '@paidang/api/areas/money/admin-offline'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isCorrectable, OFFLINE_WAY_NAMES, type OfflineKind } from '@paidang/domain/areas/money/payments/offline'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { RequestState } from '@paidang/domain/kernel/money-request'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { offlineEntries, orders, refunds } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type OrderEffects, type OrderRow, orderTopic } from './order.ts'
import { SURPLUS } from './refunds.ts'

export type EntryRow = typeof offlineEntries.$inferSelect

const asker = alias(staff, 'asker')
const decider = alias(staff, 'decider')
const correction = alias(offlineEntries, 'correction')
const corrector = alias(staff, 'corrector')
const { id: payerId, nickname, avatar } = users
/** Entries with their order, its payer, who entered and decided, and who asked for the correction of one that waits. */
export const selectEntries = (db: Database) =>
  db
    .select({
      entry: offlineEntries,
      order: orders,
      payer: { id: payerId, nickname, avatar },
      requestedBy: { id: asker.id, nickname: asker.nickname },
      decidedBy: { id: decider.id, nickname: decider.nickname },
      correctionBy: { id: corrector.id, nickname: corrector.nickname },
    })
    .from(offlineEntries)
    .innerJoin(orders, eq(orders.id, offlineEntries.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(asker, eq(asker.id, offlineEntries.requestedBy))
    .leftJoin(decider, eq(decider.id, offlineEntries.decidedBy))
    .leftJoin(correction, and(eq(correction.correctsId, offlineEntries.id), eq(correction.state, 'WAITING')))
    .leftJoin(corrector, eq(corrector.id, correction.requestedBy))
    .$dynamic()

/** What an entry says of money. */
export const kindOf = ({ refundId, correctsId }: EntryRow): OfflineKind =>
  correctsId !== null ? 'CORRECTION' : refundId === null ? 'PAYMENT' : 'REFUND'

const KIND_NAMES: Record<OfflineKind, string> = { PAYMENT: '收款', REFUND: '退还', CORRECTION: '冲正收款' }

export type Look = { effects: OrderEffects; now: Date }

/** The refund of desk money that bought nothing, while it waits and nobody has entered that it was given back. */
export const isUntouchedSurplus = (orderId: string) =>
  and(
    eq(refunds.orderId, orderId),
    eq(refunds.cause, SURPLUS),
    eq(refunds.target, 'OFFLINE'),
    eq(refunds.state, 'WAITING'),
    sql`not exists (select 1 from ${offlineEntries} e where e.refund_id = ${refunds}.id and e.state = 'WAITING')`,
  )

/** Whether some of what the payment of an order brought was used, has begun, or was given back. */
export async function isUsed(db: Database, { order, effects, now }: Look & { order: OrderRow }): Promise<boolean> {
  const { id, kind, state } = order
  if (state === 'CLOSED') return (await db.$count(refunds, isUntouchedSurplus(id))) === 0
  if (state !== 'PAID' || !isCorrectable(kind)) return true
  if ((await db.$count(refunds, eq(refunds.orderId, id))) > 0) return true
  return effects[kind].isUsed(db, order, now)
}

/** Of a payment that a correction may take back, and of a correction that waits, whether it is too late for that. */
async function isTooLate(db: Database, { entry, order }: Row, look: Look): Promise<boolean> {
  const kind = kindOf(entry)
  const isAsked =
    kind === 'CORRECTION'
      ? entry.state === 'WAITING'
      : kind === 'PAYMENT' && entry.state === 'DONE' && !entry.correctedAt
  return isAsked && isUsed(db, { order, ...look })
}

type Row = Awaited<ReturnType<typeof selectEntries>>[number]

/** An entry as the staff see it. */
export async function present(db: Database, row: Row, look: Look): Promise<api.OfflineEntry> {
  const { entry, order, ...joined } = row
  const { id, state, refundId, amountFen, limitFen, way, receiptNo, reason, note, createdAt, endedAt, correctedAt } =
    entry
  const times = {
    createTime: createdAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
    correctedTime: correctedAt?.toISOString() ?? null,
  }
  return {
    id,
    state,
    kind: kindOf(entry),
    order: { id: order.id, kind: order.kind, title: order.title, state: order.state },
    ...joined,
    ...((await isTooLate(db, row, look)) && { isUsed: true as const }),
    refundId,
    amountFen,
    limitFen,
    way,
    receiptNo,
    reason,
    note,
    ...times,
  }
}

/** An entry in its current state. It must exist. */
export async function readEntry(db: Database, id: string, look: Look): Promise<api.OfflineEntry> {
  const [row] = await selectEntries(db).where(eq(offlineEntries.id, id))
  if (!row) throw new Error(`entry ${id} is gone`)
  return present(db, row, look)
}

/** An entry in the audit log, as in 收款 ¥300（订单 12，现金，收据 A-7）. */
export const wordsOf = (entry: EntryRow) => {
  const { orderId, amountFen, way, receiptNo } = entry
  return `${KIND_NAMES[kindOf(entry)]} ¥${yuanOf(amountFen)}（订单 ${orderId}，${OFFLINE_WAY_NAMES[way]}，收据 ${receiptNo}）`
}

/** Tells the payer of an order what became of money at the desk. */
export async function notifyPayer(tx: Database, { userId, title, id }: OrderRow, of: { title: string; text: string }) {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: of.title,
    content: `${title}：${of.text}`,
    about: { kind: 'order', id },
  })
}

export const findEntry = async (db: Database, id: string): Promise<EntryRow | undefined> =>
  (await db.select().from(offlineEntries).where(eq(offlineEntries.id, id)))[0]

/** @throws ApiError offline_entry_not_found */
export async function lockEntry(tx: Database, id: string): Promise<EntryRow> {
  const [entry] = await tx.select().from(offlineEntries).where(eq(offlineEntries.id, id)).for('update')
  if (!entry) throw new ApiError('offline_entry_not_found')
  return entry
}

/** Ends a waiting entry. A correction that counts names its refund. Its payer's page shows whether one waits. */
export async function endEntry(
  tx: Database,
  { id, orderId }: EntryRow,
  end: {
    state: Exclude<RequestState, 'WAITING'>
    decidedBy: string | null
    note: string
    endedAt: Date
    refundId?: string
  },
): Promise<void> {
  await tx.update(offlineEntries).set(end).where(eq(offlineEntries.id, id))
  await publishChanges(tx, [orderTopic(orderId)])
}
