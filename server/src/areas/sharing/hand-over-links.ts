import type { Database } from '../../db/database.ts'
import { deleteTwinsToBe, moveLinks } from './queries.ts'

/**
 * What one user handed on is another's from now on, and short ids of his card lead to the other's. Where the other has an id for
 * the same page already, that one stays, for a person hands a page on under one.
 */
export async function handOverLinks(tx: Database, users: { from: string; to: string }): Promise<void> {
  await deleteTwinsToBe(tx, users)
  await moveLinks(tx, users)
}
