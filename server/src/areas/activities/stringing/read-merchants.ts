import type { MerchantSort, MerchantSummary } from '@paidang/api/areas/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { listMerchantViews, type MerchantFilters, type Point } from './merchant-queries.ts'
import { presentMerchant } from './present-merchant.ts'

/** A point as sent: both coordinates or none. */
export type SentPoint = { latitude?: number | undefined; longitude?: number | undefined }

type Listing = Page & MerchantFilters & SentPoint & { order?: MerchantSort | undefined; now: Date }

/**
 * Reads one page of the published shops. With a point the nearest is first, otherwise the best rated, unless another
 * sort is requested.
 *
 * @throws ApiError input_invalid for an incomplete point, or the sort by distance without a point
 */
export async function readMerchants(
  db: Database,
  { current, rows, order, now, latitude, longitude, ...filters }: Listing,
): Promise<{ rows: MerchantSummary[]; total: number }> {
  const near = pointOf({ latitude, longitude })
  if (order === 'distance' && !near) throw new ApiError('input_invalid', { data: { field: 'latitude' } })
  const listed = await listMerchantViews(db, {
    ...{ filters, near, now, current, rows },
    order: order ?? (near ? 'distance' : 'rating'),
  })
  return { rows: listed.rows.map(presentMerchant), total: listed.total }
}

/** Returns the sent point, if there is one. @throws ApiError input_invalid for an incomplete point */
export function pointOf({ latitude, longitude }: SentPoint): Point | undefined {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude === undefined) throw new ApiError('input_invalid', { data: { field: 'latitude' } })
  if (longitude === undefined) throw new ApiError('input_invalid', { data: { field: 'longitude' } })
  return { latitude, longitude }
}
