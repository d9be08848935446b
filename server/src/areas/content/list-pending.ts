import type { PendingContent } from '@paidang/api/areas/content'
import type { Database } from '../../db/database.ts'
import { type ContentObject, listWaitingOf } from './queries.ts'

/** What an author submitted of a thing that waits to be approved, for themselves. */
export async function listPending(
  db: Database,
  { by, ...object }: ContentObject & { by: string },
): Promise<PendingContent> {
  return listWaitingOf(db, object, by)
}
