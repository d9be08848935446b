import { STRINGING_TRANSITIONS, type StringingAction } from '@paidang/domain/areas/stringing/order-status'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { orderTopic } from '../../money/payments/lock-order.ts'
import { findLastStep, insertStep, type StringingOrderRow, updateStringingOrder } from './order-queries.ts'

/**
 * A step of an order, with its text, its photos and other changes. `actorId` is null for the clock and the payment.
 * `actor` is set where it is not the usual one of the action.
 */
export type Step = {
  action: StringingAction
  actor?: 'OPERATOR'
  actorId: string | null
  remark?: string | undefined
  photos?: readonly string[]
  now: Date
  change?: Partial<Pick<StringingOrderRow, 'expectedAt' | 'trackingNo' | 'cancelReason' | 'isRacketLost'>>
}

/** The actions whose time is stored on the order itself. */
const TIMES: Partial<Record<StringingAction, 'acceptedAt' | 'receivedAt' | 'readyAt' | 'completedAt' | 'returnedAt'>> =
  {
    accept: 'acceptedAt',
    receive: 'receivedAt',
    ready: 'readyAt',
    handOver: 'completedAt',
    giveBack: 'returnedAt',
  }

/**
 * Moves a locked order by the table of transitions and appends its step. Watchers of the order are notified. The caller
 * has already checked that the action is allowed.
 *
 * @returns the current order
 * Source: invariant S1
 */
export async function takeStep(tx: Database, order: StringingOrderRow, step: Step): Promise<StringingOrderRow> {
  const { action, actorId, remark = '', photos = [], now, change } = step
  const { by, to: status } = STRINGING_TRANSITIONS[action]
  const { actor = by } = step
  const last = await findLastStep(tx, order.id)
  // A call that waited for the lock has an earlier time than the step before it. Its step must still sort after that
  // step.
  const at = new Date(Math.max(last.createdAt.getTime(), now.getTime()))
  const said = { remark: remark.trim(), photos: photos.join(',') }
  await insertStep(tx, { orderId: order.id, seq: last.seq + 1, action, status, actor, actorId, ...said, createdAt: at })
  const time = TIMES[action]
  const moved = await updateStringingOrder(tx, order.id, {
    ...change,
    ...(time && { [time]: at }),
    status,
    ...(status !== order.status && { responseTime: at }),
  })
  await publishChanges(tx, [orderTopic(order.paymentOrderId)])
  return moved
}
