import type { Database } from '../../../db/database.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'

/** Creates the company of a new coach, under which they teach and sign contracts. Source: permission matrix */
export async function foundOwnCompany(
  tx: Database,
  { companyName, adminId, now }: { companyName: string; adminId: string; now: Date },
): Promise<void> {
  const company = { companyName, adminId, isPerson: true, createdAt: now }
  const [row] = await tx.insert(companies).values(company).returning({ id: companies.id })
  if (!row) throw new Error('insert returned no row')
  await tx.insert(companyMembers).values({ companyId: row.id, userId: adminId, createdAt: now })
}
