import type {
  ManagedStringingOrder,
  ManagedStringingOrderDetail,
  StringingRefund,
} from '@paidang/api/areas/admin-stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import type { Database } from '../../db/database.ts'
import {
  findManagedOrder,
  findRefundRequest,
  hasWaitingRefund,
  type ManagedOrderRow,
  type RefundRequestView,
} from './refund-request-queries.ts'
import { listSteps } from './view-queries.ts'

/** A stringing order of any shop as a row of the operators' list. */
export function presentManagedOrder({ order, owner, merchant, totalFen }: ManagedOrderRow): ManagedStringingOrder {
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    racketName: order.racketName,
    owner,
    merchant,
    totalFen,
    paymentOrderId: order.paymentOrderId,
    isInShop: isInShop(order),
    isRacketLost: order.isRacketLost,
    responseTime: order.responseTime.toISOString(),
  }
}

/** A stringing order as operators see it. @throws ApiError stringing_not_found */
export async function readManagedOrder(db: Database, id: string): Promise<ManagedStringingOrderDetail> {
  const row = await findManagedOrder(db, id)
  if (!row) throw new ApiError('stringing_not_found')
  const steps = await listSteps(db, id)
  return {
    ...presentManagedOrder(row),
    steps: steps.map(({ deed, status, actor, staffName, remark, createdAt }) => ({
      deed,
      status,
      actor,
      ...(staffName !== null && { staffName }),
      remark,
      time: createdAt.toISOString(),
    })),
    hasWaitingRefund: await hasWaitingRefund(db, id),
  }
}

/** A refund that was asked for as the staff see it. */
export function presentRefundRequest({ request, askedBy, decidedBy, ...managed }: RefundRequestView): StringingRefund {
  const { id, state, cause, isRacketLost, reason, note, createdAt, endedAt } = request
  return {
    id,
    state,
    cause,
    isRacketLost,
    order: presentManagedOrder(managed),
    reason,
    note,
    askedBy,
    decidedBy,
    createTime: createdAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
  }
}

/** A request that is known to be there, as it stands now. */
export async function readRefundRequest(db: Database, id: string): Promise<StringingRefund> {
  const row = await findRefundRequest(db, id)
  if (!row) throw new Error(`refund request ${id} is gone`)
  return presentRefundRequest(row)
}
