import type { Database } from '../../../db/database.ts'
import { usedRecords } from '../../../tables/contracts.ts'

/** The hours that a completed class consumed of one player. */
type Use = {
  invitationId: string
  userId: string
  contractId: string
  coachId: string
  companyId: string
  usedSessions: number
  attendance: 'present' | 'late' | 'absent'
  now: Date
}

/** Inserts the used record of a consumed seat. The key allows one per class and player. */
export async function recordUse(tx: Database, { now, ...use }: Use): Promise<void> {
  await tx.insert(usedRecords).values({ ...use, createdAt: now })
}
