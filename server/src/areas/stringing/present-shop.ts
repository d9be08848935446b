import type { KeptService, KeptShop } from '@paidang/api/areas/merchant-shop'
import type { ServiceRow, ShopRow } from './shop-queries.ts'

/** A shop as those see it who keep it. */
export function presentShop({ ratingSum, ratingCount, createdAt, ...shop }: ShopRow): KeptShop {
  return shop
}

/** A service as those see it who keep the shop. */
export function presentService({ merchantId, ...service }: ServiceRow): KeptService {
  return service
}
