import type { Readable } from 'node:stream'

/** A stored picture, opened for reading. The receiver reads `stream()` to its end, or calls `close`. */
export type StoredPicture = {
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
}
