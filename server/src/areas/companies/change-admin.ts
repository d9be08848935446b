import type { Company } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { handOverAdmin } from './hand-over-admin.ts'
import { listClubsOf, lockCompany } from './member-queries.ts'
import { readCompany } from './read-company.ts'

type AdminChange = { companyId?: string | undefined; coachId: string; by: string; now: Date }

/**
 * The admin of a club makes another coach of it its admin. Of several at once exactly one wins, and whoever comes later is no
 * admin any more. Without `companyId` the one club is meant whose admin he is.
 *
 * @throws ApiError company_admin_only, input_invalid (the admin of several clubs who does not say which), as handOverAdmin
 * Source: decision "Messages"
 */
export async function changeCompanyAdmin(db: Database, { companyId, coachId, by, now }: AdminChange): Promise<Company> {
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId ?? (await onlyClubLedBy(tx, by)))
    if (company?.adminId !== by || company.closedAt) throw new ApiError('company_admin_only')
    await handOverAdmin(tx, { company, toId: coachId, by, now })
    return readCompany(tx, company.id, by)
  })
}

async function onlyClubLedBy(tx: Database, by: string): Promise<string> {
  const [club, ...others] = (await listClubsOf(tx, by)).filter(({ adminId }) => adminId === by)
  if (!club) throw new ApiError('company_admin_only')
  if (others.length > 0) throw new ApiError('input_invalid')
  return club.id
}
