import type { Database } from '../../db/database.ts'
import { copyPlayerClaims } from './queries.ts'

/** Who takes classes and plays is busy as a coach too, once he is one. Source: decision "Half-hours, courts, claims" */
export async function claimAsCoach(tx: Database, userId: string): Promise<void> {
  await copyPlayerClaims(tx, userId)
}
