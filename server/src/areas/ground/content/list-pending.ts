import type { PendingContent } from '@paidang/api/areas/content'
import type { Database } from '../../../db/database.ts'
import { type ContentObject, listWaitingOf } from './queries.ts'

/** Lists what an author submitted about a thing and still waits for approval. Only the author sees it. */
export async function listPending(
  db: Database,
  { actorId, ...object }: ContentObject & { actorId: string },
): Promise<PendingContent> {
  return listWaitingOf(db, object, actorId)
}
