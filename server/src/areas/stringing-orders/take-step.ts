import { STRINGING_TRANSITIONS, type StringingDeed } from '@paidang/domain/areas/stringing/order-status'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { orderTopic } from '../payments/lock-order.ts'
import { findLastStep, insertStep, type StringingOrderRow, updateStringingOrder } from './order-queries.ts'

/** What is done to an order: by whom (null is the clock, or the payment), with what is said, shown and changed besides. */
export type Step = {
  deed: StringingDeed
  actorId: string | null
  remark?: string | undefined
  photos?: readonly string[]
  now: Date
  change?: Partial<Pick<StringingOrderRow, 'expectedAt' | 'trackingNo' | 'cancelReason' | 'isRacketLost'>>
}

/** The deeds whose moment the order itself tells. */
const TIMES: Partial<Record<StringingDeed, 'acceptedAt' | 'receivedAt' | 'readyAt' | 'completedAt' | 'returnedAt'>> = {
  accept: 'acceptedAt',
  receive: 'receivedAt',
  ready: 'readyAt',
  handOver: 'completedAt',
  giveBack: 'returnedAt',
}

/**
 * A locked order goes the way that the table of transitions shows, and a row of its trail says so; whoever watches it is told.
 * Whether the deed may be done has been asked before.
 *
 * @returns the order as it now stands
 * Source: invariant S1
 */
export async function takeStep(tx: Database, order: StringingOrderRow, step: Step): Promise<StringingOrderRow> {
  const { deed, actorId, remark = '', photos = [], now, change } = step
  const { by: actor, to: status } = STRINGING_TRANSITIONS[deed]
  const last = await findLastStep(tx, order.id)
  // Who waited for the lock came earlier than the step that he waited for, and stands behind it all the same.
  const at = new Date(Math.max(last.createdAt.getTime(), now.getTime()))
  const said = { remark: remark.trim(), photos: photos.join(',') }
  await insertStep(tx, { orderId: order.id, seq: last.seq + 1, deed, status, actor, actorId, ...said, createdAt: at })
  const time = TIMES[deed]
  const moved = await updateStringingOrder(tx, order.id, {
    ...change,
    ...(time && { [time]: at }),
    status,
    ...(status !== order.status && { responseTime: at }),
  })
  await publishChanges(tx, [orderTopic(order.paymentOrderId)])
  return moved
}
