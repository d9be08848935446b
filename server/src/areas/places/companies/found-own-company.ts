import type { Database } from '../../../db/database.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'

type NewCompany = Required<Pick<typeof companies.$inferInsert, 'companyName' | 'adminId' | 'isPerson' | 'createdAt'>>

/** Adds a company with its admin as the first member. @returns its id */
export async function insertCompany(tx: Database, company: NewCompany): Promise<string> {
  const [row] = await tx.insert(companies).values(company).returning({ id: companies.id })
  if (!row) throw new Error('insert returned no row')
  const { adminId: userId, createdAt } = company
  await tx.insert(companyMembers).values({ companyId: row.id, userId, createdAt })
  return row.id
}

/** Creates the company of a new coach, under which they teach and sign contracts. Source: permission matrix */
export async function foundOwnCompany(
  tx: Database,
  { companyName, adminId, now }: { companyName: string; adminId: string; now: Date },
): Promise<void> {
  await insertCompany(tx, { companyName, adminId, isPerson: true, createdAt: now })
}
