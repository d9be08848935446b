import type { Product } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { STOCK_MOVE_NAMES, whyNotMove } from '@paidang/domain/areas/shop/stock'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { lockProducts, moveStock } from './product-queries.ts'
import { readSaved, stockReferenceOf } from './save-product.ts'

type Moving = {
  productId: string
  kind: 'DELIVERY' | 'ADJUST'
  units: number
  reason: string
  actorId: string
  now: Date
}

/**
 * Changes the stock of a product for an operator, for a delivery or a corrected count. Units in orders have already
 * left the stock.
 *
 * @param moving `actorId` is the staff account.
 * @throws ApiError product_not_found (also for a deleted product), product_move_invalid, product_stock_too_low,
 *   product_stock_too_high.
 * Source: invariant T2
 */
export async function moveProductStock(
  db: Database,
  { productId, kind, units, actorId, now, ...said }: Moving,
): Promise<Product> {
  const reason = said.reason.trim()
  return db.transaction(async (tx) => {
    const [product] = await lockProducts(tx, [productId])
    if (!product || product.deletedAt) throw new ApiError('product_not_found')
    const refusal = whyNotMove({ kind, units, reason }, product.stock)
    if (refusal) throw new ApiError(refusal)
    const cause = { kind, reference: stockReferenceOf(actorId), byHand: { staffId: actorId, reason }, now }
    const moved = await moveStock(tx, [{ productId, units }], cause)
    if (moved !== 1) throw new Error(`product ${productId} is locked, and yet cannot move by ${units} units`)
    const sign = units > 0 ? '+' : ''
    const summary = `商品「${product.name}」${STOCK_MOVE_NAMES[kind]} ${sign}${units} 件：${reason}`
    await recordAuditEvent(tx, { actorId, action: 'product.move-stock', objectId: productId, summary, now })
    return readSaved(tx, productId)
  })
}
