import type { JobContext } from '../../../jobs/job.ts'
import { cleanupUploadUse, type UploadUse } from '../../ground/files/cleanup-uploads.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { deletePhoto, discardPhoto, listUnusedPhotos, lockPhoto } from './photo-queries.ts'

const PHOTOS: UploadUse = {
  what: 'clean up photo',
  list: listUnusedPhotos,
  lock: lockPhoto,
  discard: discardPhoto,
  forget: deletePhoto,
}

/** Deletes uploaded photos that no step shows after a day. Source: decision record 010 */
export async function cleanupPhotos(context: JobContext & { fileStore: Pick<FileStore, 'remove'> }): Promise<void> {
  await cleanupUploadUse(PHOTOS, context)
}
