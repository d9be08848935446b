import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { isPublic } from './file-links.ts'
import type { FileStore } from './file-store.ts'
import { keepFile } from './queries.ts'

/**
 * Makes sure that a public picture lies there, whoever uploaded it, before a row that everybody reads points to it in the
 * same transaction. Until that ends an uploaded one is not tidied away; one on its way out counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertPublicPicture(
  tx: Database,
  store: Pick<FileStore, 'open'>,
  relativePath: string,
): Promise<void> {
  if (!isPublic(relativePath) || !(await keepFile(tx, relativePath))) throw new ApiError('file_not_found')
  const { close } = await store.open(relativePath)
  await close()
}
