import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { contractPhotos } from '../../../tables/contracts.ts'
import { files } from '../../../tables/files.ts'
import { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { reports } from '../../../tables/reports.ts'
import { products, shopOrderItems } from '../../../tables/shop.ts'
import { merchants } from '../../../tables/stringing.ts'
import { venues } from '../../../tables/venues.ts'
import type { FileStore } from './file-store.ts'
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

/** The paths of all uploaded pictures that are in use. */
const USED_PATHS = sql`
  select ${contractPhotos.contractAttachment} from ${contractPhotos}
  union all select ${venues.avatar} from ${venues}
  union all select ${users.avatar} from ${users}
  union all select ${businessCards.avatar} from ${businessCards}
  union all select trim(unnest(string_to_array(${users.nicePhotos}, ','))) from ${users} where ${users.nicePhotos} <> ''
  union all select unnest(string_to_array(${coachApplications.certificates}, ',')) from ${coachApplications}
  union all select ${merchants.avatar} from ${merchants}
  union all select ${adverts.image} from ${adverts}
  union all select unnest(string_to_array(${products.pictures}, ',')) from ${products}
  union all select ${shopOrderItems.picture} from ${shopOrderItems}
  union all select ${reports.content} ->> 'avatar' from ${reports} where ${reports.state} = 'WAITING'
  union all select ${reports.content} -> 'card' ->> 'avatar' from ${reports} where ${reports.state} = 'WAITING'
  union all select jsonb_array_elements_text(${reports.content} -> 'nicePhotos') from ${reports}
    where ${reports.state} = 'WAITING' and ${reports.kind} = 'user'
  union all select ${contentSubmissions.value} from ${contentSubmissions} where ${contentSubmissions.state} = 'WAITING'`

const isUsed = (path: SQL) => sql`exists (select 1 from (${USED_PATHS}) used (path) where used.path = ${path})`

/**
 * Lists pictures to remove, in the order of their ids: unused ones uploaded until `uploadedUntil`, and ones already
 * marked.
 */
async function listUnused(
  db: Database,
  { uploadedUntil, afterId, limit }: { uploadedUntil: Date; afterId: string; limit: number },
): Promise<{ id: string; relativePath: string }[]> {
  const { rows } = await db.execute<{ id: string; relativePath: string }>(sql`
    select f.id, f.relative_path as "relativePath" from ${files} f
    where f.id > ${afterId}
      and (f.discarded_at is not null or f.created_at <= ${uploadedUntil} and not ${isUsed(sql`f.relative_path`)})
    order by f.id limit ${limit}`)
  return rows
}

/** Marks a locked picture as discarded, unless it is used. @returns whether it is marked */
async function discardFile(tx: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update ${files} f set discarded_at = coalesce(f.discarded_at, ${now})
    where f.id = ${id} and not ${isUsed(sql`f.relative_path`)} returning f.id`)
  return rows.length > 0
}

const UPLOADS: UploadUse = {
  what: 'clean up upload',
  list: listUnused,
  lock: async (tx, id) =>
    (await tx.select({ id: files.id }).from(files).where(eq(files.id, id)).for('update')).length > 0,
  discard: discardFile,
  async forget(db, id) {
    await db.delete(files).where(eq(files.id, id))
  },
}

/** Marks a rejected picture as discarded, unless it is used elsewhere. The clean-up removes its files. */
export async function discardPicture(
  tx: Database,
  { relativePath, now }: { relativePath: string; now: Date },
): Promise<void> {
  const isIt = eq(files.relativePath, relativePath)
  const [file] = await tx.select({ id: files.id }).from(files).where(isIt).for('update')
  if (file) await discardFile(tx, { id: file.id, now })
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
