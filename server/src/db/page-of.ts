import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { countUpTo } from './count-up-to.ts'
import type { Database } from './database.ts'

/**
 * One page of a `$dynamic()` select without conditions, with the number of rows of all pages (`countUpTo`). `order`
 * leaves no two rows equal. `counted` selects as many rows without the joins of the page.
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
  }: {
    where: SQL | undefined
    order: SQL[]
    query: Page
    present: (row: Awaited<Select>[number]) => Shown
    counted?: SQLWrapper
  },
): Promise<{ rows: Shown[]; total: number }> {
  const wanted = select.where(where)
  const total = await countUpTo(db, counted ?? wanted)
  const rows: Awaited<Select> = await wanted
    .orderBy(...order)
    .limit(query.rows)
    .offset(offsetOf(query))
  return { rows: rows.map(present), total }
}
