import { type SQL, sql } from 'drizzle-orm'

/** The most that stands in a text, so that texts of statements stay few. */
const MOST_WRITTEN = 100

/**
 * A number of rows, for a LIMIT: the usual ones stand in the text. For a parameter PostgreSQL assumes a tenth of all rows,
 * so it would plan each call anew, or read much more than a page needs.
 */
export function pageLimit(rows: number): SQL {
  return rows % 10 === 0 && rows <= MOST_WRITTEN ? sql.raw(`${rows}`) : sql`${rows}`
}
