import type { MerchantRow } from '@paidang/api/areas/admin-merchants'
import type { ServiceRecord, ShopRecord } from '@paidang/api/areas/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { presentService, presentShop } from './present-shop.ts'
import { findShop, listAllServices, pageShops } from './shop-queries.ts'

const DAYS_OF_JOBS = 30
const DAY_MS = 86_400_000

/** Reads a shop, published or not. @throws ApiError merchant_not_found */
export async function readShop(db: Database, merchantId: string): Promise<ShopRecord> {
  const shop = await findShop(db, merchantId)
  if (!shop) throw new ApiError('merchant_not_found')
  return presentShop(shop)
}

/** Reads the present and the former services of a shop. */
export async function readServices(db: Database, merchantId: string): Promise<ServiceRecord[]> {
  return (await listAllServices(db, merchantId)).map(presentService)
}

type ShopsQuery = Page & {
  keyword?: string | undefined
  city?: string | undefined
  isPublished?: boolean | undefined
  sort?: 'createTime' | 'rating' | 'monthJobs' | undefined
  sord?: 'asc' | 'desc' | undefined
  now: Date
}

/** Reads one page of all shops, the latest first by default. */
export async function readShops(
  db: Database,
  { keyword, city, isPublished, sort = 'createTime', sord = 'desc', now, ...page }: ShopsQuery,
): Promise<{ rows: MerchantRow[]; total: number }> {
  const jobsSince = new Date(now.getTime() - DAYS_OF_JOBS * DAY_MS)
  const filters = { keyword, city: city?.trim(), isPublished }
  const { rows, total } = await pageShops(db, { ...page, ...filters, sort, sord, jobsSince })
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      city: row.city,
      district: row.district,
      phone: row.phone,
      isPublished: row.isPublished,
      rating: row.rating,
      ratingCount: row.ratingCount,
      monthJobs: row.monthJobs,
      staffCount: row.staffCount,
      createTime: row.createdAt.toISOString(),
    })),
    total,
  }
}
