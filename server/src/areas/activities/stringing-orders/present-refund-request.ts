import type {
  ManagedStringingOrder,
  ManagedStringingOrderDetail,
  StringingRefund,
} from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import type { Database } from '../../../db/database.ts'
import {
  findManagedOrder,
  findRefundRequest,
  hasWaitingRefund,
  type ManagedOrderRow,
  type RefundRequestView,
} from './refund-request-queries.ts'
import { listSteps } from './view-queries.ts'

/** Presents a stringing order of any shop for the operators' list. */
export function presentManagedOrder({
  order,
  owner,
  merchant,
  totalFen,
  method,
}: ManagedOrderRow): ManagedStringingOrder {
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    racketName: order.racketName,
    owner,
    merchant,
    totalFen,
    isPaidInShop: method === 'IN_SHOP',
    paymentOrderId: order.paymentOrderId,
    isInShop: isInShop(order),
    isRacketLost: order.isRacketLost,
    responseTime: order.responseTime.toISOString(),
    revision: order.revision,
  }
}

/** Reads a stringing order as operators see it. @throws ApiError stringing_not_found */
export async function readManagedOrder(db: Database, id: string): Promise<ManagedStringingOrderDetail> {
  const row = await findManagedOrder(db, id)
  if (!row) throw new ApiError('stringing_not_found')
  const steps = await listSteps(db, id)
  return {
    ...presentManagedOrder(row),
    steps: steps.map(({ action, status, actor, staffName, remark, createdAt }) => ({
      action,
      status,
      actor,
      ...(staffName !== null && { staffName }),
      remark,
      time: createdAt.toISOString(),
    })),
    hasWaitingRefund: await hasWaitingRefund(db, id),
  }
}

/** Presents a refund request for the staff. */
export function presentRefundRequest({
  request,
  requestedBy,
  decidedBy,
  ...managed
}: RefundRequestView): StringingRefund {
  const { id, state, cause, isRacketLost, reason, note, createdAt, endedAt } = request
  return {
    id,
    state,
    cause,
    isRacketLost,
    order: presentManagedOrder(managed),
    reason,
    note,
    requestedBy,
    decidedBy,
    createTime: createdAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
  }
}

/** Reads the present state of an existing request. */
export async function readRefundRequest(db: Database, id: string): Promise<StringingRefund> {
  const row = await findRefundRequest(db, id)
  if (!row) throw new Error(`refund request ${id} is gone`)
  return presentRefundRequest(row)
}
