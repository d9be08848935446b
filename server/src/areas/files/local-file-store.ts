import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { openPicture } from './open-picture.ts'

/** Nobody but the account of the server reads what people uploaded. */
const OWN_FOLDER = 0o700
const OWN_FILE = 0o600

/** Pictures in a directory of this machine. */
export function createLocalFileStore(filesDirectory: string): FileStore {
  return {
    async write(relativePath, bytes) {
      const path = join(filesDirectory, relativePath)
      // A name with a leading dot is never served, so that nobody reads half a picture.
      const unfinished = join(dirname(path), `.${basename(path)}.unfinished`)
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER })
      try {
        const file = await open(unfinished, 'w', OWN_FILE)
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
