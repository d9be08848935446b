import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { Caller } from '../../../http/session.ts'
import { type FileLinks, isPublic, type LinkQuery } from './file-links.ts'
import type { FileStore, StoredPicture } from './file-store.ts'
import { isCertificate, isPhotoOfShop, maySee } from './queries.ts'

type Asking = { relativePath: string; query: LinkQuery; callerOf: () => Caller | Promise<Caller>; now: Date }

/**
 * Opens a picture for a caller who may see it. Everybody may see a public picture. A private one needs a signed link,
 * or a caller who has a part in it. An absent picture and a forbidden picture give the same refusal.
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
    // The database rejects text with NUL, and no picture path contains it.
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
