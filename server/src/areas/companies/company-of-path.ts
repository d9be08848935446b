import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { isMemberOf } from './queries.ts'

/**
 * The company's id in a path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller.
 *
 * @throws ApiError data_of_others for somebody else's suffix
 * Source: specification §6 "userType 2"
 */
export function companyOfPath(text: string, by: string): string {
  const [companyId = '', suffix] = text.split('-')
  if (suffix !== undefined && suffix !== by) throw new ApiError('data_of_others')
  return companyId
}

/**
 * The same, for those only who teach for the company.
 *
 * @throws ApiError data_of_others for somebody else's suffix, action_forbidden for who is no member
 */
export async function ownCompanyOfPath(db: Database, text: string, by: string): Promise<string> {
  const companyId = companyOfPath(text, by)
  if (!(await isMemberOf(db, companyId, by))) throw new ApiError('action_forbidden')
  return companyId
}
