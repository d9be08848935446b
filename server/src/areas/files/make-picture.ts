import { ApiError } from '@paidang/api/catalogue/errors'
import sharp, { type OutputInfo, type Sharp } from 'sharp'

/** A picture as it is stored: WebP, upright, without a word about who took it where. Sizes in pixels. */
export type MadePicture = { webp: Buffer; width: number; height: number }

/**
 * Of what fits into 2 MB, so many pixels cost less than a second of one core. A JPEG of one scan is decoded at a fraction of its
 * size, so that a telephone's 40 or 50 megapixels pass; everything else is decoded whole. Source: decision record 027
 */
const MAX_PIXELS = { oneScan: 50_500_000, other: 20_000_000 }
/** The longest side of what is stored: a page of a contract stays readable. */
const MAX_SIDE = 2048
const THUMBNAIL_SIDE = 320
const QUALITY = 82
/** A picture that takes longer is built to take long. */
const MAX_SECONDS = 5

/** How files of the three kinds begin; nothing else is ever given to a decoder. */
const BEGINNINGS: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/**
 * Makes an uploaded file into the picture that is stored; its name and what the client calls it do not count.
 *
 * @throws ApiError picture_unsupported (no JPEG, PNG or WebP by content, or a damaged one), picture_too_many_pixels
 * Source: decision "Files"
 */
export async function makePicture(bytes: Buffer): Promise<MadePicture> {
  if (!BEGINNINGS.some((isBegun) => isBegun(bytes))) throw new ApiError('picture_unsupported')
  const { width, height, format, isProgressive } = await decoded(sharp(bytes, { limitInputPixels: false }).metadata())
  const most = format === 'jpeg' && !isProgressive ? MAX_PIXELS.oneScan : MAX_PIXELS.other
  if (width * height > most) throw new ApiError('picture_too_many_pixels')
  return pictureOf(scaled(bytes, MAX_SIDE))
}

/** A small one for lists, of a picture that is made. */
export async function makeThumbnail({ webp }: MadePicture): Promise<MadePicture> {
  return pictureOf(scaled(webp, THUMBNAIL_SIDE))
}

/** Turned as the camera says before that is forgotten, and never made larger. */
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

/** What fails in here fails on the bytes that were given. */
async function decoded<T>(work: Promise<T>): Promise<T> {
  return work.catch(() => {
    throw new ApiError('picture_unsupported')
  })
}
