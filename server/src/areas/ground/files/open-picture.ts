import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { StoredPicture } from './file-store.ts'

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
export async function openPicture(filesDirectory: string, relativePath: string): Promise<StoredPicture> {
  const contentType = CONTENT_TYPES[extname(relativePath)]
  const [, folder] = PICTURE_PATH.exec(relativePath) ?? []
  if (!contentType || !folder) throw new ApiError('file_not_found')
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
