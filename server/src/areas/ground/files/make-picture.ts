import { ApiError } from '@paidang/api/catalogue/errors'
import sharp, { type OutputInfo, type Sharp } from 'sharp'

/** A picture as it is stored: WebP, upright, without metadata about its author or place. Sizes in pixels. */
export type MadePicture = { webp: Buffer; width: number; height: number }

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
export async function makePicture(bytes: Buffer): Promise<MadePicture> {
  if (!BEGINNINGS.some((isBegun) => isBegun(bytes))) throw new ApiError('picture_unsupported')
  const { width, height, format, isProgressive } = await decoded(sharp(bytes, { limitInputPixels: false }).metadata())
  const most = format === 'jpeg' && !isProgressive ? MAX_PIXELS.oneScan : MAX_PIXELS.other
  if (width * height > most) throw new ApiError('picture_too_many_pixels')
  return pictureOf(scaled(bytes, MAX_SIDE))
}

/** Makes a thumbnail of a stored picture, for lists. */
export async function makeThumbnail({ webp }: MadePicture): Promise<MadePicture> {
  return pictureOf(scaled(webp, THUMBNAIL_SIDE))
}

/** Applies the camera's orientation before the metadata is removed. Never enlarges the picture. */
function scaled(bytes: Buffer, side: number): Sharp {
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
