import type { FilePurpose } from '@paidang/api/areas/files'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { isOwnFile } from './queries.ts'
import { FOLDERS } from './store-picture.ts'

/**
 * Makes sure that a picture was uploaded by this user for this purpose, before a row of another area points to it.
 *
 * @throws ApiError file_not_found
 */
export async function assertOwnFile(
  db: Database,
  { relativePath, purpose, by }: { relativePath: string; purpose: FilePurpose; by: string },
): Promise<void> {
  const isOwn = await isOwnFile(db, { relativePath, folder: FOLDERS[purpose], ownerId: by })
  if (!isOwn) throw new ApiError('file_not_found')
}
