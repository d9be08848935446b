import type { MerchantSummary } from '@paidang/api/areas/stringing'
import type { MerchantView } from './merchant-queries.ts'

/** Presents a shop for lists. */
export function presentMerchant(row: MerchantView): MerchantSummary {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    city: row.city,
    district: row.district,
    address: row.address,
    introduction: row.introduction,
    rating: row.rating,
    ratingCount: row.ratingCount,
    monthJobs: row.monthJobs,
    turnaroundHours: row.turnaroundHours,
    openFrom: row.openFrom,
    openTo: row.openTo,
    sports: row.sports,
    priceFrom: row.priceFrom,
    courierFeeFen: row.courierFeeFen,
    distanceKm: row.distanceKm,
  }
}
