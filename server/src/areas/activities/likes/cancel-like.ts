import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { deleteLike } from './like-queries.ts'

/**
 * Deletes the caller's own like.
 *
 * @returns the remaining likes of its target
 * @throws ApiError like_not_found, also for a deleted like or another person's.
 * Source: specification §4 "Liking", permission matrix
 */
export async function cancelLike(
  db: Database,
  { recordId, actorId }: { recordId: string; actorId: string },
): Promise<{ likesCount: number }> {
  const left = await deleteLike(db, { recordId, sourceUserId: actorId })
  if (!left) throw new ApiError('like_not_found')
  return left
}
