import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import { countUpTo } from './count-up-to.ts'
import type { Database } from './database.ts'
import { pageLimit } from './literal.ts'

/**
 * One page of a `$dynamic()` select without conditions, with the number of rows of all pages (`countUpTo`). `order`
 * leaves no two rows equal. `counted` selects as many rows without the joins of the page. `most` is how far
 * they are counted.
 * With a `key` the page is found in the key's table alone, which `where` and `order` name, and the rest is joined to it:
 * where statistics say that a person has few rows, PostgreSQL would join all of somebody's thousands, and sort them.
 */
export async function pageOf<Select extends PgSelect, Shown>(
  db: Database,
  select: Select,
  {
    where,
    order,
    query,
    present,
    counted,
    most,
    key,
  }: {
    where: SQL | undefined
    order: SQL[]
    query: Page
    present: (row: Awaited<Select>[number]) => Shown
    counted?: SQLWrapper
    most?: number
    key?: PgColumn
  },
): Promise<{ rows: Shown[]; total: number }> {
  const wanted = select.where(where)
  // Written now, since the select takes its order and limit below.
  const all = counted ?? sql`(${wanted.getSQL()})`
  const offset = offsetOf(query)
  // Drizzle takes SQL as a limit, which its types leave out.
  const limit = pageLimit(query.rows) as unknown as number
  const found =
    key &&
    db
      .select({ id: key })
      .from(key.table)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  const rows: Awaited<Select> = await (found && key
    ? select.where(inArray(key, found)).orderBy(...order)
    : wanted
        .orderBy(...order)
        .limit(limit)
        .offset(offset))
  // The last page says how many there are. So a search for what nobody has reads its table once.
  const isLast = rows.length < query.rows && (rows.length > 0 || offset === 0)
  const total = isLast
    ? offset + rows.length
    : await countUpTo(db, all, { shown: offset + query.rows, ...(most && { most }) })
  return { rows: rows.map(present), total }
}
