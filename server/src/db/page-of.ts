import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { countUpTo } from './count-up-to.ts'
import type { Database } from './database.ts'
import { pageLimit } from './page-limit.ts'

/**
 * One page of a `$dynamic()` select without conditions, with the number of rows of all pages (`countUpTo`). `order`
 * leaves no two rows equal. `counted` selects as many rows without the joins of the page. `most` is how far
 * they are counted.
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
  }: {
    where: SQL | undefined
    order: SQL[]
    query: Page
    present: (row: Awaited<Select>[number]) => Shown
    counted?: SQLWrapper
    most?: number
  },
): Promise<{ rows: Shown[]; total: number }> {
  const wanted = select.where(where)
  const offset = offsetOf(query)
  const total = await countUpTo(db, counted ?? wanted, { shown: offset + query.rows, ...(most && { most }) })
  const rows: Awaited<Select> = await wanted
    .orderBy(...order)
    // Drizzle takes SQL here, which its types leave out.
    .limit(pageLimit(query.rows) as unknown as number)
    .offset(offset)
  return { rows: rows.map(present), total }
}
