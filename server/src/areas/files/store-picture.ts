import type { FilePurpose, StaffFilePurpose, UploadedFile } from '@paidang/api/areas/files'
import type { Database } from '../../db/database.ts'
import type { Upload } from '../../http/upload.ts'
import { type FileLinks, isPublic } from './file-links.ts'
import type { FileStore } from './file-store.ts'
import { makePicture, makeThumbnail } from './make-picture.ts'
import { insertFile } from './queries.ts'

/** Where the pictures of a purpose lie; the first part says who may read them. */
export const FOLDERS: Record<FilePurpose | StaffFilePurpose, string> = {
  contract: 'private/contracts/',
  certificate: 'private/certificates/',
  venue: 'public/venues/',
  avatar: 'public/avatars/',
  photo: 'public/photos/',
  advert: 'public/adverts/',
  product: 'public/products/',
}

/** Where the small form of a public picture lies: `a.webp` → `a-thumb.webp`. */
const thumbnailPath = (relativePath: string) => relativePath.replace(/\.webp$/, '-thumb.webp')

/** Every file that belongs to a picture. */
export function filesOf(relativePath: string): string[] {
  return isPublic(relativePath) ? [relativePath, thumbnailPath(relativePath)] : [relativePath]
}

/** Whose a picture is: a user's, who has the purposes of users, or an operator's. */
type Storing = { file: Upload; now: Date } & (
  | { purpose: FilePurpose; by: { ownerId: string } }
  | { purpose: StaffFilePurpose; by: { staffId: string } }
)

/**
 * Makes an uploaded file into a stored picture of its uploader, with a small form if it is public.
 *
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 * Source: decision "Files"
 */
export async function storePicture(
  db: Database,
  places: Places,
  { file, purpose, by, now }: Storing,
): Promise<UploadedFile> {
  return layDown(db, places, {
    file,
    folder: FOLDERS[purpose],
    now,
    writeDown: (tx, made) => insertFile(tx, { ...made, ...by, createdAt: now }),
  })
}

type Places = { store: FileStore; links: FileLinks }

/** A stored picture as it is written down. Sizes in bytes and pixels. */
type LaidDown = { relativePath: string; sizeBytes: number; width: number; height: number }

type Laying = {
  file: Upload
  /** Ends in a slash; its first part says who may read it. */
  folder: string
  now: Date
  writeDown(tx: Database, made: LaidDown): Promise<void>
}

/**
 * Makes an uploaded file into a picture in a folder. Row and files come together: without a row no file stays; only a crash in
 * between may leave a file to which nothing points.
 *
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 */
export async function layDown(
  db: Database,
  { store, links }: Places,
  { file, folder, now, writeDown }: Laying,
): Promise<UploadedFile> {
  const relativePath = `${folder}${file.name}.webp`
  const picture = await makePicture(file.bytes)
  const { width, height } = picture
  const pictures = [{ path: relativePath, webp: picture.webp }]
  if (isPublic(relativePath)) {
    pictures.push({ path: thumbnailPath(relativePath), webp: (await makeThumbnail(picture)).webp })
  }
  try {
    await db.transaction(async (tx) => {
      await writeDown(tx, { relativePath, sizeBytes: picture.webp.length, width, height })
      // Last, and under the same names if the transaction has to run again.
      for (const { path, webp } of pictures) await store.write(path, webp)
    })
  } catch (error) {
    for (const { path } of pictures) await store.remove(path)
    throw error
  }
  return { relativePath, url: links.of(relativePath, now), width, height }
}
