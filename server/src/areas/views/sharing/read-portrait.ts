import { buffer } from 'node:stream/consumers'
import { ApiError } from '@paidang/api/catalogue/errors'
import sharp from 'sharp'
import type { FileStore } from '../../ground/files/file-store.ts'

/** A person's picture for a drawing. Equal pictures have an equal `key`; `load` returns a data address. */
export type Portrait = { key: string; load(): Promise<string> }

/** Twice the pixels of the largest portrait. */
const SIDE = 336

/** The picture under a path; undefined when there is none. */
export async function readPortrait(
  store: Pick<FileStore, 'open'>,
  relativePath: string | null,
): Promise<Portrait | undefined> {
  if (relativePath === null) return undefined
  const picture = await openOrNothing(store, relativePath)
  if (!picture) return undefined
  await picture.close()
  return {
    key: `${relativePath} ${picture.etag}`,
    async load() {
      const opened = await store.open(relativePath)
      const png = await sharp(await buffer(opened.stream()))
        .resize(SIDE, SIDE, { fit: 'cover' })
        .png()
        .toBuffer()
      return `data:image/png;base64,${png.toString('base64')}`
    },
  }
}

async function openOrNothing(store: Pick<FileStore, 'open'>, relativePath: string) {
  try {
    return await store.open(relativePath)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'file_not_found') return undefined
    throw error
  }
}
