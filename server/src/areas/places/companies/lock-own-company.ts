import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { lockCompany } from './member-queries.ts'

/** A company whose row is locked. */
export type LockedCompany = NonNullable<Awaited<ReturnType<typeof lockCompany>>>

/**
 * Locks a company for its admin, so that their decision rests on its current state. The coach of a one-person company
 * is its admin.
 *
 * @throws ApiError action_forbidden for everybody else, and for a company that is closed or absent
 */
export async function lockOwnCompany(tx: Database, companyId: string, actorId: string): Promise<LockedCompany> {
  const company = await lockCompany(tx, companyId)
  if (company?.adminId !== actorId || company.closedAt) throw new ApiError('action_forbidden')
  return company
}
