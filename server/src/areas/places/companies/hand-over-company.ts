import type { CompanyDetail } from '@paidang/api/areas/admin-companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { handOverAdmin } from './hand-over-admin.ts'
import { lockOpenCompany } from './lock-open-company.ts'
import { readManagedCompany } from './read-managed-company.ts'

type HandOver = { companyId: string; fromId: string; toId: string; reason: string; actorId: string; now: Date }

/**
 * Makes another coach of a company its admin, for an operator, if the admin cannot do it. The operator names the
 * current admin. If that admin changed meanwhile, the call is refused.
 *
 * @throws ApiError company_not_found, company_closed, company_admin_changed, input_invalid (no reason), and as
 *   handOverAdmin.
 * Source: issue "The operators' and merchants' console"
 */
export async function handOverCompany(
  db: Database,
  { companyId, fromId, toId, reason, actorId, now }: HandOver,
): Promise<CompanyDetail> {
  const words = reason.trim()
  if (words === '') throw new ApiError('input_invalid')
  return db.transaction(async (tx) => {
    const company = await lockOpenCompany(tx, companyId)
    if (company.adminId !== fromId) throw new ApiError('company_admin_changed')
    const { nickname } = await handOverAdmin(tx, { company, toId, actorId: null, reason: words, now })
    const summary = `将「${company.companyName}」的管理员移交给「${nickname}」（编号 ${toId}），原因：${words}`
    await recordAuditEvent(tx, { actorId, action: 'company.hand-over', objectId: companyId, summary, now })
    return readManagedCompany(tx, { companyId, now })
  })
}
