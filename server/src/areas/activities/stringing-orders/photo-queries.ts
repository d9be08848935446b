import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { merchantPhotos } from '../../../tables/stringing-orders.ts'

/** Records a photo of a shop and the path of its file. */
export async function insertPhoto(tx: Database, photo: typeof merchantPhotos.$inferInsert): Promise<void> {
  await tx.insert(merchantPhotos).values(photo)
}

/**
 * Marks those of these photos that belong to the shop as shown, which keeps them for good. Returns how many they are.
 */
export async function markPhotosUsed(
  tx: Database,
  { paths, merchantId }: { paths: readonly string[]; merchantId: string },
): Promise<number> {
  const own = and(
    inArray(merchantPhotos.relativePath, [...paths]),
    eq(merchantPhotos.merchantId, merchantId),
    isNull(merchantPhotos.discardedAt),
  )
  return (await tx.update(merchantPhotos).set({ isShown: true }).where(own).returning({ id: merchantPhotos.id })).length
}

/**
 * Lists the photos to delete, in order of id. They are unshown photos up to `uploadedUntil`, and photos already being
 * deleted.
 */
export async function listUnusedPhotos(
  db: Database,
  { uploadedUntil, afterId, limit }: { uploadedUntil: Date; afterId: string; limit: number },
): Promise<{ id: string; relativePath: string }[]> {
  const { rows } = await db.execute<{ id: string; relativePath: string }>(sql`
    select p.id, p.relative_path as "relativePath" from ${merchantPhotos} p
    where p.id > ${afterId} and not p.is_shown and (p.discarded_at is not null or p.created_at <= ${uploadedUntil})
    order by p.id limit ${limit}`)
  return rows
}

/**
 * Locks a photo. It waits for a step that is about to show it, and holds back others. Returns whether the photo still
 * exists.
 */
export async function lockPhoto(tx: Database, id: string): Promise<boolean> {
  const own = eq(merchantPhotos.id, id)
  return (await tx.select({ id: merchantPhotos.id }).from(merchantPhotos).where(own).for('update')).length > 0
}

/** Marks a locked photo as being deleted, unless a step shows it. Returns whether it is marked. */
export async function discardPhoto(tx: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update ${merchantPhotos} p set discarded_at = coalesce(p.discarded_at, ${now})
    where p.id = ${id} and not p.is_shown returning p.id`)
  return rows.length > 0
}

/** Deletes the row of a photo whose file is deleted. */
export async function deletePhoto(db: Database, id: string): Promise<void> {
  await db.delete(merchantPhotos).where(eq(merchantPhotos.id, id))
}
