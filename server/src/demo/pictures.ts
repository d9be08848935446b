import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { OWN_FILE, OWN_FOLDER } from '../areas/ground/files/file-store.ts'
import { faceSvg } from './faces.ts'
import { advertSvg, contractSvg } from './objects.ts'
import type { PeopleCases } from './people-cases.ts'
import { certificateSvg, photoSvg } from './people-pictures.ts'
import { productSvg, racketSvg, shopSvg } from './product-pictures.ts'
import { venueSvg } from './scenes.ts'
import { isPhotographed } from './stringing.ts'
import type { World } from './world.ts'

/** Sizes in pixels. */
const AVATAR = 192
const VENUE = 600
const SHOP = 360
const PRODUCT = 400
const RACKET = 600
const PHOTO = 600
const ADVERT = { width: 1030, height: 444 }

export const CONTRACT_PAPER = { width: 900, height: 1240 }

/** How many pictures are drawn at once. More would only use more memory. */
const AT_ONCE = 4

/** The path of a picture, relative to the files directory. */
export const avatarPicture = (n: number) => `public/avatars/${n}.webp`
/** The path of a picture that person `n` shows of themselves. `place` counts from 1. */
export const photoPicture = (n: number, place: number) => `public/photos/${n}-${place}.webp`
export const venuePicture = (n: number) => `public/venues/${n}.webp`
export const shopPicture = (n: number) => `public/shops/${n}.webp`
export const productPicture = (n: number) => `public/products/${n}.webp`
export const advertPicture = (n: number) => `public/adverts/${n}.webp`
export const racketPicture = (n: number) => `private/stringing/${n}.webp`
export const contractPicture = (n: number) => `private/contracts/${n}.webp`
export const certificatePicture = (n: number) => `private/certificates/${n}.webp`

/** The photos that wait for approval. Each comes after the visible photos of its owner. */
export function heldPictures({ held, photos }: Pick<PeopleCases, 'held' | 'photos'>) {
  return held
    .filter(({ text }) => text === null)
    .map(({ person, at }) => {
      const place = photos.get(person) ?? 0
      return { path: photoPicture(person.n, place + 1), person, username: person.username, place, at }
    })
}

/** Draws every picture of the world as WebP below `filesDirectory`. Existing files of the same name are replaced. */
export async function drawPictures(
  { people, venues, shops, adverts, mall, stringing, peopleMatters }: World,
  filesDirectory: string,
): Promise<void> {
  const pictures = [
    ...people.all.map((person) => ({ path: avatarPicture(person.n), svg: () => faceSvg(person, AVATAR) })),
    ...venues.map(({ n }) => ({ path: venuePicture(n), svg: () => venueSvg(n, VENUE) })),
    ...shops.map(({ n }) => ({ path: shopPicture(n), svg: () => shopSvg(n, SHOP) })),
    ...mall.products.map((product) => ({ path: productPicture(product.n), svg: () => productSvg(product, PRODUCT) })),
    ...adverts.flatMap(({ picture }) =>
      picture === null
        ? []
        : [{ path: advertPicture(picture), svg: () => advertSvg(picture, ADVERT.width, ADVERT.height) }],
    ),
    ...stringing.jobs
      .filter(isPhotographed)
      .map(({ n, racket: { sport } }) => ({ path: racketPicture(n), svg: () => racketSvg({ n, sport }, RACKET) })),
    { path: contractPicture(1), svg: () => contractSvg(CONTRACT_PAPER.width, CONTRACT_PAPER.height) },
    ...peopleMatters.applications.map((_, index) => ({
      path: certificatePicture(index + 1),
      svg: () => certificateSvg(CONTRACT_PAPER.width, CONTRACT_PAPER.height),
    })),
    ...[...peopleMatters.photos].flatMap(([{ n, username }, count]) =>
      Array.from({ length: count }, (_, index) => ({
        path: photoPicture(n, index + 1),
        svg: () => photoSvg({ username, place: index }, PHOTO),
      })),
    ),
    ...heldPictures(peopleMatters).map(({ path, username, place }) => ({
      path,
      svg: () => photoSvg({ username, place }, PHOTO),
    })),
  ]
  const directories = new Set(pictures.map(({ path }) => dirname(join(filesDirectory, path))))
  for (const directory of directories) await mkdir(directory, { recursive: true, mode: OWN_FOLDER })

  // Rackets of one model look alike, so each picture is drawn once.
  const drawn = new Map<string, Promise<Buffer>>()
  const render = (svg: string) => {
    const made = drawn.get(svg) ?? sharp(Buffer.from(svg)).webp({ quality: 86, effort: 2 }).toBuffer()
    drawn.set(svg, made)
    return made
  }
  const waiting = pictures.values()
  const draw = async () => {
    for (const { path, svg } of waiting) {
      await writeFile(join(filesDirectory, path), await render(svg()), { mode: OWN_FILE })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, draw))
}
