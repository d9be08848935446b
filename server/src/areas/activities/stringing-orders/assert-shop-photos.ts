import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { markPhotosUsed } from './photo-queries.ts'

/**
 * Checks that this shop took these photos, before a step shows them in the same transaction. Its commit keeps them for
 * good. A photo that is being deleted counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertShopPhotos(
  tx: Database,
  { photos, merchantId }: { photos: readonly string[]; merchantId: string },
): Promise<void> {
  if (photos.length === 0) return
  const kept = await markPhotosUsed(tx, { paths: photos, merchantId })
  if (kept < new Set(photos).size) throw new ApiError('file_not_found')
}
