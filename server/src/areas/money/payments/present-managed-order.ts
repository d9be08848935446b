import type { ManagedOrder, ManagedOrderDetail, ManagedRefund, PaymentAttempt } from '@paidang/api/areas/admin-payments'
import type { ManagedShipment } from '@paidang/api/areas/admin-shipments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { reasonOfNotRefunded } from '@paidang/domain/areas/payments/order'
import { reasonOfNotUploaded } from '@paidang/domain/areas/payments/shipment'
import type { Database } from '../../../db/database.ts'
import {
  findManagedOrder,
  listFailedRefundsOf,
  listPaymentsOf,
  type ManagedOrderRow,
  type ManagedRefundRow,
} from './operator-queries.ts'
import type { PaymentRow } from './payment-queries.ts'
import { presentOrder, presentRefund } from './present-order.ts'
import type { ManagedShipmentRow } from './shipment-queries.ts'

/** Presents an order for the operators' list. */
export function presentManagedOrder({ order, payer, refundedFen }: ManagedOrderRow): ManagedOrder {
  const { id, kind, title, amountFen, state, method, createdAt, paidAt } = order
  const times = { createTime: createdAt.toISOString(), paidTime: paidAt?.toISOString() ?? null }
  return { id, kind, title, payer, amountFen, refundedFen, state, method, ...times }
}

/** Reads an order with every attempt to pay it. @throws ApiError order_not_found */
export async function readManagedOrder(db: Database, orderId: string): Promise<ManagedOrderDetail> {
  const row = await findManagedOrder(db, orderId)
  if (!row) throw new ApiError('order_not_found')
  const attempts = await listPaymentsOf(db, orderId)
  const failed = await listFailedRefundsOf(db, orderId)
  return {
    order: await presentOrder(db, row.order),
    payer: row.payer,
    payments: attempts.map(presentAttempt),
    refundProblems: failed.map(({ id, lastError }) => ({ id, problem: reasonOfNotRefunded(lastError) })),
  }
}

function presentAttempt({ createdAt, settledAt, ...row }: PaymentRow): PaymentAttempt {
  const { id, provider, outTradeNo, transactionId, cardId, channel, amountFen, receivedFen, state } = row
  return {
    id,
    provider,
    outTradeNo,
    transactionId,
    cardId,
    channel,
    amountFen,
    receivedFen,
    state,
    createTime: createdAt.toISOString(),
    settledTime: settledAt?.toISOString() ?? null,
  }
}

/** Presents a refund for the operators' list. */
export function presentManagedRefund({ refund, orderTitle, payer }: ManagedRefundRow): ManagedRefund {
  const { outRefundNo, attempts, lastError, nextTryAt, orderId } = refund
  const problem = lastError === null ? null : reasonOfNotRefunded(lastError)
  const nextTryTime = nextTryAt?.toISOString() ?? null
  return { refund: presentRefund(refund), outRefundNo, attempts, problem, nextTryTime, orderId, orderTitle, payer }
}

/** Presents a shipment for the operators' list. */
export function presentManagedShipment({ shipment, ...order }: ManagedShipmentRow): ManagedShipment {
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
