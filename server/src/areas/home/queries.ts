import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { adverts } from './tables.ts'

/** More than a carousel or a page can show. */
const MAX_ADVERTS = 20

/** An advert as stored. */
export type AdvertRow = typeof adverts.$inferSelect

/** What is published in a place at `now`: from its beginning up to, not including, its end; in the operators' order. */
export async function listPublishedAdverts(
  db: Database,
  { place, now }: { place: AdvertRow['place']; now: Date },
): Promise<AdvertRow[]> {
  return db
    .select()
    .from(adverts)
    .where(and(eq(adverts.place, place), lte(adverts.beginsAt, now), gt(adverts.endsAt, now)))
    .orderBy(adverts.sortOrder, adverts.id)
    .limit(MAX_ADVERTS)
}
