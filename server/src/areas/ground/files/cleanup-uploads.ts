import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import type { FileStore } from './file-store.ts'
import { deleteFile, discardFile, listUnused, lockFile } from './queries.ts'
import { filesOf } from './store-picture.ts'

/** How the clean-up lists, locks and removes the uploads of one kind. */
export type UploadUse = {
  /** The name of one upload in the log. */
  what: string
  /**
   * Up to `limit` pictures in the order of their ids: unused ones uploaded until `uploadedUntil`, and ones already
   * marked.
   */
  list(
    db: Database,
    page: { uploadedUntil: Date; afterId: string; limit: number },
  ): Promise<{ id: string; relativePath: string }[]>
  /** Waits for transactions that use the picture, and blocks new ones. @returns whether the picture still exists */
  lock(tx: Database, id: string): Promise<boolean>
  /** Marks a locked picture as discarded, unless it is used. @returns whether it is marked */
  discard(tx: Database, picture: { id: string; now: Date }): Promise<boolean>
  /** Deletes the row of a picture whose files are deleted. */
  forget(db: Database, id: string): Promise<void>
}

type Cleanup = JobContext & { fileStore: Pick<FileStore, 'remove'> }

const UPLOADS: UploadUse = {
  what: 'clean up upload',
  list: listUnused,
  lock: lockFile,
  discard: discardFile,
  forget: deleteFile,
}

/** Removes uploads of users that nothing shows one day later. Source: decision record 010 */
export async function cleanupUploads(cleanup: Cleanup): Promise<void> {
  await cleanupUploadUse(UPLOADS, cleanup)
}

/**
 * Removes pictures that are still unused one day after their upload. The order is: mark the row, delete the files,
 * delete the row. The next run completes a run that was killed. Nobody can refer to a picture that is marked.
 *
 * Source: decision record 010
 */
export async function cleanupUploadUse(
  shelf: UploadUse,
  { db, now, signal, onFault, fileStore }: Cleanup,
): Promise<void> {
  const uploadedUntil = keptSince('unusedPictures', now)
  await processEach({
    what: shelf.what,
    list: (page) => shelf.list(db, { uploadedUntil, ...page }),
    async each({ id, relativePath }) {
      // The lock waits for transactions that use the picture, so its use is known only under the lock.
      const isDiscarded = await db.transaction(
        async (tx) => (await shelf.lock(tx, id)) && (await shelf.discard(tx, { id, now })),
      )
      if (!isDiscarded) return
      for (const path of filesOf(relativePath)) await fileStore.remove(path)
      await shelf.forget(db, id)
    },
    signal,
    onFault,
  })
}
