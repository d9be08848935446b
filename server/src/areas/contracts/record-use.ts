import type { Database } from '../../db/database.ts'
import { insertUsedRecord } from './queries.ts'

/** What a held class consumed of one player's hours. */
export type Use = {
  invitationId: string
  userId: string
  contractId: string
  coachId: string
  companyId: string
  usedSessions: number
  attendance: 'present' | 'late' | 'absent'
  now: Date
}

/** Writes the used record of a consumed seat; the key allows one per class and player. */
export async function recordUse(tx: Database, use: Use): Promise<void> {
  await insertUsedRecord(tx, use)
}
