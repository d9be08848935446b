import type { UploadedFile } from '@paidang/api/areas/files'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import type { Upload } from '../../../http/upload.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { writeFiles } from '../../ground/files/store-picture.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { insertPhoto } from './photo-queries.ts'

const FOLDER = 'private/stringing/'

/**
 * Stores a photo that a shop took of a racket.
 *
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 * Source: decision "Files"
 */
export async function uploadPhoto(
  db: Database,
  places: { store: FileStore; links: FileLinks },
  { file, staff, now }: { file: Upload; staff: StaffUser; now: Date },
): Promise<UploadedFile> {
  const photo = { merchantId: shopOf(staff), staffId: staff.id, createdAt: now }
  return writeFiles(db, places, {
    file,
    folder: FOLDER,
    now,
    writeDown: (tx, { relativePath }) => insertPhoto(tx, { ...photo, relativePath }),
  })
}
