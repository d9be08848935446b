import type { Database } from '../../db/database.ts'
import { findLink } from './queries.ts'

/** Whether a short id is one under which this user's card was handed on. */
export async function leadsToCard(
  db: Database,
  { shareId, userId }: { shareId: string; userId: string },
): Promise<boolean> {
  const link = await findLink(db, shareId)
  return link?.kind === 'card' && link.objectId === userId
}
