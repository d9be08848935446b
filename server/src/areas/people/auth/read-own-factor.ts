import type { Database } from '../../../db/database.ts'
import { countUnusedCodes, findFactor } from './factor-queries.ts'

/** Reads since when an account has a second factor, and how many of its recovery codes are left. */
export async function readOwnFactor(
  db: Database,
  staffId: string,
): Promise<{ since: Date | null; recoveryCodesLeft: number }> {
  const factor = await findFactor(db, staffId)
  if (!factor) return { since: null, recoveryCodesLeft: 0 }
  return { since: factor.createdAt, recoveryCodesLeft: await countUnusedCodes(db, staffId) }
}
