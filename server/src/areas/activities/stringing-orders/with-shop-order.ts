import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@paidang/api/catalogue/errors'
import { actionsOfShop, type ShopAction } from '@paidang/domain/areas/stringing/board'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { isWithinReach } from '@paidang/domain/areas/stringing/ready'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import type { StaffUser } from '../../../http/session.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { findLastStep, lockStringingOrder, type StepRow, type StringingOrderRow } from './order-queries.ts'
import type { Step } from './take-step.ts'

/** An action of a shop: the order, the revision that was seen, the staff member and the time. */
export type ShopWork = { orderId: string; staff: StaffUser; now: Date; seen?: number | undefined }

/** The text, the photos and the changes of an action. */
export type StepDetails = Pick<Step, 'remark' | 'photos' | 'change'>

/**
 * Runs an action of the shop on one of its paid orders, in one transaction, with the order locked. Repeating the last
 * action with the same details changes nothing.
 *
 * @returns what `work` returns; undefined for a repeat
 * @throws ApiError stringing_not_found, also for an order of another shop or one never paid;
 * stringing_done_otherwise when the last action had other text, photos or dates, which stay;
 * stringing_settled; revision_outdated; what `work` throws
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
export async function withShopOrder<Answer>(
  db: Database,
  { orderId, staff, seen, action, said }: Omit<ShopWork, 'now'> & { action: ShopAction; said: StepDetails },
  work: (tx: Database, order: StringingOrderRow) => Promise<Answer>,
): Promise<Answer | undefined> {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (order?.merchantId !== shopOf(staff)) throw new ApiError('stringing_not_found')
    const last = await findLastStep(tx, orderId)
    if (!last.wasPaid) throw new ApiError('stringing_not_found')
    if (last.action === action) {
      if (!isSaid(said, last, order)) throw new ApiError('stringing_done_otherwise')
      return undefined
    }
    await assertSeenRow(tx, 'stringing_orders', { id: orderId, seen })
    if (!actionsOfShop({ ...order, isInShop: isInShop(order) }).includes(action))
      throw new ApiError('stringing_settled')
    return work(tx, order)
  })
}

/** Whether an action has the same details as the last step and the order. */
function isSaid(
  { remark = '', photos = [], change = {} }: StepDetails,
  step: Pick<StepRow, 'remark' | 'photos'>,
  order: StringingOrderRow,
): boolean {
  return (
    step.remark === remark.trim() &&
    step.photos === photos.join(',') &&
    isDeepStrictEqual({ ...order, ...change }, order)
  )
}

/**
 * The time at which the shop expects to be ready, as a change of the order. Empty if the shop gives none.
 *
 * @throws ApiError stringing_due_invalid for a time in the past or too far ahead
 */
export function expectation(expectedAt: string | undefined, now: Date): { expectedAt?: Date } {
  if (expectedAt === undefined) return {}
  const instant = new Date(expectedAt)
  if (!isWithinReach(instant, now)) throw new ApiError('stringing_due_invalid')
  return { expectedAt: instant }
}
