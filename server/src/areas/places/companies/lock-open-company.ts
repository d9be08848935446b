import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { LockedCompany } from './lock-own-company.ts'
import { lockCompany } from './member-queries.ts'

/**
 * Locks a company for an operator.
 *
 * @throws ApiError company_not_found, company_closed
 */
export async function lockOpenCompany(tx: Database, companyId: string): Promise<LockedCompany> {
  const company = await lockCompany(tx, companyId)
  if (!company) throw new ApiError('company_not_found')
  if (company.closedAt) throw new ApiError('company_closed')
  return company
}
