import type { Company } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { findSuccessorOf, listClubsOf, lockCompany, swapAdmin } from './member-queries.ts'
import { readCompany } from './read-company.ts'

type AdminChange = { companyId?: string | undefined; coachId: string; by: string }

/**
 * The admin of a club makes another coach of it its admin, at once; both are told. Of several at once exactly one wins, and
 * whoever comes later is no admin any more. Without `companyId` the one club is meant whose admin he is.
 *
 * @throws ApiError company_admin_only, coach_not_found (no other coach of userType 1 there), input_invalid (the admin of
 *   several clubs who does not say which)
 * Source: decision "Messages"
 */
export async function changeCompanyAdmin(db: Database, { companyId, coachId, by }: AdminChange): Promise<Company> {
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId ?? (await onlyClubLedBy(tx, by)))
    if (company?.adminId !== by || company.closedAt) throw new ApiError('company_admin_only')
    const successor = await findSuccessorOf(tx, company, coachId)
    if (!successor) throw new ApiError('coach_not_found')
    if (!(await swapAdmin(tx, { companyId: company.id, from: by, to: coachId })))
      throw new ApiError('company_admin_only')

    const notice = { category: 'systemNotice', about: { kind: 'company', id: company.id } } as const
    const { companyName } = company
    const title = '公司管理员已转让'
    await tell(tx, {
      ...notice,
      title,
      receiverIds: [coachId],
      senderId: by,
      content: `您已成为${companyName}的管理员`,
    })
    await tell(tx, {
      ...notice,
      title,
      receiverIds: [by],
      senderId: null,
      content: `${companyName}的管理员已转让给${successor.nickname}`,
    })
    return readCompany(tx, company.id, by)
  })
}

async function onlyClubLedBy(tx: Database, by: string): Promise<string> {
  const [club, ...others] = (await listClubsOf(tx, by)).filter(({ adminId }) => adminId === by)
  if (!club) throw new ApiError('company_admin_only')
  if (others.length > 0) throw new ApiError('input_invalid')
  return club.id
}
