import type { Database } from '../../db/database.ts'
import { findLink } from './queries.ts'

/** Whether a short id leads to this user's card. */
export async function leadsToCard(
  db: Database,
  { shareId, userId }: { shareId: string; userId: string },
): Promise<boolean> {
  const link = await findLink(db, shareId)
  return link?.kind === 'card' && link.objectId === userId
}
