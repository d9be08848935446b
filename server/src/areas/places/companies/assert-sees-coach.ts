import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
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

/**
 * Checks that the caller may read a coach's private data. These are the coach and the admin of a company in which the
 * coach teaches.
 *
 * @param coachId the path's text, which may be no id at all
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function assertSeesCoach(db: Database, actorId: string, coachId: string): Promise<void> {
  const seesHim = coachId === actorId || (isId(coachId) && (await isAdminOfCoach(db, actorId, coachId)))
  if (!seesHim) throw new ApiError('data_of_others')
}
