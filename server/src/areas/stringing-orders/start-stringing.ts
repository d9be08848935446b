import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { doForShop, expectation, type ShopWork } from './do-for-shop.ts'
import { listParts } from './order-queries.ts'
import { moveMetres } from './string-queries.ts'
import { takeStep } from './take-step.ts'

type Starting = ShopWork & { expectedAt: string | undefined; remark: string | undefined }

/**
 * Stringing begins: the shop's strings are drawn from its stock, both halves of one string together, and nobody takes the order
 * back any more. Starting again in the same words changes nothing.
 *
 * @throws ApiError string_stock_too_low when the shop has less than it believed; stringing_due_invalid, and as doForShop
 * Source: decision "Hours and money", Stringing orders
 */
export async function startStringing(db: Database, { expectedAt, remark, ...work }: Starting): Promise<void> {
  const { staff, now } = work
  const said = { remark, change: expectation(expectedAt, now) }
  await doForShop(db, { ...work, deed: 'start', said }, async (tx, order) => {
    await takeStep(tx, order, { deed: 'start', actorId: staff.id, ...said, now })
    const cause = { reference: `order:${order.id}`, reason: `穿线 ${order.orderNo}`, staffId: staff.id, now }
    for (const [stringId, metres] of await metresById(tx, order.id)) {
      const isDrawn = await moveMetres(tx, { stringId, kind: 'DRAWN', metres: -metres, ...cause })
      if (!isDrawn) throw new ApiError('string_stock_too_low')
    }
  })
}

/** Metres of each string that an order takes, in the order in which strings are locked: by id. */
async function metresById(tx: Database, orderId: string): Promise<[stringId: string, metres: number][]> {
  const metres = new Map<string, number>()
  for (const part of await listParts(tx, orderId)) {
    if (part.stringId !== null) metres.set(part.stringId, (metres.get(part.stringId) ?? 0) + part.metres)
  }
  return [...metres].sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
}
