import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { keepPhotos } from './photo-queries.ts'

/**
 * Makes sure that a shop took these photos, before a step shows them in the same transaction, with whose commit they stay for
 * good; one that is on its way out counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertShopPhotos(
  tx: Database,
  { photos, merchantId }: { photos: readonly string[]; merchantId: string },
): Promise<void> {
  if (photos.length === 0) return
  const kept = await keepPhotos(tx, { paths: photos, merchantId })
  if (kept < new Set(photos).size) throw new ApiError('file_not_found')
}
