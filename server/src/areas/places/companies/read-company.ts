import type { Company, CompanyCoach } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { companyOfPath, ownCompanyOfPath } from './company-of-path.ts'
import { findCompany, listCoachesOfCompany } from './member-queries.ts'

/**
 * A company as everybody may see it. Its phone is only for its members.
 *
 * @param text the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for the suffix of another person; company_not_found.
 * Source: permission matrix
 */
export async function readCompany(db: Database, text: string, actorId: string): Promise<Company> {
  const row = await findCompany(db, companyOfPath(text, actorId), actorId)
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
    revision: company.revision,
  }
}

/**
 * The coaches of a company by name, including the caller, for those who teach for it.
 *
 * @param nickname a part of a name; empty: all
 * @throws ApiError data_of_others for the suffix of another person; action_forbidden if the caller is no member
 */
export async function listCompanyCoaches(
  db: Database,
  { companyId: text, actorId, nickname = '' }: { companyId: string; actorId: string; nickname?: string | undefined },
): Promise<CompanyCoach[]> {
  const companyId = await ownCompanyOfPath(db, text, actorId)
  const rows = await listCoachesOfCompany(db, { companyId, nickname: nickname.trim() })
  return rows.map(({ isAdmin, courseNames, ...coach }) => ({ coachVO: coach, isAdmin, courseNames }))
}
