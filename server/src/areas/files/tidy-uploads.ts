import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import type { FileStore } from './file-store.ts'
import { deleteFile, discardFile, listUnused, lockFile } from './queries.ts'
import { filesOf } from './store-picture.ts'

/** So long a picture may wait to be used. Source: decision record 010 */
const UNUSED_MS = 24 * 3_600_000

/**
 * Pictures that stand nowhere a day after their upload are taken away. Marked first, then the files, the row last: a run that
 * was killed in between is finished by the next, and nobody can refer to what is half gone.
 *
 * Source: decision record 010
 */
export async function tidyUploads({
  db,
  now,
  signal,
  onFault,
  fileStore,
}: JobContext & { fileStore: Pick<FileStore, 'remove'> }): Promise<void> {
  const uploadedUntil = new Date(now.getTime() - UNUSED_MS)
  await oneByOne({
    what: 'tidy upload',
    list: (page) => listUnused(db, { uploadedUntil, ...page }),
    async each({ id, relativePath }) {
      // Only under the lock is it known who used it meanwhile: whoever is about to has been waited for.
      const isDiscarded = await db.transaction(
        async (tx) => (await lockFile(tx, id)) && (await discardFile(tx, { id, now })),
      )
      if (!isDiscarded) return
      for (const path of filesOf(relativePath)) await fileStore.remove(path)
      await deleteFile(db, id)
    },
    signal,
    onFault,
  })
}
