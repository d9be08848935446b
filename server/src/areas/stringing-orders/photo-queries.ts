import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { merchantPhotos } from './tables.ts'

/** Writes down whose photo lies where. */
export async function insertPhoto(tx: Database, photo: typeof merchantPhotos.$inferInsert): Promise<void> {
  await tx.insert(merchantPhotos).values(photo)
}

/** Keeps those of these photos for good that a shop took, so that a step may show them; tells how many they are. */
export async function keepPhotos(
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

/** Photos to be taken away, by id: those that were taken until then and no step shows, and those begun with before. */
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

/** Waits for who is just about to show a photo, and keeps others from it; tells whether it is still there. */
export async function lockPhoto(tx: Database, id: string): Promise<boolean> {
  const own = eq(merchantPhotos.id, id)
  return (await tx.select({ id: merchantPhotos.id }).from(merchantPhotos).where(own).for('update')).length > 0
}

/** Marks a locked photo as being taken away, unless a step shows it; tells whether it is marked. */
export async function discardPhoto(tx: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update ${merchantPhotos} p set discarded_at = coalesce(p.discarded_at, ${now})
    where p.id = ${id} and not p.is_shown returning p.id`)
  return rows.length > 0
}

/** Forgets a photo whose file is gone. */
export async function deletePhoto(db: Database, id: string): Promise<void> {
  await db.delete(merchantPhotos).where(eq(merchantPhotos.id, id))
}
