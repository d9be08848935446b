import type { Company, CompanyCoach } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { companyOfPath, ownCompanyOfPath } from './company-of-path.ts'
import { findCompany, listCoachesOfCompany } from './member-queries.ts'

/**
 * A company as everybody may see it; its phone only for its members.
 *
 * @param text the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for somebody else's suffix, company_not_found
 * Source: permission matrix
 */
export async function readCompany(db: Database, text: string, by: string): Promise<Company> {
  const row = await findCompany(db, companyOfPath(text, by), by)
  if (!row) throw new ApiError('company_not_found')
  const { company, adminName, coachCount, courseCount, studentCount, isMember } = row
  return {
    id: company.id,
    companyName: company.companyName,
    isPerson: company.isPerson,
    adminId: company.adminId,
    adminName,
    phone: isMember ? company.phone : null,
    coachCount,
    courseCount,
    studentCount,
    isMember,
    freeCancelHours: company.freeCancelHours,
    forgivenLateCancels: company.forgivenLateCancels,
    firstStart: company.firstStart,
    lastStart: company.lastStart,
  }
}

/**
 * The coaches of a company by name, the caller among them, for those who teach for it.
 *
 * @param nickname a part of a name; empty: all
 * @throws ApiError data_of_others for somebody else's suffix, action_forbidden for who is no member
 */
export async function listCompanyCoaches(
  db: Database,
  { companyId: text, by, nickname = '' }: { companyId: string; by: string; nickname?: string | undefined },
): Promise<CompanyCoach[]> {
  const companyId = await ownCompanyOfPath(db, text, by)
  const rows = await listCoachesOfCompany(db, { companyId, nickname: nickname.trim() })
  return rows.map(({ isAdmin, courseNames, ...coach }) => ({ coachVO: coach, isAdmin, courseNames }))
}
