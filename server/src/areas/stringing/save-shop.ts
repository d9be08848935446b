import type { KeptShop, ShopChange, ShopFacts } from '@paidang/api/areas/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { presentShop } from './present-shop.ts'
import { insertShop, lockShop, type ShopRow, updateShopRow } from './shop-queries.ts'

/** What somebody does to which shop; `by` is the staff account. */
export type ShopKeeping = { merchantId: string; by: string; now: Date }

/**
 * A new shop, which nobody sees in the app before it is published.
 *
 * @throws ApiError merchant_facts_missing, merchant_hours_invalid, merchant_place_invalid
 */
export async function createShop(
  db: Database,
  { facts, by, now }: { facts: ShopFacts; by: string; now: Date },
): Promise<KeptShop> {
  const clean = cleanFacts(facts)
  return db.transaction(async (tx) => {
    const shop = await insertShop(tx, { ...clean, isPublished: false, createdAt: now })
    const summary = `新增穿线商家「${shop.name}」`
    await recordDeed(tx, { by, action: 'merchant.create', objectId: shop.id, summary, now })
    return presentShop(shop)
  })
}

/**
 * Says anew what a shop is. The app shows it at once; orders keep the fee with which they were made.
 *
 * @throws ApiError merchant_not_found, merchant_changed, and as createShop
 */
export async function updateShop(
  db: Database,
  { merchantId, change: { revision, ...facts }, by, now }: ShopKeeping & { change: ShopChange },
): Promise<KeptShop> {
  const clean = cleanFacts(facts)
  return db.transaction(async (tx) => {
    const before = await ownShop(tx, merchantId)
    if (before.revision !== revision) throw new ApiError('merchant_changed')
    const shop = await updateShopRow(tx, merchantId, { ...clean, revision: revision + 1 })
    const summary = `修改穿线商家「${shop.name}」资料`
    await recordDeed(tx, { by, action: 'merchant.edit', objectId: merchantId, summary, now })
    return presentShop(shop)
  })
}

/**
 * Shows a shop in the app, or takes it out of it; what was ordered goes on. Saying so once more changes nothing.
 *
 * @throws ApiError merchant_not_found
 */
export async function publishShop(
  db: Database,
  { merchantId, isPublished, by, now }: ShopKeeping & { isPublished: boolean },
): Promise<KeptShop> {
  return db.transaction(async (tx) => {
    const shop = await ownShop(tx, merchantId)
    if (shop.isPublished === isPublished) return presentShop(shop)
    const action = isPublished ? ('merchant.publish' as const) : ('merchant.unpublish' as const)
    const summary = `${isPublished ? '上架' : '下架'}穿线商家「${shop.name}」`
    await recordDeed(tx, { by, action, objectId: merchantId, summary, now })
    return presentShop(await updateShopRow(tx, merchantId, { isPublished }))
  })
}

async function ownShop(tx: Database, merchantId: string): Promise<ShopRow> {
  const shop = await lockShop(tx, merchantId)
  if (!shop) throw new ApiError('merchant_not_found')
  return shop
}

/** What is kept of a form: its texts without blanks around them. */
function cleanFacts(facts: ShopFacts): ShopFacts {
  const { name, city, district, address, phone } = facts
  const needed = Object.fromEntries(
    Object.entries({ name, city, district, address, phone }).map(([key, text]) => [key, text.trim()]),
  ) as Pick<ShopFacts, 'name' | 'city' | 'district' | 'address' | 'phone'>
  if (Object.values(needed).includes('')) throw new ApiError('merchant_facts_missing')
  if (facts.openFrom >= facts.openTo) throw new ApiError('merchant_hours_invalid')
  if ((facts.latitude === null) !== (facts.longitude === null)) throw new ApiError('merchant_place_invalid')
  return { ...facts, ...needed, introduction: facts.introduction.trim() }
}
