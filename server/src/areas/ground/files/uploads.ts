import type { FilePurpose } from '@paidang/api/areas/ground/files'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq, isNull, like } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { files } from '../../../tables/files.ts'
import { isPublic } from './file-links.ts'
import type { FileStore } from './file-store.ts'
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
  const own = and(
    eq(files.relativePath, relativePath),
    like(files.relativePath, `${FOLDERS[purpose]}%`),
    eq(files.ownerId, actorId),
    isNull(files.discardedAt),
  )
  const found = await tx.select({ id: files.id }).from(files).where(own).for('share')
  if (found.length === 0) throw new ApiError('file_not_found')
}

/**
 * Checks that a public picture exists, whoever uploaded it. A row that everybody can read can then refer to the picture
 * in the same transaction. The clean-up does not remove an uploaded picture until that transaction ends. A picture that
 * is being removed counts as absent. One that no user uploaded has no row: it is never cleaned up.
 *
 * @throws ApiError file_not_found
 */
export async function assertPublicPicture(
  tx: Database,
  store: Pick<FileStore, 'open'>,
  relativePath: string,
): Promise<void> {
  if (!isPublic(relativePath)) throw new ApiError('file_not_found')
  const [file] = await tx
    .select({ discardedAt: files.discardedAt })
    .from(files)
    .where(eq(files.relativePath, relativePath))
    .for('share')
  if (file?.discardedAt) throw new ApiError('file_not_found')
  const { close } = await store.open(relativePath)
  await close()
}

/** Moves the uploads of one user to another. The clean-up still removes those that no row refers to. */
export async function handOverFiles(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(files).set({ ownerId: to }).where(eq(files.ownerId, from))
}
