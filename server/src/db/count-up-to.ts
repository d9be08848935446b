import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * How many rows a query answers, but no more than one beyond COUNT_LIMIT, which says "more than that": to count a million
 * takes longer than to read a page of them.
 *
 * @param rows a select without an order, limit or offset, as in db.select({ id: orders.id }).from(orders).where(wanted)
 */
export async function countUpTo(db: Database, rows: SQLWrapper): Promise<number> {
  const answer = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select 1 from ${rows} wanted limit ${COUNT_LIMIT + 1}) counted`)
  return answer.rows[0]?.total ?? 0
}
