import type { CompanyDetail, ManagedCompany } from '@paidang/api/areas/admin-companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { listAuditEventsAbout } from '../../ground/audit-log/list-audit-events-about.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import {
  countContracts,
  findManagedCompany,
  listCoursesOnOffer,
  listMembersAt,
  listRetiredPolicies,
  type ManagedCompanyRow,
} from './operator-queries.ts'

/** A company as an item of the operators' list. */
export function presentManagedCompany({ company, ...figures }: ManagedCompanyRow): ManagedCompany {
  const { id, companyName, isPerson, createdAt, closedAt } = company
  return {
    id,
    companyName,
    isPerson,
    ...figures,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

/**
 * A company with all details for operators.
 *
 * @throws ApiError company_not_found
 */
export async function readManagedCompany(
  db: Database,
  { companyId, now }: { companyId: string; now: Date },
): Promise<CompanyDetail> {
  const today = dayOf(now)
  const row = await findManagedCompany(db, { companyId, today })
  if (!row) throw new ApiError('company_not_found')
  const { phone, freeCancelHours, forgivenLateCancels, firstStart, lastStart } = row.company
  const policies = await listRetiredPolicies(db, companyId)
  const members = await listMembersAt(db, { companyId, now })
  return {
    ...presentManagedCompany(row),
    revision: row.company.revision,
    phone: phone && maskedPhone(phone),
    settings: { freeCancelHours, forgivenLateCancels, firstStart, lastStart },
    retiredPolicies: policies.map(({ retiredAt, ...policy }) => ({ ...policy, retiredAt: retiredAt.toISOString() })),
    members: members.map(({ joinedAt, ...member }) => ({
      ...member,
      // The same conditions as in findSuccessorOf.
      mayLead: !member.isAdmin && member.userType === USER_TYPES.COACH && member.state === 'NORMAL',
      joinedAt: joinedAt.toISOString(),
    })),
    courses: await listCoursesOnOffer(db, { companyId, today }),
    ...(await countContracts(db, { companyId, today })),
    auditEvents: await listAuditEventsAbout(db, { kind: 'company', id: companyId }),
  }
}
