import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { openPicture } from './open-picture.ts'

/** Pictures in a directory of this machine. */
export function createLocalFileStore(filesDirectory: string): FileStore {
  return {
    async write(relativePath, bytes) {
      const path = join(filesDirectory, relativePath)
      // A name with a leading dot is never served, so that nobody reads half a picture.
      const unfinished = join(dirname(path), `.${basename(path)}.unfinished`)
      await mkdir(dirname(path), { recursive: true })
      try {
        const file = await open(unfinished, 'w')
        try {
          await file.writeFile(bytes)
          // The row that points to it must not outlive it in a power failure.
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    remove: (relativePath) => rm(join(filesDirectory, relativePath), { force: true }),
    open: (relativePath) => openPicture(filesDirectory, relativePath),
  }
}
