import type { ShopDetails, ShopRecord } from '@paidang/api/areas/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainPhone } from '@paidang/domain/kernel/phone'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { presentShop } from './present-shop.ts'
import { insertShop, lockShop, type ShopRow, updateShopRow } from './shop-queries.ts'

/** A change of a shop; `actorId` is the staff account. */
export type ShopWrite = { merchantId: string; actorId: string; now: Date }

/**
 * Creates a shop, which the app hides until it is published.
 *
 * @throws ApiError merchant_facts_missing, merchant_hours_invalid, merchant_place_invalid
 */
export async function createShop(
  db: Database,
  { facts, actorId, now }: { facts: ShopDetails; actorId: string; now: Date },
): Promise<ShopRecord> {
  const clean = cleanFacts(facts)
  return db.transaction(async (tx) => {
    const shop = await insertShop(tx, { ...clean, isPublished: false, createdAt: now })
    const summary = `新增穿线商家「${shop.name}」`
    await recordAuditEvent(tx, { actorId, action: 'merchant.create', objectId: shop.id, summary, now })
    return presentShop(shop)
  })
}

/**
 * Updates the details of a shop. The app shows them at once. Orders keep the courier fee with which they were made.
 *
 * @throws ApiError merchant_not_found, and as createShop
 */
export async function updateShop(
  db: Database,
  { merchantId, change: facts, actorId, now }: ShopWrite & { change: ShopDetails },
): Promise<ShopRecord> {
  const clean = cleanFacts(facts)
  return db.transaction(async (tx) => {
    await ownShop(tx, merchantId)
    const shop = await updateShopRow(tx, merchantId, clean)
    const summary = `修改穿线商家「${shop.name}」资料`
    await recordAuditEvent(tx, { actorId, action: 'merchant.edit', objectId: merchantId, summary, now })
    return presentShop(shop)
  })
}

/**
 * Publishes a shop in the app, or hides it. Existing orders continue. A repeat changes nothing.
 *
 * @throws ApiError merchant_not_found
 */
export async function publishShop(
  db: Database,
  { merchantId, isPublished, actorId, now }: ShopWrite & { isPublished: boolean },
): Promise<ShopRecord> {
  return db.transaction(async (tx) => {
    const shop = await ownShop(tx, merchantId)
    if (shop.isPublished === isPublished) return presentShop(shop)
    const action = isPublished ? ('merchant.publish' as const) : ('merchant.unpublish' as const)
    const summary = `${isPublished ? '上架' : '下架'}穿线商家「${shop.name}」`
    await recordAuditEvent(tx, { actorId, action, objectId: merchantId, summary, now })
    return presentShop(await updateShopRow(tx, merchantId, { isPublished }))
  })
}

async function ownShop(tx: Database, merchantId: string): Promise<ShopRow> {
  const shop = await lockShop(tx, merchantId)
  if (!shop) throw new ApiError('merchant_not_found')
  return shop
}

/** The values of a form to store, with its texts trimmed. */
function cleanFacts(facts: ShopDetails): ShopDetails {
  const { name, city, district, address } = facts
  const phone = plainPhone(facts.phone)
  const needed = Object.fromEntries(
    Object.entries({ name, city, district, address, phone }).map(([key, text]) => [key, text.trim()]),
  ) as Pick<ShopDetails, 'name' | 'city' | 'district' | 'address' | 'phone'>
  if (Object.values(needed).includes('')) throw new ApiError('merchant_facts_missing')
  if (facts.openFrom >= facts.openTo) throw new ApiError('merchant_hours_invalid')
  if ((facts.latitude === null) !== (facts.longitude === null)) throw new ApiError('merchant_place_invalid')
  return { ...facts, ...needed, introduction: facts.introduction.trim() }
}
