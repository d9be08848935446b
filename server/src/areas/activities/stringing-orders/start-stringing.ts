import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { listParts } from './order-queries.ts'
import { moveMetres } from './string-queries.ts'
import { takeStep } from './take-step.ts'
import { expectation, type ShopWork, withShopOrder } from './with-shop-order.ts'

type Starting = ShopWork & { expectedAt: string | undefined; remark: string | undefined }

/**
 * Starts stringing. The strings are drawn from the shop's stock, both halves of one string together. The player can no
 * longer cancel the order. Repeating it with the same text changes nothing.
 *
 * @throws ApiError string_stock_too_low when the stock is too small; stringing_due_invalid, and as withShopOrder
 * Source: decision "Hours and money", Stringing orders
 */
export async function startStringing(db: Database, { expectedAt, remark, ...work }: Starting): Promise<void> {
  const { staff, now } = work
  const said = { remark, change: expectation(expectedAt, now) }
  await withShopOrder(db, { ...work, action: 'start', said }, async (tx, order) => {
    await takeStep(tx, order, { action: 'start', actorId: staff.id, ...said, now })
    const cause = { reference: `order:${order.id}`, reason: `穿线 ${order.orderNo}`, staffId: staff.id, now }
    for (const [stringId, metres] of await metresById(tx, order.id)) {
      const isDrawn = await moveMetres(tx, { stringId, kind: 'DRAWN', metres: -metres, ...cause })
      if (!isDrawn) throw new ApiError('string_stock_too_low')
    }
  })
}

/** The metres of each string that an order takes, sorted by id, which is the lock order of strings. */
async function metresById(tx: Database, orderId: string): Promise<[stringId: string, metres: number][]> {
  const metres = new Map<string, number>()
  for (const part of await listParts(tx, orderId)) {
    if (part.stringId !== null) metres.set(part.stringId, (metres.get(part.stringId) ?? 0) + part.metres)
  }
  return [...metres].sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
}
