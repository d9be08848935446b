import type { Database } from '../../../db/database.ts'
import { listCoachIdsOf } from './student-relations.ts'

/**
 * The coaches of a player.
 *
 * @returns ids, the longest relation first
 */
export async function listCoachIds(db: Database, playerId: string): Promise<string[]> {
  return listCoachIdsOf(db, playerId)
}
