import type { PendingContent } from '@paidang/api/areas/content'
import type { Database } from '../../db/database.ts'
import { type ContentObject, listWaitingOf } from './queries.ts'

/** What of a thing waits to be approved, for its author. */
export async function listPending(db: Database, object: ContentObject): Promise<PendingContent> {
  return listWaitingOf(db, object)
}
