import type { FilePurpose } from '@paidang/api/areas/files'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { keepOwnFile } from './queries.ts'
import { FOLDERS } from './store-picture.ts'

/**
 * Makes sure that a picture was uploaded by this user for this purpose, before a row of another area points to it in the same
 * transaction. Until that ends the picture is not tidied away; one that is on its way out counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertOwnFile(
  tx: Database,
  { relativePath, purpose, by }: { relativePath: string; purpose: FilePurpose; by: string },
): Promise<void> {
  const isOwn = await keepOwnFile(tx, { relativePath, folder: FOLDERS[purpose], ownerId: by })
  if (!isOwn) throw new ApiError('file_not_found')
}
