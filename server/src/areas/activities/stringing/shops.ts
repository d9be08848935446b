import * as api from '@paidang/api/areas/activities/admin-merchants'
import type { ServiceRecord, ShopDetails, ShopRecord } from '@paidang/api/areas/activities/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { staff as staffTable } from '../../../tables/staff-identities.ts'
import { merchants, stringingServices } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

type ShopRow = typeof merchants.$inferSelect

/** A change of a shop; `actorId` is the staff account. */
type ShopWrite = { merchantId: string; actorId: string; now: Date }

const DAYS_OF_JOBS = 30
const DAY_MS = 86_400_000

/** Reads and locks a shop until the transaction ends. */
export async function lockShop(tx: Database, id: string): Promise<ShopRow> {
  const [row] = await tx.select().from(merchants).where(eq(merchants.id, id)).for('no key update')
  if (!row) throw new ApiError('merchant_not_found')
  return row
}

/** Updates a locked shop. The figures from its reviews are not changed here. */
export async function updateShopRow(
  tx: Database,
  id: string,
  change: Partial<Omit<ShopRow, 'id' | 'ratingSum' | 'ratingCount' | 'createdAt'>>,
): Promise<ShopRow> {
  const [row] = await tx.update(merchants).set(change).where(eq(merchants.id, id)).returning()
  if (!row) throw new Error(`shop ${id} is gone`)
  return row
}

const presentShop = ({ ratingSum, ratingCount, createdAt, ...shop }: ShopRow): ShopRecord => shop

/** Presents a service for those who manage the shop. */
export const presentService = ({ merchantId, ...service }: typeof stringingServices.$inferSelect): ServiceRecord =>
  service

/** Reads a shop, published or not. @throws ApiError merchant_not_found */
export async function readShop(db: Database, id: string): Promise<ShopRecord> {
  const [row] = await db.select().from(merchants).where(eq(merchants.id, id))
  if (!row) throw new ApiError('merchant_not_found')
  return presentShop(row)
}

/** Reads the present and former services of a shop: offered ones first, labour before extras, each sport by price. */
export async function readServices(db: Database, merchantId: string): Promise<ServiceRecord[]> {
  const { kind, isOffered, sport, priceFen, id } = stringingServices
  const rows = await db
    .select()
    .from(stringingServices)
    .where(eq(stringingServices.merchantId, merchantId))
    .orderBy(desc(isOffered), desc(kind), desc(sport), asc(priceFen), asc(id))
  return rows.map(presentService)
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

/**
 * Updates the details of a shop. The app shows them at once. Orders keep the courier fee with which they were made.
 *
 * @throws ApiError merchant_not_found, merchant_facts_missing, merchant_hours_invalid, merchant_place_invalid
 */
export async function updateShop(
  db: Database,
  { merchantId, facts, actorId, now }: ShopWrite & { facts: ShopDetails },
): Promise<ShopRecord> {
  const clean = cleanFacts(facts)
  return db.transaction(async (tx) => {
    await lockShop(tx, merchantId)
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
    const shop = await lockShop(tx, merchantId)
    if (shop.isPublished === isPublished) return presentShop(shop)
    const action = isPublished ? ('merchant.publish' as const) : ('merchant.unpublish' as const)
    const summary = `${isPublished ? '上架' : '下架'}穿线商家「${shop.name}」`
    await recordAuditEvent(tx, { actorId, action, objectId: merchantId, summary, now })
    return presentShop(await updateShopRow(tx, merchantId, { isPublished }))
  })
}

/** Shops with what operators see of their rating, their jobs finished after an instant, and their staff. */
function selectFigures(jobsSince: Date) {
  return {
    rating: sql<number | null>`round(${merchants.ratingSum}::numeric / nullif(${merchants.ratingCount}, 0), 1)::float8`,
    monthJobs: sql<number>`(select count(*)::int from ${stringingOrders} o
      where o.merchant_id = ${merchants}.id and o.ready_at > ${jobsSince})`,
    staffCount: sql<number>`(select count(*)::int from ${staffTable} s
      where s.merchant_id = ${merchants}.id and s.disabled_at is null)`,
  }
}

async function listShops({ query, db, now }: Handled<typeof api.queryMerchants>) {
  const { isPublished, sort = 'createTime', sord } = query
  const [city, typed] = [query.city?.trim(), query.keyword?.trim()]
  const where = and(
    city ? eq(merchants.city, city) : undefined,
    isPublished === undefined ? undefined : eq(merchants.isPublished, isPublished),
    typed
      ? or(
          ...[merchants.name, merchants.address].map((column) => contains(column, typed)),
          ...[typed, plainPhone(typed)].map((number) => contains(merchants.phone, number)),
        )
      : undefined,
  )
  const figures = selectFigures(new Date(now.getTime() - DAYS_OF_JOBS * DAY_MS))
  const { rating, monthJobs } = figures
  const sorts: Record<typeof sort, SQL> = { createTime: sql`${merchants.createdAt}`, rating, monthJobs }
  const way = sord === 'asc' ? sql`asc nulls last` : sql`desc nulls last`
  return pageOf(
    db,
    db
      .select({ shop: merchants, ...figures })
      .from(merchants)
      .$dynamic(),
    {
      where,
      order: [sql`${sorts[sort]} ${way}`, desc(merchants.id)],
      query,
      present: ({ shop, rating, monthJobs, staffCount }) => ({
        id: shop.id,
        name: shop.name,
        city: shop.city,
        district: shop.district,
        phone: shop.phone,
        isPublished: shop.isPublished,
        rating,
        ratingCount: shop.ratingCount,
        monthJobs,
        staffCount,
        createTime: shop.createdAt.toISOString(),
      }),
    },
  )
}

/** How operators manage the shops. */
export default plugin([
  handle(api.queryMerchants, listShops),

  handle(api.getMerchantFile, async ({ params: { id }, db }) => ({
    shop: await readShop(db, id),
    services: await readServices(db, id),
  })),

  // The app hides it until it is published.
  handle(api.createMerchant, async ({ body, staff, db, now }) => {
    const clean = cleanFacts(body)
    return db.transaction(async (tx) => {
      const [shop] = await tx
        .insert(merchants)
        .values({ ...clean, isPublished: false, createdAt: now })
        .returning()
      if (!shop) throw new Error('insert returned no row')
      const summary = `新增穿线商家「${shop.name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'merchant.create', objectId: shop.id, summary, now })
      return presentShop(shop)
    })
  }),

  handle(api.updateMerchant, ({ params, body: facts, staff, db, now }) =>
    updateShop(db, { merchantId: params.id, facts, actorId: staff.id, now }),
  ),

  handle(api.publishMerchant, ({ params, body: { isPublished }, staff, db, now }) =>
    publishShop(db, { merchantId: params.id, isPublished, actorId: staff.id, now }),
  ),
])
