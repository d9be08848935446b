import type { Database } from '../../db/database.ts'
import { listCoachIdsOf } from './relation-queries.ts'

/** Whose student a player is. @returns ids, the longest relation first */
export async function listCoachIds(db: Database, playerId: string): Promise<string[]> {
  return listCoachIdsOf(db, playerId)
}
