import type { ServiceRecord, ShopRecord } from '@paidang/api/areas/merchant-shop'
import type { ServiceRow, ShopRow } from './shop-queries.ts'

/** Presents a shop for those who manage it. */
export function presentShop({ ratingSum, ratingCount, createdAt, ...shop }: ShopRow): ShopRecord {
  return shop
}

/** Presents a service for those who manage the shop. */
export function presentService({ merchantId, ...service }: ServiceRow): ServiceRecord {
  return service
}
