import type { Database } from '../../../db/database.ts'
import { insertOwnCompany } from './member-queries.ts'

/** Creates the company of a new coach, under which they teach and sign contracts. Source: permission matrix */
export async function foundOwnCompany(
  tx: Database,
  company: { companyName: string; adminId: string; now: Date },
): Promise<void> {
  await insertOwnCompany(tx, company)
}
