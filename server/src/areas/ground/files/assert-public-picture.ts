import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { isPublic } from './file-links.ts'
import type { FileStore } from './file-store.ts'
import { lockFileForShare } from './queries.ts'

/**
 * Checks that a public picture exists, whoever uploaded it. A row that everybody can read can then refer to the picture
 * in the same transaction. The clean-up does not remove an uploaded picture until that transaction ends. A picture that
 * is being removed counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertPublicPicture(
  tx: Database,
  store: Pick<FileStore, 'open'>,
  relativePath: string,
): Promise<void> {
  if (!isPublic(relativePath) || !(await lockFileForShare(tx, relativePath))) throw new ApiError('file_not_found')
  const { close } = await store.open(relativePath)
  await close()
}
