import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/session.ts'
import { type FileLinks, isPublic, type LinkQuery } from './file-links.ts'
import type { FileStore, StoredPicture } from './file-store.ts'
import { isCertificate, isPhotoOfShop, maySee } from './queries.ts'

type Asking = { relativePath: string; query: LinkQuery; callerOf: () => Caller | Promise<Caller>; now: Date }

/**
 * Opens a picture for whoever may see it: a public one for everybody, a private one with a signed link or for somebody whom
 * it concerns. What is not there and what is not for him are one and the same refusal.
 *
 * @throws ApiError file_not_found
 * Source: permission matrix
 */
export async function openFile(
  db: Database,
  { store, links }: { store: FileStore; links: FileLinks },
  { relativePath, query, callerOf, now }: Asking,
): Promise<StoredPicture> {
  if (!isPublic(relativePath) && !links.isOf(query, relativePath, now)) {
    const caller = await callerOf()
    // NUL is no text for the database, and no part of any path.
    if (relativePath.includes('\u0000') || !(await isForHim(db, caller, relativePath)))
      throw new ApiError('file_not_found')
  }
  return store.open(relativePath)
}

async function isForHim(db: Database, caller: Caller, relativePath: string): Promise<boolean> {
  if (caller.kind === 'app') return maySee(db, caller.user.id, relativePath)
  if (caller.kind !== 'staff') return false
  const { merchantId } = caller.staff
  return merchantId === null ? isCertificate(db, relativePath) : isPhotoOfShop(db, merchantId, relativePath)
}
