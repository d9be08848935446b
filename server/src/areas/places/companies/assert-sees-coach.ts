import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
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

/**
 * The coach whose classes are requested, and the caller. The coach sees all, the admin of a company those taught for
 * it.
 */
export type Whose = { coachId: string; actorId: string }

/** The condition for those classes. The list hides from an admin what the admin could not open. */
export function classesOf({ coachId, actorId }: Whose): SQL {
  const ofCoach = sql`${invitations.coachId} = ${coachId}`
  if (coachId === actorId) return ofCoach
  // Nearly all pass, which `in` would not tell: the coach's classes are read in their order, as far as a page needs.
  const own = sql`array(select c.id from ${companies} c where c.admin_id = ${actorId})`
  return sql`${ofCoach} and array_position(${own}, ${invitations}.company_id) is not null`
}
