import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** How far is counted: `shown` is the number of rows up to the end of the page that is shown. */
export type CountedUpTo = { most?: number; shown?: number }

/**
 * Counts the rows of a query, up to one more than `most`, which means "more than that". Counting a million rows would
 * take longer than reading a page of them. Further behind, each page still knows whether there is another.
 *
 * @param rows a select without an order, limit or offset, as in db.select({ id: orders.id }).from(orders).where(wanted)
 */
export async function countUpTo(
  db: Database,
  rows: SQLWrapper,
  { most = COUNT_LIMIT, shown = 0 }: CountedUpTo = {},
): Promise<number> {
  // The usual limit stands in the text: for a parameter PostgreSQL assumes a tenth of all rows.
  const limit = shown > most ? sql`${shown + 1}` : sql.raw(`${most + 1}`)
  const answer = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select 1 from ${rows} wanted limit ${limit}) counted`)
  return answer.rows[0]?.total ?? 0
}
