import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { deleteLike } from './like-queries.ts'

/**
 * The caller takes his own like back.
 *
 * @returns the likes that its target has left
 * @throws ApiError like_not_found, the same for one that is gone and one of somebody else
 * Source: specification §4 "Liking", permission matrix
 */
export async function cancelLike(
  db: Database,
  { recordId, by }: { recordId: string; by: string },
): Promise<{ likesCount: number }> {
  const left = await deleteLike(db, { recordId, sourceUserId: by })
  if (!left) throw new ApiError('like_not_found')
  return left
}
