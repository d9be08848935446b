import type { Company } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { handOverAdmin } from './hand-over-admin.ts'
import { listClubsOf, lockCompany } from './member-queries.ts'
import { readCompany } from './read-company.ts'

type AdminChange = { companyId?: string | undefined; coachId: string; actorId: string; now: Date }

/**
 * Makes another coach of a club its admin, for the current admin. Of several concurrent calls exactly one succeeds. The
 * later callers are no longer admin. Without `companyId` the only club that the caller administers is meant.
 *
 * @throws ApiError company_admin_only; input_invalid (the caller administers several clubs and names none); and as
 *   handOverAdmin.
 * Source: decision "Messages"
 */
export async function changeCompanyAdmin(
  db: Database,
  { companyId, coachId, actorId, now }: AdminChange,
): Promise<Company> {
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId ?? (await onlyClubLedBy(tx, actorId)))
    if (company?.adminId !== actorId || company.closedAt) throw new ApiError('company_admin_only')
    await handOverAdmin(tx, { company, toId: coachId, actorId, now })
    return readCompany(tx, company.id, actorId)
  })
}

async function onlyClubLedBy(tx: Database, actorId: string): Promise<string> {
  const [club, ...others] = (await listClubsOf(tx, actorId)).filter(({ adminId }) => adminId === actorId)
  if (!club) throw new ApiError('company_admin_only')
  if (others.length > 0) throw new ApiError('input_invalid')
  return club.id
}
