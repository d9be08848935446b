import type { CompanyDetail } from '@paidang/api/areas/admin-companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { nameFault } from '@paidang/domain/kernel/name'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockOpenCompany } from './lock-open-company.ts'
import { setCompanyName } from './member-queries.ts'
import { readManagedCompany } from './read-managed-company.ts'

type Renaming = { companyId: string; companyName: string; reason: string; actorId: string; now: Date }

/**
 * Renames a company for an operator, and notifies its admin. Its classes and contracts show the new name from then on.
 * The current name changes nothing.
 *
 * @throws ApiError company_not_found, company_closed, company_name_ with a NameFault, input_invalid (no reason)
 * Source: issue "The operators' and merchants' console"
 */
export async function renameCompany(
  db: Database,
  { companyId, actorId, now, ...said }: Renaming,
): Promise<CompanyDetail> {
  const [companyName, reason] = [said.companyName.trim(), said.reason.trim()]
  const fault = nameFault(companyName)
  if (fault) throw new ApiError(`company_name_${fault}`)
  if (reason === '') throw new ApiError('input_invalid')
  return db.transaction(async (tx) => {
    const { companyName: before, adminId } = await lockOpenCompany(tx, companyId)
    if (companyName !== before) {
      await setCompanyName(tx, companyId, companyName)
      await notify(tx, {
        receiverIds: [adminId],
        senderId: null,
        category: 'systemNotice',
        title: '公司名称已更改',
        content: `${before} 已更名为 ${companyName}，由平台办理，原因：${reason}`,
        about: { kind: 'company', id: companyId },
      })
      const summary = `将公司「${before}」更名为「${companyName}」，原因：${reason}`
      await recordAuditEvent(tx, { actorId, action: 'company.rename', objectId: companyId, summary, now })
    }
    return readManagedCompany(tx, { companyId, now })
  })
}
