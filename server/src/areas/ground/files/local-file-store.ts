import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { openPicture } from './open-picture.ts'

/** Only the account of the server can read uploaded files. */
export const OWN_FOLDER = 0o700
export const OWN_FILE = 0o600

/** Creates a store that keeps pictures in a directory of this machine. */
export function createLocalFileStore(filesDirectory: string): FileStore {
  return {
    async write(relativePath, bytes) {
      const path = join(filesDirectory, relativePath)
      // A name with a leading dot is never served, so nobody reads a half-written picture.
      const unfinished = join(dirname(path), `.${basename(path)}.unfinished`)
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER })
      try {
        const file = await open(unfinished, 'w', OWN_FILE)
        try {
          await file.writeFile(bytes)
          // After a power failure no row may refer to a file that was never written.
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
