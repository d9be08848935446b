import { ApiError } from '@paidang/api/catalogue/errors'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies } from '../../../tables/companies.ts'

/** A company whose row is locked. */
export type LockedCompany = typeof companies.$inferSelect

/**
 * Locks a company's row for the rest of the transaction. Changes of its members, its admin and its courses run one
 * after the other.
 */
export async function lockCompany(tx: Database, companyId: string): Promise<LockedCompany | undefined> {
  // Bookings reference the company. With this lock they need not wait.
  const [row] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  return row
}

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
