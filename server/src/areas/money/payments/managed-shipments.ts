import * as api from '@paidang/api/areas/money/admin-shipments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { reasonOfNotUploaded } from '@paidang/domain/areas/money/payments/shipment'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { users } from '../../../tables/identities.ts'
import { orders, payments, shipments } from '../../../tables/payments.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

const { id: payerId, nickname, avatar } = users
const selectShipments = (db: Database) =>
  db
    .select({
      shipment: shipments,
      orderId: orders.id,
      orderTitle: orders.title,
      payer: { id: payerId, nickname, avatar },
    })
    .from(shipments)
    .innerJoin(payments, eq(payments.id, shipments.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectShipments>>[number]

function present({ shipment, ...order }: Row): api.ManagedShipment {
  const { id, logistics, state, attempts, lastError, createdAt, nextTryAt, shippedAt, receivedAt } = shipment
  return {
    id,
    ...order,
    logistics,
    state,
    attempts,
    problem: lastError === null ? null : reasonOfNotUploaded(lastError),
    createTime: createdAt.toISOString(),
    nextTryTime: nextTryAt?.toISOString() ?? null,
    shippedTime: shippedAt?.toISOString() ?? null,
    receivedTime: receivedAt?.toISOString() ?? null,
  }
}

async function readShipment(db: Database, id: string): Promise<api.ManagedShipment> {
  const [row] = await selectShipments(db).where(eq(shipments.id, id))
  if (!row) throw new ApiError('shipment_not_found')
  return present(row)
}

export default plugin([
  handle(api.queryShipments, ({ query, db }) => {
    const where = query.state && eq(shipments.state, query.state)
    const order = [desc(sql`(${shipments.state} = 'REFUSED')`), desc(shipments.id)]
    return pageOf(db, selectShipments(db), { where, order, query, present })
  }),

  // If somebody entered it at WeChat by hand, WeChat knows it and the retry succeeds.
  handle(api.retryShipment, ({ params: { id }, staff: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const { orderId } = await readShipment(tx, id)
      const reopened = await tx
        .update(shipments)
        .set({ state: 'WAITING', attempts: 0, nextTryAt: now })
        .where(and(eq(shipments.id, id), eq(shipments.state, 'REFUSED')))
        .returning({ id: shipments.id })
      if (reopened.length === 0) throw new ApiError('shipment_not_refused')
      const summary = `重新上传发货信息（订单 ${orderId}）`
      await recordAuditEvent(tx, { actorId, action: 'shipment.retry', objectId: id, summary, now })
      return readShipment(tx, id)
    }),
  ),
])
