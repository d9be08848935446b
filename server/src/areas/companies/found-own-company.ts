import type { Database } from '../../db/database.ts'
import { insertOwnCompany } from './member-queries.ts'

/** A new coach gets a company of his own, under which he teaches and signs contracts. Source: permission matrix */
export async function foundOwnCompany(
  tx: Database,
  company: { companyName: string; adminId: string; now: Date },
): Promise<void> {
  await insertOwnCompany(tx, company)
}
