import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companyMembers } from '../../../tables/companies.ts'

/**
 * The company's id from the text of a path. The text is an id, or for userType 2 an id with the suffix -{userId} of the
 * caller.
 *
 * @throws ApiError data_of_others for the suffix of another person.
 * Source: specification §6 "userType 2"
 */
export function companyOfPath(text: string, actorId: string): string {
  const [companyId = '', suffix] = text.split('-')
  if (suffix !== undefined && suffix !== actorId) throw new ApiError('data_of_others')
  return companyId
}

/**
 * The company's id from the text of a path, only for callers who teach for the company.
 *
 * @throws ApiError data_of_others for the suffix of another person; action_forbidden if the caller is no member
 */
export async function ownCompanyOfPath(db: Database, text: string, actorId: string): Promise<string> {
  const companyId = companyOfPath(text, actorId)
  await assertMember(db, companyId, actorId)
  return companyId
}

/** @throws ApiError action_forbidden if the person does not teach for the company */
export async function assertMember(db: Database, companyId: string, userId: string): Promise<void> {
  const own = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
  if ((await db.$count(companyMembers, own)) === 0) throw new ApiError('action_forbidden')
}
