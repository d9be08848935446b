import { type SQL, sql } from 'drizzle-orm'

const WORD = /^\w+$/

/**
 * Words and numbers of the code as a list in the text of a statement. PostgreSQL knows them when it plans. For a parameter
 * it thinks of the mean word, finds that plan dear, and plans each call anew. Never for what somebody typed.
 *
 * @throws RangeError for anything besides letters, digits and underscores
 */
export function literals(...values: readonly (string | number)[]): SQL {
  const strange = values.find((value) => !WORD.test(`${value}`))
  if (strange !== undefined) throw new RangeError(`${strange} may not stand in a statement`)
  return sql.raw(values.map((value) => (typeof value === 'number' ? `${value}` : `'${value}'`)).join(', '))
}

/** The most that stands in a text, so that texts of statements stay few. */
const MOST_WRITTEN = 100

/**
 * A number of rows, for a LIMIT: the usual ones stand in the text. For a parameter PostgreSQL assumes a tenth of all rows,
 * so it would plan each call anew, or read much more than a page needs.
 */
export function pageLimit(rows: number): SQL {
  return rows % 10 === 0 && rows <= MOST_WRITTEN ? literals(rows) : sql`${rows}`
}
