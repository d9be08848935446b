import type { Order, Refund } from '@paidang/api/areas/money/payments'
import { OBJECT_OF } from '@paidang/domain/areas/money/payments/order'
import { and, asc, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { packagePurchases } from '../../../tables/packages.ts'
import { offlineEntries, orderLines } from '../../../tables/payments.ts'
import type { OrderRow } from './order.ts'
import { listRefunds, type RefundRow, SURPLUS } from './refunds.ts'

/**
 * Presents orders for their payers, in the same sequence. Refunds of surplus money are listed too. They are not part of
 * `refundedFen`, which is compared with the amount.
 */
export async function presentOrders(db: Database, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  const refunds = await listRefunds(db, ids)
  const contractOf = await readBoughtContracts(db, rows)
  const atDesk = await readDeskMoney(db, rows)
  return rows.map((row) => {
    const isOwn = ({ orderId }: { orderId: string }) => orderId === row.id
    const own = refunds.filter(isOwn)
    return {
      id: row.id,
      kind: row.kind,
      object: {
        kind: OBJECT_OF[row.kind],
        id: row.objectId,
        ...(row.kind === 'COURSE' && { contractId: contractOf.get(row.objectId) }),
      },
      title: row.title,
      lines: lines.filter(isOwn).map(({ label, quantity, unitFen }) => ({
        label,
        quantity,
        unitFen,
        amountFen: quantity * unitFen,
      })),
      amountFen: row.amountFen,
      state: row.state,
      method: row.method,
      expiresAt: row.expiresAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      closedAt: row.closedAt?.toISOString() ?? null,
      ...atDesk.get(row.id),
      refundedFen: own.filter(({ cause }) => cause !== SURPLUS).reduce((sum, { amountFen }) => sum + amountFen, 0),
      refunds: own.map(presentRefund),
      createTime: row.createdAt.toISOString(),
    }
  })
}

/** The contracts that got the hours of bought packages, by the object of their order. */
async function readBoughtContracts(db: Database, rows: readonly OrderRow[]): Promise<Map<string, string>> {
  const ids = rows.filter(({ kind }) => kind === 'COURSE').map(({ objectId }) => objectId)
  if (ids.length === 0) return new Map()
  const { id, contractId } = packagePurchases
  const bought = await db.select({ id, contractId }).from(packagePurchases).where(inArray(id, ids))
  return new Map(bought.flatMap((one) => (one.contractId === null ? [] : [[one.id, one.contractId]])))
}

/** Of orders that were not paid: whether money that the front desk has entered waits for a second person, or did not count. */
async function readDeskMoney(
  db: Database,
  rows: readonly OrderRow[],
): Promise<Map<string, Pick<Order, 'isEnteredAtDesk' | 'wasEnteredAtDesk'>>> {
  const ids = rows.filter(({ state }) => state !== 'PAID').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { orderId, refundId, state } = offlineEntries
  const entries = await db
    .select({ orderId, waits: sql<boolean>`bool_or(${state} = 'WAITING')` })
    .from(offlineEntries)
    .where(and(inArray(orderId, ids), isNull(refundId), ne(state, 'DONE')))
    .groupBy(orderId)
  return new Map(
    entries.map((entry) => [entry.orderId, entry.waits ? { isEnteredAtDesk: true } : { wasEnteredAtDesk: true }]),
  )
}

/** Presents a refund for its payer. */
export function presentRefund({ id, amountFen, reason, target, state, createdAt, doneAt }: RefundRow): Refund {
  const times = { createTime: createdAt.toISOString(), doneTime: doneAt?.toISOString() ?? null }
  return { id, amountFen, reason, target, state, ...times }
}

/** Presents one order for its payer. */
export async function presentOrder(db: Database, row: OrderRow): Promise<Order> {
  const [order] = await presentOrders(db, [row])
  if (!order) throw new Error('one row makes one order')
  return order
}
