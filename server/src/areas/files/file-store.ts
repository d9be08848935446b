import type { Readable } from 'node:stream'

/** A stored picture, ready to be read; whoever gets it reads `stream()` to its end, or calls `close`. */
export type StoredPicture = {
  contentType: string
  sizeBytes: number
  etag: string
  stream(): Readable
  close(): Promise<void>
}

/**
 * Where pictures lie, by paths such as `public/venues/x.webp` or `private/contracts/x.webp`. Whoever asks it has settled
 * before who may. Source: decision record 010
 */
export type FileStore = {
  /** Lays a picture down whole, on the disk before it answers; what lay there under that path is replaced. */
  write(relativePath: string, bytes: Buffer): Promise<void>
  /** Takes a picture away; one that is not there is gone already. */
  remove(relativePath: string): Promise<void>
  /** @throws ApiError file_not_found for all that is no picture below public or private */
  open(relativePath: string): Promise<StoredPicture>
}
