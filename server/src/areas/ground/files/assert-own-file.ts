import type { FilePurpose } from '@paidang/api/areas/files'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { lockOwnFileForShare } from './queries.ts'
import { FOLDERS } from './store-picture.ts'

/**
 * Checks that this user uploaded the picture for this purpose. A row of another area can then refer to the picture in
 * the same transaction. The clean-up does not remove the picture until that transaction ends. A picture that is being
 * removed counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertOwnFile(
  tx: Database,
  { relativePath, purpose, actorId }: { relativePath: string; purpose: FilePurpose; actorId: string },
): Promise<void> {
  const isOwn = await lockOwnFileForShare(tx, { relativePath, folder: FOLDERS[purpose], ownerId: actorId })
  if (!isOwn) throw new ApiError('file_not_found')
}
