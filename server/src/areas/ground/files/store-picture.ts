import type { FilePurpose, StaffFilePurpose, UploadedFile } from '@paidang/api/areas/ground/files'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { OutputInfo, Sharp } from 'sharp'
import type { Database } from '../../../db/database.ts'
import type { Upload } from '../../../http/upload.ts'
import { files } from '../../../tables/files.ts'
import { type FileLinks, isPublic } from './file-links.ts'
import type { FileStore } from './file-store.ts'

/** A picture as it is stored: WebP, upright, without metadata about its author or place. Sizes in pixels. */
type MadePicture = { webp: Buffer; width: number; height: number }

/**
 * The most pixels of a picture. A file of up to 2 MB with this many pixels takes less than a second of one core. A JPEG
 * of one scan is decoded at a fraction of its size. So phone photos of 40 or 50 megapixels pass. Every other picture is
 * decoded at its full size.
 * Source: decision record 027
 */
const MAX_PIXELS = { oneScan: 50_500_000, other: 20_000_000 }
/** The longest side of a stored picture in pixels. A page of a contract stays readable. */
const MAX_SIDE = 2048
const THUMBNAIL_SIDE = 320
const QUALITY = 82
/** Only a picture that was made as an attack takes longer. */
const MAX_SECONDS = 5

/** The first bytes of the three supported formats. No other file reaches a decoder. */
const BEGINNINGS: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/**
 * Converts an uploaded file to the picture that is stored. Its name and declared type are ignored.
 *
 * @throws ApiError picture_unsupported (content is no JPEG, PNG or WebP, or is damaged), picture_too_many_pixels
 * Source: decision "Files"
 */
async function makePicture(bytes: Buffer): Promise<MadePicture> {
  if (!BEGINNINGS.some((isBegun) => isBegun(bytes))) throw new ApiError('picture_unsupported')
  // Loaded at its first use: it takes 20 MB and a tenth of a start.
  const { default: sharp } = await import('sharp')
  const { width, height, format, isProgressive } = await decoded(sharp(bytes, { limitInputPixels: false }).metadata())
  const most = format === 'jpeg' && !isProgressive ? MAX_PIXELS.oneScan : MAX_PIXELS.other
  if (width * height > most) throw new ApiError('picture_too_many_pixels')
  return pictureOf(await scaled(bytes, MAX_SIDE))
}

/** Makes a thumbnail of a stored picture, for lists. */
async function makeThumbnail({ webp }: MadePicture): Promise<MadePicture> {
  return pictureOf(await scaled(webp, THUMBNAIL_SIDE))
}

/** Applies the camera's orientation before the metadata is removed. Never enlarges the picture. */
async function scaled(bytes: Buffer, side: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS.oneScan, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
}

async function pictureOf(image: Sharp): Promise<MadePicture> {
  const { data, info } = await decoded<{ data: Buffer; info: OutputInfo }>(image.toBuffer({ resolveWithObject: true }))
  return { webp: data, width: info.width, height: info.height }
}

/** A failure in here means that the uploaded bytes are bad. */
async function decoded<T>(work: Promise<T>): Promise<T> {
  return work.catch(() => {
    throw new ApiError('picture_unsupported')
  })
}

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
    async writeDown(tx, made) {
      await tx.insert(files).values({ ...made, ...by, createdAt: now })
    },
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
