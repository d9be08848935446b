import { type AdvertPlace, MAX_SHOWN_ADVERTS } from '@paidang/domain/areas/home/advert'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { adverts } from './tables.ts'

/** An advert as stored. */
export type AdvertRow = typeof adverts.$inferSelect

/** What is published in a place at `now`: from its beginning up to, not including, its end; in the operators' order. */
export async function listPublishedAdverts(
  db: Database,
  { place, now }: { place: AdvertPlace; now: Date },
): Promise<AdvertRow[]> {
  return db
    .select()
    .from(adverts)
    .where(and(isOpen(place, now), lte(adverts.beginsAt, now)))
    .orderBy(adverts.sortOrder, adverts.id)
    .limit(MAX_SHOWN_ADVERTS)
}

/** One page of the adverts of a place that are not over, in their order, or of those that are, the last first. */
export async function pageAdverts(
  db: Database,
  { place, isOver, now, ...page }: Page & { place: AdvertPlace; isOver: boolean; now: Date },
): Promise<{ rows: AdvertRow[]; total: number }> {
  const wanted = isOver ? and(eq(adverts.place, place), lte(adverts.endsAt, now)) : isOpen(place, now)
  const order = isOver ? [desc(adverts.endsAt), desc(adverts.id)] : [asc(adverts.sortOrder), asc(adverts.id)]
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(adverts)
      .where(wanted)
      .orderBy(...order)
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(adverts, wanted),
  ])
  return { rows, total }
}

/** Nobody else writes adverts until the transaction ends; they can be read meanwhile. */
export async function lockAdverts(tx: Database): Promise<void> {
  await tx.execute(sql`lock table ${adverts} in share row exclusive mode`)
}

export async function findAdvert(tx: Database, id: string): Promise<AdvertRow | undefined> {
  const [row] = await tx.select().from(adverts).where(eq(adverts.id, id))
  return row
}

/** Which adverts of a place are not over, in their order. */
export async function listOpenIds(tx: Database, place: AdvertPlace, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: adverts.id })
    .from(adverts)
    .where(isOpen(place, now))
    .orderBy(adverts.sortOrder, adverts.id)
  return rows.map(({ id }) => id)
}

/** What an operator says of an advert. */
export type AdvertFields = Omit<AdvertRow, 'id' | 'sortOrder' | 'revision' | 'createdAt'>

/** Behind all others of the place. */
const lastIn = (place: AdvertPlace) =>
  sql`(select coalesce(max(sort_order) + 1, 0) from ${adverts} where place = ${place})`

/** A new advert behind the others of its place. @returns its id */
export async function insertAdvert(tx: Database, fields: AdvertFields & { createdAt: Date }): Promise<string> {
  const [row] = await tx
    .insert(adverts)
    .values({ ...fields, sortOrder: lastIn(fields.place) })
    .returning({ id: adverts.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Changes an advert; with `isMoved` it stands behind the others of its place. */
export async function updateAdvert(
  tx: Database,
  id: string,
  { isMoved = false, ...change }: Partial<AdvertFields> & { isMoved?: boolean },
): Promise<void> {
  const last = isMoved && change.place ? { sortOrder: lastIn(change.place) } : {}
  await tx
    .update(adverts)
    .set({ ...change, ...last, revision: sql`${adverts.revision} + 1` })
    .where(eq(adverts.id, id))
}

/** Puts an advert into its place among the others, which is no change of what it says. */
export async function placeAdvert(tx: Database, id: string, sortOrder: number): Promise<void> {
  await tx.update(adverts).set({ sortOrder }).where(eq(adverts.id, id))
}

export async function deleteAdvert(tx: Database, id: string): Promise<void> {
  await tx.delete(adverts).where(eq(adverts.id, id))
}

const isOpen = (place: AdvertPlace, now: Date) => and(eq(adverts.place, place), gt(adverts.endsAt, now))
