import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Below this, PostgreSQL and uploads soon fail. A segment of its log takes 16 MB, and a few are written ahead. */
export const LEAST_FREE_BYTES = 67_108_864

/**
 * The bytes that an unprivileged account can still write to the disk of a directory, even before the directory exists.
 */
export async function freeBytesAt(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch (error) {
    const parent = dirname(directory)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error
    return freeBytesAt(parent)
  }
}
