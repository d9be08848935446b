import { uploadMerchantPhoto } from '@paidang/api/areas/activities/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { serve } from '../../../http/serve.ts'
import { acceptUploads } from '../../../http/upload.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { merchantPhotos } from '../../../tables/stringing-orders.ts'
import { cleanupUploadUse, type UploadUse } from '../../ground/files/cleanup-uploads.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { writeFiles } from '../../ground/files/store-picture.ts'
import { shopOf } from '../stringing/shop-of.ts'

const FOLDER = 'private/stringing/'

/** A plugin of its own, because only this call of the area takes a form. Source: decision "Files" */
export default async function photos(app: FastifyInstance) {
  await acceptUploads(app)
  const places = { store: app.fileStore, links: app.fileLinks }

  serve(app, uploadMerchantPhoto, ({ file, staff, db, now }) =>
    writeFiles(db, places, {
      file,
      folder: FOLDER,
      now,
      async writeDown(tx, { relativePath }) {
        const photo = { merchantId: shopOf(staff), staffId: staff.id, relativePath, createdAt: now }
        await tx.insert(merchantPhotos).values(photo)
      },
    }),
  )
}

/**
 * Checks that this shop took these photos, before a step shows them in the same transaction. Its commit keeps them for
 * good. A photo that is being deleted counts as absent.
 *
 * @throws ApiError file_not_found
 */
export async function assertShopPhotos(tx: Database, photos: readonly string[], merchantId: string): Promise<void> {
  if (photos.length === 0) return
  const own = and(
    inArray(merchantPhotos.relativePath, [...photos]),
    eq(merchantPhotos.merchantId, merchantId),
    isNull(merchantPhotos.discardedAt),
  )
  const kept = await tx.update(merchantPhotos).set({ isShown: true }).where(own).returning({ id: merchantPhotos.id })
  if (kept.length < new Set(photos).size) throw new ApiError('file_not_found')
}

const PHOTOS: UploadUse = {
  what: 'clean up photo',
  async list(db, { uploadedUntil, afterId, limit }) {
    const { rows } = await db.execute<{ id: string; relativePath: string }>(sql`
      select p.id, p.relative_path as "relativePath" from ${merchantPhotos} p
      where p.id > ${afterId} and not p.is_shown and (p.discarded_at is not null or p.created_at <= ${uploadedUntil})
      order by p.id limit ${limit}`)
    return rows
  },
  // It waits for a step that is about to show the photo, and holds back others.
  async lock(tx, id) {
    const own = eq(merchantPhotos.id, id)
    return (await tx.select({ id: merchantPhotos.id }).from(merchantPhotos).where(own).for('update')).length > 0
  },
  async discard(tx, { id, now }) {
    const { rows } = await tx.execute(sql`
      update ${merchantPhotos} p set discarded_at = coalesce(p.discarded_at, ${now})
      where p.id = ${id} and not p.is_shown returning p.id`)
    return rows.length > 0
  },
  async forget(db, id) {
    await db.delete(merchantPhotos).where(eq(merchantPhotos.id, id))
  },
}

/** Deletes uploaded photos that no step shows after a day. Source: decision record 010 */
export async function cleanupPhotos(context: JobContext & { fileStore: Pick<FileStore, 'remove'> }): Promise<void> {
  await cleanupUploadUse(PHOTOS, context)
}
