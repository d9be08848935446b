import { type AdvertPlace, MAX_SHOWN_ADVERTS } from '@paidang/domain/areas/home/advert'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { adverts } from '../../../tables/home.ts'

/** An advert as stored. */
export type AdvertRow = typeof adverts.$inferSelect

/** The adverts published in a place at `now`, in the operators' order. The end of an advert is exclusive. */
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

/** One page of the adverts of a place: those not over in their order, or past ones, the last first. */
export async function pageAdverts(
  db: Database,
  { place, isOver, now, ...page }: Page & { place: AdvertPlace; isOver: boolean; now: Date },
): Promise<{ rows: AdvertRow[]; total: number }> {
  const condition = isOver ? and(eq(adverts.place, place), lte(adverts.endsAt, now)) : isOpen(place, now)
  const order = isOver ? [desc(adverts.endsAt), desc(adverts.id)] : [asc(adverts.sortOrder), asc(adverts.id)]
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(adverts)
      .where(condition)
      .orderBy(...order)
      .limit(page.rows)
      .offset(offsetOf(page)),
    db.$count(adverts, condition),
  ])
  return { rows, total }
}

/** Blocks other writers of adverts until the transaction ends. Readers are not blocked. */
export async function lockAdverts(tx: Database): Promise<void> {
  await tx.execute(sql`lock table ${adverts} in share row exclusive mode`)
}

/** Finds an advert; undefined when there is none. */
export async function findAdvert(tx: Database, id: string): Promise<AdvertRow | undefined> {
  const [row] = await tx.select().from(adverts).where(eq(adverts.id, id))
  return row
}

/** The ids of the current and future adverts of a place, in their order. */
export async function listOpenIds(tx: Database, place: AdvertPlace, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: adverts.id })
    .from(adverts)
    .where(isOpen(place, now))
    .orderBy(adverts.sortOrder, adverts.id)
  return rows.map(({ id }) => id)
}

/** The fields of an advert that an operator sets. */
export type AdvertFields = Omit<AdvertRow, 'id' | 'sortOrder' | 'revision' | 'createdAt'>

/** The position after all other adverts of the place. */
const lastIn = (place: AdvertPlace) =>
  sql`(select coalesce(max(sort_order) + 1, 0) from ${adverts} where place = ${place})`

/** Inserts an advert after the others of its place. @returns its id */
export async function insertAdvert(tx: Database, fields: AdvertFields & { createdAt: Date }): Promise<string> {
  const [row] = await tx
    .insert(adverts)
    .values({ ...fields, sortOrder: lastIn(fields.place) })
    .returning({ id: adverts.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Changes an advert. With `isMoved` it goes after the others of its place. */
export async function updateAdvert(
  tx: Database,
  id: string,
  { isMoved = false, ...change }: Partial<AdvertFields> & { isMoved?: boolean },
): Promise<void> {
  const last = isMoved && change.place ? { sortOrder: lastIn(change.place) } : {}
  await tx
    .update(adverts)
    .set({ ...change, ...last })
    .where(eq(adverts.id, id))
}

/** Sets the position of an advert. It does not count as a change of its content. */
export async function placeAdvert(tx: Database, id: string, sortOrder: number): Promise<void> {
  await tx.update(adverts).set({ sortOrder }).where(eq(adverts.id, id))
}

/** Deletes an advert. */
export async function deleteAdvert(tx: Database, id: string): Promise<void> {
  await tx.delete(adverts).where(eq(adverts.id, id))
}

const isOpen = (place: AdvertPlace, now: Date) => and(eq(adverts.place, place), gt(adverts.endsAt, now))
