import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The condition that a column contains a text, in capitals or not. A text without capitals, as Chinese is, is compared as
 * it is: `ilike` takes five times as long, since it rewrites each row's letters.
 */
export function contains(column: SQLWrapper, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  return text.toLowerCase() === text.toUpperCase() ? sql`${column} like ${pattern}` : sql`${column} ilike ${pattern}`
}
