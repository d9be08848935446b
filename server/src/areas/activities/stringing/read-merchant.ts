import type { Merchant, StringingReview } from '@paidang/api/areas/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { findMerchantView, listReviews, listServices, listShopStrings } from './merchant-queries.ts'
import { presentMerchant } from './present-merchant.ts'
import { pointOf, type SentPoint } from './read-merchants.ts'

/**
 * Reads a published shop with its offer, and its distance from a point if one is sent.
 *
 * @throws ApiError merchant_not_found, also for an unpublished shop; input_invalid for an incomplete point
 */
export async function readMerchant(
  db: Database,
  { merchantId, now, ...sent }: SentPoint & { merchantId: string; now: Date },
): Promise<Merchant> {
  const row = await findMerchantView(db, { id: merchantId, near: pointOf(sent), now })
  if (!row) throw new ApiError('merchant_not_found')
  const { phone, latitude, longitude } = row
  const [services, strings] = await Promise.all([listServices(db, merchantId), listShopStrings(db, merchantId)])
  return { ...presentMerchant(row), phone, latitude, longitude, services, strings }
}

/**
 * Reads one page of a published shop's reviews, latest first. Reviews of people blocked from the caller are left out.
 *
 * @throws ApiError merchant_not_found
 */
export async function readReviews(
  db: Database,
  { merchantId, actorId, now, ...page }: Page & { merchantId: string; actorId: string | undefined; now: Date },
): Promise<{ rows: StringingReview[]; total: number }> {
  if (!(await findMerchantView(db, { id: merchantId, near: undefined, now }))) throw new ApiError('merchant_not_found')
  const { rows, total } = await listReviews(db, { merchantId, actorId, ...page })
  return {
    rows: rows.map(({ createdAt, ...review }) => ({ ...review, createTime: createdAt.toISOString() })),
    total,
  }
}
