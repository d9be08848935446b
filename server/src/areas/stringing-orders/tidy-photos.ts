import type { JobContext } from '../../jobs/job.ts'
import type { FileStore } from '../files/file-store.ts'
import { type Shelf, tidyShelf } from '../files/tidy-uploads.ts'
import { deletePhoto, discardPhoto, listUnusedPhotos, lockPhoto } from './photo-queries.ts'

const PHOTOS: Shelf = {
  what: 'tidy photo',
  list: listUnusedPhotos,
  lock: lockPhoto,
  discard: discardPhoto,
  forget: deletePhoto,
}

/** Takes away what shops uploaded and no step shows a day later. Source: decision record 010 */
export async function tidyPhotos(context: JobContext & { fileStore: Pick<FileStore, 'remove'> }): Promise<void> {
  await tidyShelf(PHOTOS, context)
}
