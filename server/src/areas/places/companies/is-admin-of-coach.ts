import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'

/** Whether the user is the admin of a company in which the coach teaches. Reads the companies, never a token. */
export async function isAdminOfCoach(db: Database, userId: string, coachId: string): Promise<boolean> {
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(companyMembers, eq(companyMembers.companyId, companies.id))
    .where(and(eq(companies.adminId, userId), eq(companyMembers.userId, coachId)))
    .limit(1)
  return rows.length > 0
}
