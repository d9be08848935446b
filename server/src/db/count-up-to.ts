import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * Counts the rows of a query, up to one more than COUNT_LIMIT, which means "more than that". Counting a million rows
 * would take longer than reading a page of them.
 *
 * @param rows a select without an order, limit or offset, as in db.select({ id: orders.id }).from(orders).where(wanted)
 */
export async function countUpTo(db: Database, rows: SQLWrapper): Promise<number> {
  const answer = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select 1 from ${rows} wanted limit ${COUNT_LIMIT + 1}) counted`)
  return answer.rows[0]?.total ?? 0
}
