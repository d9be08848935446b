import type { Database } from '../../db/database.ts'
import { deleteTwinsToBe, moveLinks } from './queries.ts'

/**
 * Moves the short ids of one user to another. Ids of the first user's card then lead to the other's card. A person has
 * one id per page. So when the other user already has an id for a page, that id stays.
 */
export async function handOverLinks(tx: Database, users: { from: string; to: string }): Promise<void> {
  await deleteTwinsToBe(tx, users)
  await moveLinks(tx, users)
}
