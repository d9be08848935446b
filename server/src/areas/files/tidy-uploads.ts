import type { Database } from '../../db/database.ts'
import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import { keptSince } from '../../jobs/retention.ts'
import type { FileStore } from './file-store.ts'
import { deleteFile, discardFile, listUnused, lockFile } from './queries.ts'
import { filesOf } from './store-picture.ts'

/** Where pictures of one kind are written down. */
export type Shelf = {
  /** What one of them is called in the log. */
  what: string
  /** Up to `limit` pictures by id: those that were uploaded until then and stand nowhere, and those begun with before. */
  list(
    db: Database,
    page: { uploadedUntil: Date; afterId: string; limit: number },
  ): Promise<{ id: string; relativePath: string }[]>
  /** Waits for who is just about to use a picture, and keeps others from it; tells whether it is still there. */
  lock(tx: Database, id: string): Promise<boolean>
  /** Marks a locked picture as being taken away, unless it is used; tells whether it is marked. */
  discard(tx: Database, picture: { id: string; now: Date }): Promise<boolean>
  /** Forgets a picture whose files are gone. */
  forget(db: Database, id: string): Promise<void>
}

type Tidying = JobContext & { fileStore: Pick<FileStore, 'remove'> }

const UPLOADS: Shelf = {
  what: 'tidy upload',
  list: listUnused,
  lock: lockFile,
  discard: discardFile,
  forget: deleteFile,
}

/** Takes away what users uploaded and nothing shows a day later. Source: decision record 010 */
export async function tidyUploads(tidying: Tidying): Promise<void> {
  await tidyShelf(UPLOADS, tidying)
}

/**
 * Pictures that stand nowhere a day after their upload are taken away. Marked first, then the files, the row last: a run that
 * was killed in between is finished by the next, and nobody can refer to what is half gone.
 *
 * Source: decision record 010
 */
export async function tidyShelf(shelf: Shelf, { db, now, signal, onFault, fileStore }: Tidying): Promise<void> {
  const uploadedUntil = keptSince('unusedPictures', now)
  await oneByOne({
    what: shelf.what,
    list: (page) => shelf.list(db, { uploadedUntil, ...page }),
    async each({ id, relativePath }) {
      // Only under the lock is it known who used it meanwhile: whoever is about to has been waited for.
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
