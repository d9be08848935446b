import type { Database } from '../../../db/database.ts'
import { copyPlayerClaims } from './queries.ts'

/**
 * Claims the half-hours in which a new coach takes classes or plays for the coach role too.
 *
 * Source: decision "Half-hours, courts, claims"
 */
export async function claimAsCoach(tx: Database, userId: string): Promise<void> {
  await copyPlayerClaims(tx, userId)
}
