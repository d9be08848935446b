import * as api from '@paidang/api/areas/money/admin-payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { reasonOfNotRefunded } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { users } from '../../../tables/identities.ts'
import { orders, refunds, refundUrgency } from '../../../tables/payments.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { orderTopic } from './order.ts'
import { presentRefund } from './present-order.ts'

const { id: payerId, nickname, avatar } = users
const selectRefunds = (db: Database) =>
  db
    .select({ refund: refunds, orderTitle: orders.title, payer: { id: payerId, nickname, avatar } })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectRefunds>>[number]

function present({ refund, orderTitle, payer }: Row): api.ManagedRefund {
  const { outRefundNo, attempts, lastError, nextTryAt, orderId } = refund
  const problem = lastError === null ? null : reasonOfNotRefunded(lastError)
  const nextTryTime = nextTryAt?.toISOString() ?? null
  return { refund: presentRefund(refund), outRefundNo, attempts, problem, nextTryTime, orderId, orderTitle, payer }
}

async function readRefund(db: Database, id: string): Promise<api.ManagedRefund> {
  const [row] = await selectRefunds(db).where(eq(refunds.id, id))
  if (!row) throw new ApiError('refund_not_found')
  return present(row)
}

export default plugin([
  handle(api.queryRefunds, ({ query, db }) => {
    const where = query.state && eq(refunds.state, query.state)
    const order = [desc(refundUrgency(refunds)), desc(refunds.createdAt), desc(refunds.id)]
    return pageOf(db, selectRefunds(db), { where, order, query, present, key: refunds.id })
  }),

  // The job asks the provider within seconds, under the same number. So the provider refunds once, however often it is
  // asked. A refund that has not arrived is queued again too.
  handle(api.retryRefund, ({ params: { id }, staff: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      await readRefund(tx, id)
      const state = sql`case ${refunds.state} when 'STUCK' then 'WAITING' else ${refunds.state} end`
      const [reopened] = await tx
        .update(refunds)
        .set({ state, attempts: 0, nextTryAt: now })
        .where(and(eq(refunds.id, id), ne(refunds.state, 'DONE')))
        .returning()
      if (!reopened) throw new ApiError('refund_done')
      const summary = `重试退款 ¥${yuanOf(reopened.amountFen)}（订单 ${reopened.orderId}）`
      await recordAuditEvent(tx, { actorId, action: 'refund.retry', objectId: id, summary, now })
      await publishChanges(tx, [orderTopic(reopened.orderId)])
      return readRefund(tx, id)
    }),
  ),
])
