import type { ShopOrder, ShortItem } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_QUANTITY } from '@paidang/domain/areas/shop/cart'
import { shopOrderNoOf, shopOrderTitle, totalOf } from '@paidang/domain/areas/shop/order-facts'
import { payByOf } from '@paidang/domain/areas/shop/order-status'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Fen } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen, assertTotalSeen } from '../../../db/revision-queries.ts'
import { openOrder } from '../../money/payments/open-order.ts'
import { readDelivery } from '../../people/addresses/read-delivery.ts'
import { listCartRows, lockCartOf, removeItems } from './cart-queries.ts'
import { insertShopOrder, reserveShopOrderId } from './order-queries.ts'
import { coverOf } from './present-product.ts'
import { readShopOrder } from './present-shop-order.ts'
import { lockProducts, type ProductRow } from './product-queries.ts'
import { type Bought, takeUnits } from './shift-units.ts'

type Ordering = {
  addressId: string
  note?: string | undefined
  totalFen: Fen
  /** The prices that the buyer saw. */
  prices?: readonly { productId: string; priceFen: Fen }[] | undefined
  items?: Bought | undefined
  actorId: string
  now: Date
}

/**
 * Orders the selected lines of the caller's cart, or the given items. The units are reserved for half an hour, and the
 * ordered lines leave the cart. If a check fails, nothing changes. `data` of shop_stock_short names every line that is
 * short.
 *
 * @throws ApiError address_not_found, cart_nothing_selected, cart_quantity_invalid, product_not_found,
 *   shop_stock_short, revision_outdated.
 * Source: decision "The shop"; invariant T2
 */
export async function createShopOrder(
  db: Database,
  { addressId, note = '', totalFen, prices = [], items, actorId: userId, now }: Ordering,
): Promise<ShopOrder> {
  return db.transaction(async (tx) => {
    const delivery = await readDelivery(tx, { addressId, actorId: userId })
    await lockCartOf(tx, userId)
    const input = items ? addedUp(items) : await selectedBy(tx, userId)
    const productIds = input.map(({ productId }) => productId)
    if (productIds.length === 0) throw new ApiError('cart_nothing_selected')

    const lines = await linesOf(tx, input)
    const short = lines.flatMap(shortOf)
    if (short.length > 0) throw new ApiError('shop_stock_short', { data: short })
    const seenFen = new Map(prices.map(({ productId, priceFen }) => [productId, priceFen]))
    const repriced = lines.filter(({ product, priceFen }) => (seenFen.get(product.id) ?? priceFen) !== priceFen)
    const state = { totalFen: totalOf(lines) }
    assertPricesSeen('products', 'price_fen', { repriced: repriced.map(({ product }) => product), state })
    assertTotalSeen(totalFen, totalOf(lines))

    const id = await reserveShopOrderId(tx)
    const { id: paymentOrderId } = await openOrder(tx, {
      userId,
      kind: 'SHOP',
      objectId: id,
      title: shopOrderTitle(lines),
      lines: lines.map(({ name: label, quantity, priceFen: unitFen }) => ({ label, quantity, unitFen })),
      expiresAt: payByOf(now),
    })
    const orderNo = shopOrderNoOf(id, dayOf(now))
    const order = { id, orderNo, userId, paymentOrderId, ...delivery, note: note.trim(), createdAt: now }
    await insertShopOrder(tx, order, lines.map(itemOf))
    await takeUnits(tx, id, input, now)
    await removeItems(tx, { userId, productIds })
    return readShopOrder(tx, id)
  })
}

/**
 * The requested items, with each product once.
 *
 * @throws ApiError cart_quantity_invalid
 */
function addedUp(items: Bought): Bought {
  const units = new Map<string, number>()
  for (const { productId, quantity } of items) units.set(productId, (units.get(productId) ?? 0) + quantity)
  const input = Array.from(units, ([productId, quantity]) => ({ productId, quantity }))
  if (input.some(({ quantity }) => quantity > MAX_QUANTITY)) throw new ApiError('cart_quantity_invalid')
  return input
}

async function selectedBy(tx: Database, userId: string): Promise<Bought> {
  return (await listCartRows(tx, userId)).filter(({ isSelected }) => isSelected)
}

type Line = { product: ProductRow; name: string; priceFen: Fen; quantity: number }

/**
 * The requested lines with their products, locked for the rest of the transaction.
 *
 * @throws ApiError product_not_found
 */
async function linesOf(tx: Database, input: Bought): Promise<Line[]> {
  const products = await lockProducts(
    tx,
    input.map(({ productId }) => productId),
  )
  const byId = new Map(products.map((product) => [product.id, product]))
  return input.map(({ productId, quantity }) => {
    const product = byId.get(productId)
    if (!product) throw new ApiError('product_not_found')
    return { product, name: product.name, priceFen: product.priceFen, quantity }
  })
}

function shortOf({ product: { id: productId, name, isPublished, stock }, quantity }: Line): ShortItem[] {
  if (isPublished && stock >= quantity) return []
  return [{ productId, name, left: isPublished ? stock : null }]
}

const itemOf = ({ product, name, priceFen, quantity }: Line) => ({
  productId: product.id,
  picture: coverOf(product),
  name,
  priceFen,
  quantity,
})
