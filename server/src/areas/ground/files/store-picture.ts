import type { FilePurpose, StaffFilePurpose, UploadedFile } from '@paidang/api/areas/files'
import type { Database } from '../../../db/database.ts'
import type { Upload } from '../../../http/upload.ts'
import { type FileLinks, isPublic } from './file-links.ts'
import type { FileStore } from './file-store.ts'
import { makePicture, makeThumbnail } from './make-picture.ts'
import { insertFile } from './queries.ts'

/** The folder for each purpose. Its first part says who may read the pictures. */
export const FOLDERS: Record<FilePurpose | StaffFilePurpose, string> = {
  contract: 'private/contracts/',
  certificate: 'private/certificates/',
  venue: 'public/venues/',
  avatar: 'public/avatars/',
  photo: 'public/photos/',
  advert: 'public/adverts/',
  product: 'public/products/',
}

/** The path of the thumbnail of a public picture: `a.webp` → `a-thumb.webp`. */
const thumbnailPath = (relativePath: string) => relativePath.replace(/\.webp$/, '-thumb.webp')

/** All files of a picture: a public one has a thumbnail too. */
export function filesOf(relativePath: string): string[] {
  return isPublic(relativePath) ? [relativePath, thumbnailPath(relativePath)] : [relativePath]
}

/** Who uploads a picture: a user for a purpose of users, or an operator for a purpose of operators. */
type Storing = { file: Upload; now: Date } & (
  | { purpose: FilePurpose; by: { ownerId: string } }
  | { purpose: StaffFilePurpose; by: { staffId: string } }
)

/**
 * Stores an uploaded file as a picture of its uploader, with a thumbnail if it is public.
 *
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 * Source: decision "Files"
 */
export async function storePicture(
  db: Database,
  places: Places,
  { file, purpose, by, now }: Storing,
): Promise<UploadedFile> {
  return writeFiles(db, places, {
    file,
    folder: FOLDERS[purpose],
    now,
    writeDown: (tx, made) => insertFile(tx, { ...made, ...by, createdAt: now }),
  })
}

type Places = { store: FileStore; links: FileLinks }

/** The columns of a stored picture. Sizes in bytes and pixels. */
type LaidDown = { relativePath: string; sizeBytes: number; width: number; height: number }

type Laying = {
  file: Upload
  /** Ends with a slash. Its first part says who may read the picture. */
  folder: string
  now: Date
  writeDown(tx: Database, made: LaidDown): Promise<void>
}

/**
 * Stores an uploaded file as a picture in a folder, with its row. When the row fails, the files are deleted. Only a
 * crash in between can leave a file without a row.
 *
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 */
export async function writeFiles(
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
      // The files come last. A repeated transaction writes the same names again.
      for (const { path, webp } of pictures) await store.write(path, webp)
    })
  } catch (error) {
    for (const { path } of pictures) await store.remove(path)
    throw error
  }
  return { relativePath, url: links.of(relativePath, now), width, height }
}
