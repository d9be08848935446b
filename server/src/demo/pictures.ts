import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { OWN_FILE, OWN_FOLDER } from '../areas/ground/files/file-store.ts'
import type { PeopleCases } from './people-cases.ts'
import { isPhotographed } from './stringing.ts'
import type { World } from './world.ts'

/** The pictures as SVG, drawn once: no text, no real person. `public` and `private` name them as the files are named. */
const DRAWINGS = fileURLToPath(new URL('../../demo-pictures', import.meta.url))

/** In pixels: the contract and the certificates. */
export const CONTRACT_PAPER = { width: 900, height: 1240 }

/** How many pictures are rendered at once. More would only use more memory. */
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
    .map(({ person, at }) => ({ path: photoPicture(person.n, (photos.get(person) ?? 0) + 1), person, at }))
}

/** Renders every picture of the world as WebP below `filesDirectory`. Existing files of the same name are replaced. */
export async function renderPictures({ stringing }: Pick<World, 'stringing'>, filesDirectory: string): Promise<void> {
  const drawings = (await readdir(DRAWINGS, { recursive: true })).filter((name) =>
    /^(public|private).*\.svg$/.test(name),
  )
  const pictures = [
    ...drawings.map((drawing) => ({ drawing, path: drawing.replace('.svg', '.webp') })),
    ...stringing.jobs
      .filter(isPhotographed)
      .map(({ n, racket }) => ({ drawing: `rackets/${racket.sport}-${n % 6}.svg`, path: racketPicture(n) })),
  ]
  const folders = new Set(pictures.map(({ path }) => dirname(join(filesDirectory, path))))
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: OWN_FOLDER })

  // Rackets of one model look alike, so each drawing is rendered once.
  const rendered = new Map<string, Promise<Buffer>>()
  const render = (drawing: string) => {
    const made = rendered.get(drawing) ?? sharp(join(DRAWINGS, drawing)).webp({ quality: 86, effort: 2 }).toBuffer()
    rendered.set(drawing, made)
    return made
  }
  const waiting = pictures.values()
  const work = async () => {
    for (const { drawing, path } of waiting) {
      await writeFile(join(filesDirectory, path), await render(drawing), { mode: OWN_FILE })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
