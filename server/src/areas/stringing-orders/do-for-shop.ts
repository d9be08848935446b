import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@paidang/api/catalogue/errors'
import { deedsOfShop, type ShopDeed } from '@paidang/domain/areas/stringing/board'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { isWithinReach } from '@paidang/domain/areas/stringing/ready'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { findLastStep, lockStringingOrder, type StepRow, type StringingOrderRow } from './order-queries.ts'
import { shopOf } from './shop-of.ts'
import type { Step } from './take-step.ts'

/** Who of a shop does something to which order, when. */
export type ShopWork = { orderId: string; staff: StaffUser; now: Date }

/** What is said, shown and changed with a deed. */
export type Said = Pick<Step, 'remark' | 'photos' | 'change'>

/**
 * Somebody of the shop does something to a paid order of it, in one transaction, with the order locked. Doing once more what was
 * done last, in the same words, changes nothing.
 *
 * @returns what `work` answers; undefined when it was done before
 * @throws ApiError stringing_not_found also for another shop's and one that was never paid; stringing_done_otherwise when it was
 *   done with other words, pictures or dates, which stand; stringing_settled; what `work` throws
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
export async function doForShop<Answer>(
  db: Database,
  { orderId, staff, deed, said }: Omit<ShopWork, 'now'> & { deed: ShopDeed; said: Said },
  work: (tx: Database, order: StringingOrderRow) => Promise<Answer>,
): Promise<Answer | undefined> {
  return db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, orderId)
    if (order?.merchantId !== shopOf(staff)) throw new ApiError('stringing_not_found')
    const last = await findLastStep(tx, orderId)
    if (!last.wasPaid) throw new ApiError('stringing_not_found')
    if (last.deed === deed) {
      if (!isSaid(said, last, order)) throw new ApiError('stringing_done_otherwise')
      return undefined
    }
    if (!deedsOfShop({ ...order, isInShop: isInShop(order) }).includes(deed)) throw new ApiError('stringing_settled')
    return work(tx, order)
  })
}

/** Whether a step and the order that it left say the same. */
function isSaid(
  { remark = '', photos = [], change = {} }: Said,
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
 * When the shop thinks it will be ready, as a change of the order; nothing where it does not say.
 *
 * @throws ApiError stringing_due_invalid for what lies behind, or further ahead than anybody means
 */
export function expectation(expectedAt: string | undefined, now: Date): { expectedAt?: Date } {
  if (expectedAt === undefined) return {}
  const instant = new Date(expectedAt)
  if (!isWithinReach(instant, now)) throw new ApiError('stringing_due_invalid')
  return { expectedAt: instant }
}
