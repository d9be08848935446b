import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@paidang/api/catalogue/errors'

/** A stored picture, opened for reading. The receiver reads `stream()` to its end, or calls `close`. */
type StoredPicture = {
  contentType: string
  sizeBytes: number
  etag: string
  stream(): Readable
  close(): Promise<void>
}

/**
 * Stores pictures under paths such as `public/venues/x.webp` or `private/contracts/x.webp`. The store checks no
 * permissions: its caller has checked them.
 * Source: decision record 010
 */
export type FileStore = {
  /**
   * Writes a complete picture. It is on the disk before the promise resolves. A file under the same path is replaced.
   */
  write(relativePath: string, bytes: Buffer): Promise<void>
  /** Deletes a picture; does nothing when the picture is absent. */
  remove(relativePath: string): Promise<void>
  /**
   * Opens a picture for reading.
   *
   * @throws ApiError file_not_found for everything except a picture below public or private
   */
  open(relativePath: string): Promise<StoredPicture>
  /**
   * A signed address at which a client reads the picture from the store itself, for a minute. Undefined where clients do
   * not reach the store.
   *
   * @throws ApiError file_not_found as `open` does for a path of no picture
   */
  linkTo(relativePath: string): Promise<string | undefined>
  /** All pictures. */
  list(): AsyncIterable<{ path: string; sizeBytes: number }>
}

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
    linkTo: async () => undefined,
    async *list() {
      await mkdir(filesDirectory, { recursive: true, mode: OWN_FOLDER })
      for (const entry of await readdir(filesDirectory, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name)
        const path = relative(filesDirectory, file).split(sep).join('/')
        if (entry.isFile() && PICTURE_PATH.test(path)) yield { path, sizeBytes: (await stat(file)).size }
      }
    },
  }
}

/** Copies each picture that the other store lacks or has in another size. @returns how many it copied, and all */
export async function copyPictures(from: FileStore, to: FileStore): Promise<{ copied: number; all: number }> {
  const there = new Map<string, number>()
  for await (const { path, sizeBytes } of to.list()) there.set(path, sizeBytes)
  let [copied, all] = [0, 0]
  for await (const { path, sizeBytes } of from.list()) {
    all += 1
    if (there.get(path) === sizeBytes) continue
    await to.write(path, await buffer((await from.open(path)).stream()))
    copied += 1
  }
  return { copied, all }
}

/** @throws ApiError file_not_found for everything that is no path of a picture */
export function contentTypeOf(relativePath: string): string {
  const contentType = CONTENT_TYPES[extname(relativePath)]
  if (!contentType || !PICTURE_PATH.test(relativePath)) throw new ApiError('file_not_found')
  return contentType
}

/** The extension decides the content type. Other extensions are never served. */
const CONTENT_TYPES: Record<string, string> = { '.webp': 'image/webp', '.png': 'image/png', '.jpg': 'image/jpeg' }

/** Parts of plain characters, and a single dot before the extension. It excludes `..`, NUL and empty parts. */
const PICTURE_PATH = /^(public|private)(?:\/[A-Za-z0-9_-]+)+\.(?:webp|png|jpg)$/

/** Codes of the file system for a file that is absent or has no valid name. */
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']

/**
 * Opens a picture by its path relative to the files directory, for example `public/avatars/12.webp`. One refusal covers
 * a file that is absent, is no picture, or is neither public nor private. It also covers a link that leads out of its
 * folder.
 *
 * @throws ApiError file_not_found
 * Source: decision "Files", permission matrix
 */
async function openPicture(filesDirectory: string, relativePath: string): Promise<StoredPicture> {
  const contentType = contentTypeOf(relativePath)
  const [folder = ''] = relativePath.split('/')
  const file = await openBelow(join(filesDirectory, folder), join(filesDirectory, relativePath))
  const stats = await file.stat()
  if (!stats.isFile()) {
    await file.close()
    throw new ApiError('file_not_found')
  }
  const etag = `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`
  return {
    contentType,
    sizeBytes: stats.size,
    etag,
    stream: () => file.createReadStream(),
    close: () => file.close(),
  }
}

/** Opens the file that the path resolves to after all links, if it still lies in the folder. */
async function openBelow(folder: string, path: string): Promise<FileHandle> {
  try {
    const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(path)])
    if (!realFile.startsWith(realFolder + sep)) throw new ApiError('file_not_found')
    return await open(realFile, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOTHING_THERE.includes(String(error.code))) {
      throw new ApiError('file_not_found')
    }
    throw error
  }
}
